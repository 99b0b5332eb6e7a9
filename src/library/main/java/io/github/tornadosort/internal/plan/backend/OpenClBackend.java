package io.github.tornadosort.internal.plan.backend;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The OpenCL backend. It copies from and to any memory. A GPU copies from and to memory that its driver has pinned directly, at
 * 50 GB/s. Other memory is first copied by one thread of the driver, at 6 to 15 GB/s (one H200).
 *
 * <p>TornadoVM has no API for this. Memory is pinned for one OpenCL context, so the context must be TornadoVM's: memory of a
 * context of our own, or memory registered with CUDA, is copied as slowly as any other.
 */
final class OpenClBackend extends Backend {
    private static final List<String> LIBRARIES = List.of("libOpenCL.so.1", "OpenCL.dll");
    /** A command queue for each context. Queues are never released. */
    private static final Map<Long, Long> QUEUES = new ConcurrentHashMap<>();

    private static final long ALLOCATE_ON_HOST = 1L << 4;
    private static final long MAP_FOR_READING_AND_WRITING = 3;
    private static final int BLOCKING = 1;

    OpenClBackend(SortDevice device) {
        super(device);
    }

    /** A CPU runs a range of groups on each thread, so that a group waits for most of the launch. */
    @Override
    boolean groupsWait() {
        return isGpu();
    }

    private boolean isGpu() {
        return device.type() == SortDevice.Type.GPU;
    }

    /** An OpenCL driver pins memory for the devices of its platform. A CPU works in the host's memory. */
    @Override
    public String pinnedFor() {
        return isGpu() ? Handle.of(device).getPlatformName() : null;
    }

    @Override
    public MemorySegment pinned(long bytes) {
        return HostMemory.segment(bytes, size -> allocate(Handle.of(device), size));
    }

    /**
     * Allocates pinned memory, which is never freed. Its contents are undefined.
     *
     * @param device TornadoVM's device
     * @return the memory, or null if it cannot be allocated: the device does not use OpenCL, for example, or the module of this
     *     class may not access native memory
     */
    static MemorySegment allocate(Object device, long bytes) {
        return OpenClBackend.class.getModule().isNativeAccessEnabled() ? allocate(device, bytes, LIBRARIES) : null;
    }

    static MemorySegment allocate(Object device, long bytes, List<String> libraries) {
        try (Arena arena = Arena.ofConfined()) {
            Object deviceContext = get(device, "getDeviceContext");
            long id = (long) get(deviceContext, "getDeviceId");
            long context = (long) get(get(deviceContext, "getPlatformContext"), "getContextId");
            return new Driver(load(libraries), arena).allocate(context, id, bytes);
        } catch (ReflectiveOperationException | ClassCastException | UnsupportedOperationException e) {
            return null;
        }
    }

    @SuppressWarnings("restricted")
    private static SymbolLookup load(List<String> libraries) {
        for (String name : libraries) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException e) {
                // The next name may be that of this operating system.
            }
        }
        throw new UnsupportedOperationException("there is no OpenCL library");
    }

    /**
     * Functions of an OpenCL library.
     *
     * @param arena memory for error codes
     */
    private record Driver(SymbolLookup library, Arena arena) {
        private MemorySegment allocate(long context, long device, long bytes) {
            long queue = QUEUES.computeIfAbsent(
                    context, key -> (long) create("clCreateCommandQueue", JAVA_LONG, context, device, 0L));
            long buffer = (long) create("clCreateBuffer", JAVA_LONG, context, ALLOCATE_ON_HOST, bytes, MemorySegment.NULL);
            MemorySegment mapped = (MemorySegment) create(
                    "clEnqueueMapBuffer", ADDRESS, queue, buffer, BLOCKING, MAP_FOR_READING_AND_WRITING, 0L, bytes, 0,
                    MemorySegment.NULL, MemorySegment.NULL);
            return reinterpret(mapped, bytes);
        }

        @SuppressWarnings("restricted")
        private static MemorySegment reinterpret(MemorySegment mapped, long bytes) {
            return mapped.reinterpret(bytes);
        }

        /**
         * Calls a function that creates something. The types of its parameters are those of the arguments; the last parameter
         * receives an error code.
         */
        @SuppressWarnings("restricted")
        private Object create(String function, MemoryLayout result, Object... arguments) {
            MemorySegment error = arena.allocate(JAVA_INT);
            Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = error;
            MemoryLayout[] parameters = new MemoryLayout[all.length];
            for (int i = 0; i < all.length; i++) {
                parameters[i] = all[i] instanceof Integer ? JAVA_INT : all[i] instanceof Long ? JAVA_LONG : ADDRESS;
            }
            Object value;
            try {
                value = Linker.nativeLinker()
                        .downcallHandle(library.findOrThrow(function), FunctionDescriptor.of(result, parameters))
                        .invokeWithArguments(all);
            } catch (Throwable e) {
                throw new UnsupportedOperationException(function + " cannot be called", e);
            }
            if (error.get(JAVA_INT, 0) != 0) {
                throw new UnsupportedOperationException(function + " returns error " + error.get(JAVA_INT, 0));
            }
            return value;
        }
    }
}
