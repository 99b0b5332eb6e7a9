package uk.ac.manchester.tornado.jvm;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The local arrays of a work-group, by the location in the kernel that allocates them: all its work-items get the same.
 */
final class LocalMemory {

    private Object[] arrays = new Object[0];
    private long bytes;

    /** Of the checked device. */
    private EpochClock clock;

    /** What the group before has left in the arrays stays in them, as on a device. */
    <T> T array(Class<T> type, int size, int site) {
        Object array = at(site);
        if (array == null || Array.getLength(array) != size) {
            array = Array.newInstance(type.componentType(), size);
            put(site, array);
        }
        return type.cast(array);
    }

    /** An array of the checked device, none of it written when the group begins. */
    CheckedArray checkedArray(int size, int elementBytes, int site, int location) {
        CheckedArray array = (CheckedArray) at(site);
        if (array == null) {
            array = allocate(size, elementBytes, location);
            put(site, array);
        }
        if (array.size() != size) {
            throw new AccessFault(
                    array,
                    location,
                    "allocates %s with " + size + " elements, but other work-items of the group with " + array.size());
        }
        return array;
    }

    private CheckedArray allocate(int size, int elementBytes, int location) {
        bytes += (long) size * elementBytes;
        if (size < 0 || bytes > JvmDevice.LOCAL_MEMORY_BYTES) {
            throw new AccessFault(
                    null,
                    location,
                    "allocates a local array of " + size + " elements, with which the group has " + bytes
                            + " bytes of local memory; the device has " + JvmDevice.LOCAL_MEMORY_BYTES);
        }
        return CheckedArray.local(size, elementBytes, location, clock);
    }

    private Object at(int site) {
        return site < arrays.length ? arrays[site] : null;
    }

    private void put(int site, Object array) {
        if (site >= arrays.length) {
            arrays = Arrays.copyOf(arrays, site + 1);
        }
        arrays[site] = array;
    }

    /** Forgets all arrays: a group of the checked device begins. */
    void beginGroup(EpochClock now) {
        Arrays.fill(arrays, null);
        bytes = 0;
        clock = now;
    }
}
