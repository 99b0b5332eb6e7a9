package uk.ac.manchester.tornado.jvm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * What an array of the host is on a device. The fast device shares the host's memory: nothing is copied. The checked
 * device has {@link CheckedArray} of its own.
 */
final class DeviceArray {

    /** What the host gets for a cell that nothing has written. */
    private static final byte POISON = (byte) 0xA5;

    private final TornadoNativeArray host;
    private final MemoryLimit memory;
    private final CheckedArray checked;
    private int references;

    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException if it passes the plan's limit */
    DeviceArray(TornadoNativeArray host, JvmDevice device, MemoryLimit memory) {
        memory.reserve(host.getNumBytesOfSegmentWithHeader());
        this.host = host;
        this.memory = memory;
        this.checked = device == JvmDevice.CHECKED
                ? CheckedArray.global(host.getSize(), host.getElementSize())
                : null;
    }

    /** What checked kernels get in the place of the array; null on the fast device. */
    CheckedArray checked() {
        return checked;
    }

    /** Another array of the graph, so described, shares memory with this one on the host, but not on devices. */
    void markAlias(String other) {
        if (checked != null) {
            checked.markAlias(other);
        }
    }

    /** One more graph of the plan has the array. */
    DeviceArray retain() {
        references++;
        return this;
    }

    /** One graph less; the last one gives the memory back. */
    void release() {
        if (--references == 0) {
            memory.release(host.getNumBytesOfSegmentWithHeader());
        }
    }

    /** Copies all of the array to the device; the bytes that took. */
    long copyIn() {
        if (checked == null) {
            return 0;
        }
        MemorySegment source = host.getSegment();
        for (int i = 0; i < checked.size(); i++) {
            checked.put(i, element(source, i));
        }
        return checked.bytes();
    }

    /** Copies elements to the host; the bytes that took. */
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
