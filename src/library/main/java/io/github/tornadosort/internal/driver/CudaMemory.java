package io.github.tornadosort.internal.driver;

import static io.github.tornadosort.internal.driver.DriverMethods.call;
import static io.github.tornadosort.internal.driver.DriverMethods.get;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Pins host memory for CUDA. TornadoVM pins the memory of each array, but its CUDA backend unpins the arrays of all plans when one
 * of them is closed. Later copies of the arrays of other plans are several times slower. TornadoVM never unpins memory that was
 * pinned before it was given to an array.
 */
public final class CudaMemory {
    private CudaMemory() {}

    /**
     * Pins memory for all devices of CUDA, for the rest of the process.
     *
     * @param device TornadoVM's device
     * @return whether it is pinned; false if the device does not use CUDA, for example
     */
    public static boolean pin(Object device, MemorySegment memory) {
        try {
            Object context = get(device, "getDeviceContext");
            return device.getClass().getSimpleName().startsWith("PTX")
                    ? (boolean) call(
                            get(get(context, "getDevice"), "getPTXContext"), "registerHostMemory", memory.address(),
                            memory.byteSize())
                    : (int) call(
                            get(context, "getPlatformContext"), "registerPinnedMemory", memory.address(),
                            memory.byteSize()) == 0;
        } catch (ReflectiveOperationException | ClassCastException e) {
            return false;
        }
    }

    /**
     * Makes the context of a device of TornadoVM's CUDA backend that of the calling thread. TornadoVM does so when it allocates memory
     * and when it copies, but not when it frees memory, which fails with a line on standard error if another thread has done the rest.
     *
     * @param device TornadoVM's device
     */
    public static void attach(Object device) {
        // Memory that is pinned already is not pinned again.
        pin(device, Page.PINNED);
    }

    /** A page of memory that is never freed. */
    private static final class Page {
        private static final long SIZE = 4096;
        private static final MemorySegment PINNED = Arena.global().allocate(SIZE, SIZE);
    }
}
