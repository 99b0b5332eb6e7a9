package uk.ac.manchester.tornado.jvm;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The local arrays of a work-group, by the number of their allocation in the kernel. All work-items of the group share
 * them.
 */
final class LocalMemory {
    private final Object[] arrays;
    private long bytes;

    /** Used on the checked device only. */
    private EpochClock clock;

    /** @param allocations the number of allocations in the kernel */
    LocalMemory(int allocations) {
        this.arrays = new Object[allocations];
    }

    /** Returns the array of an allocation. It still contains what the previous group wrote, as on a device. */
    Object array(Class<?> type, int size, int allocation) {
        Object array = arrays[allocation];
        if (array == null || Array.getLength(array) != size) {
            array = Array.newInstance(type.componentType(), size);
            arrays[allocation] = array;
        }
        return array;
    }

    /** Returns the array of an allocation on the checked device. It is uninitialized when the group begins. */
    CheckedArray checkedArray(int size, int elementBytes, int allocation, int location) {
        if (arrays[allocation] == null) {
            bytes += (long) size * elementBytes;
            if (size < 0 || bytes > JvmDevice.LOCAL_MEMORY_BYTES) {
                throw new AccessFault(
                        null,
                        location,
                        "allocates a local array of " + size + " elements: the group then has " + bytes
                                + " bytes of local memory, but the device has " + JvmDevice.LOCAL_MEMORY_BYTES);
            }
            arrays[allocation] = CheckedArray.local(size, elementBytes, location, clock);
        }
        CheckedArray array = (CheckedArray) arrays[allocation];
        if (array.size() != size) {
            throw new AccessFault(
                    array,
                    location,
                    "allocates %s with " + size + " elements, but other work-items of the group allocated it with "
                            + array.size());
        }
        return array;
    }

    /** Begins a group of the checked device: discards all arrays. */
    void beginGroup(EpochClock groupClock) {
        Arrays.fill(arrays, null);
        bytes = 0;
        clock = groupClock;
    }
}
