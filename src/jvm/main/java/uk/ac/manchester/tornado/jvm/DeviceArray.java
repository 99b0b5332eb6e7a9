package uk.ac.manchester.tornado.jvm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The device's copy of an array of the host. The fast device shares the host's memory, and nothing is copied. The checked
 * device has a {@link CheckedArray}.
 */
final class DeviceArray {
    /** The value that the host gets for the bytes of an element that was never written. */
    private static final byte POISON = (byte) 0xA5;

    private final TornadoNativeArray host;
    private final MemoryLimit memory;
    private final CheckedArray checked;
    private int references;

    /**
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException if the array exceeds the limit of the
     *     plan
     */
    DeviceArray(TornadoNativeArray host, JvmDevice device, MemoryLimit memory) {
        memory.reserve(host.getNumBytesOfSegmentWithHeader());
        this.host = host;
        this.memory = memory;
        this.checked = device == JvmDevice.CHECKED
                ? CheckedArray.global(host.getSize(), host.getElementSize())
                : null;
    }

    /** Returns the array that checked kernels use, or null on the fast device. */
    CheckedArray checked() {
        return checked;
    }

    /** Records that one more graph of the plan uses the array. */
    DeviceArray retain() {
        references++;
        return this;
    }

    /** Records that one graph no longer uses the array. The last such graph releases the memory. */
    void release() {
        if (--references == 0) {
            memory.release(host.getNumBytesOfSegmentWithHeader());
        }
    }

    /** Copies the whole array to the device and returns the number of bytes copied. */
    long copyIn() {
        if (checked == null) {
            return 0;
        }
        MemorySegment source = host.getSegment();
        for (int i = 0; i < checked.size(); i++) {
            checked.put(i, element(source, i));
        }
        return host.getNumBytesOfSegment();
    }

    /** Copies elements to the host and returns the number of bytes copied. */
    long copyOut(int first, int count) {
        if (checked == null) {
            return 0;
        }
        int bytes = host.getElementSize();
        MemorySegment target = host.getSegment();
        for (int i = first; i < first + count; i++) {
            if (checked.isInitialized(i)) {
                put(target, i, checked.bits(i));
            } else {
                target.asSlice((long) i * bytes, bytes).fill(POISON);
            }
        }
        return (long) count * bytes;
    }

    private long element(MemorySegment source, int i) {
        return switch (host.getElementSize()) {
            case Byte.BYTES -> source.getAtIndex(ValueLayout.JAVA_BYTE, i);
            case Short.BYTES -> source.getAtIndex(ValueLayout.JAVA_SHORT, i);
            case Integer.BYTES -> source.getAtIndex(ValueLayout.JAVA_INT, i);
            default -> source.getAtIndex(ValueLayout.JAVA_LONG, i);
        };
    }

    private void put(MemorySegment target, int i, long bits) {
        switch (host.getElementSize()) {
            case Byte.BYTES -> target.setAtIndex(ValueLayout.JAVA_BYTE, i, (byte) bits);
            case Short.BYTES -> target.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) bits);
            case Integer.BYTES -> target.setAtIndex(ValueLayout.JAVA_INT, i, (int) bits);
            default -> target.setAtIndex(ValueLayout.JAVA_LONG, i, bits);
        }
    }
}
