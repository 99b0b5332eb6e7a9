package io.github.tornadosort;

import io.github.tornadosort.internal.host.keys.HostKeys;
import java.lang.foreign.MemorySegment;

/** The checks of arguments that several operations share. Each throws what {@link Sorter} describes under "Errors". */
final class ArgumentChecks {
    private ArgumentChecks() {}

    /** Returns the values that move with the keys. */
    static Column requireValues(Column keys, Column values) {
        requireWritable(keys, "keys");
        requireWritable(values, "values");
        requireValues(values.size(), keys.size());
        Column moved = values.range(0, keys.size());
        requireApart(keys, "the keys", moved, "the values");
        return moved;
    }

    static void requireIndexes(Column keys) {
        if (keys.size() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(keys.size() + " keys are more than ints can number; at most "
                    + Integer.MAX_VALUE + " may be sorted by index");
        }
    }

    /** Checks that an array has room for the indices of all keys. */
    static void requireIndexesInArray(Column keys) {
        requireIndexes(keys);
        if (keys.size() > HostKeys.MAX_KEYS) {
            throw new IllegalArgumentException("the indices of " + keys.size()
                    + " keys are more than an array can hold; at most " + HostKeys.MAX_KEYS + " may be sorted by index");
        }
    }

    static void requireApart(Column a, String what, Column b, String other) {
        requireApart(a.segment(), what, b.segment(), other);
    }

    static void requireApart(MemorySegment a, String what, MemorySegment b, String other) {
        if (a.asOverlappingSlice(b).isPresent()) {
            throw new IllegalArgumentException(what + " and " + other + " overlap in memory; give each its own");
        }
    }

    static void requireValues(long values, long keys) {
        if (values < keys) {
            throw new IllegalArgumentException(
                    values + " values for " + keys + " keys; there must be one for each");
        }
    }

    static void requireWritable(Column column, String what) {
        requireWritable(column.segment(), what);
    }

    static void requireWritable(MemorySegment memory, String what) {
        if (memory.isReadOnly()) {
            throw new IllegalArgumentException("the memory of the " + what + " is read-only; sort a copy of it");
        }
    }

    static void requireWritable(Strings strings) {
        if (strings.array() == null) {
            requireWritable(strings.bytes(), "bytes");
            requireWritable(strings.offsets(), "offsets");
            requireApart(strings.offsets().segment(), "the offsets", strings.bytes(), "the bytes");
            if (strings.validity() != null) {
                requireWritable(strings.validity(), "validity bitmap");
                requireApart(strings.validity(), "the validity bitmap", strings.bytes(), "the bytes");
                requireApart(strings.validity(), "the validity bitmap", strings.offsets().segment(), "the offsets");
            }
        }
    }
}
