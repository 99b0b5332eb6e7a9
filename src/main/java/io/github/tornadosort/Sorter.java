package io.github.tornadosort;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Sorts keys on one device. */
public final class Sorter implements AutoCloseable {
    public static Sorter open() {
        return open(SortDevice.preferred());
    }

    public static Sorter open(SortDevice device) {
        throw new UnsupportedOperationException("being written");
    }

    public SortStats sort(int[] keys) {
        return sort(Column.of(keys));
    }

    public SortStats sort(int[] keys, int fromIndex, int toIndex) {
        return sort(Column.of(keys, fromIndex, toIndex));
    }

    public SortStats sort(IntArray keys) {
        return sort(Column.of(keys));
    }

    /** The keys of a column, in place, ascending. INT32 and UINT32 for now. */
    public SortStats sort(Column keys) {
        throw new UnsupportedOperationException("being written");
    }

    /** The most keys of this type that one call can hold in the device's (or JVM's) memory. */
    public long capacity(KeyType type) {
        throw new UnsupportedOperationException("being written");
    }

    @Override
    public void close() {}
}
