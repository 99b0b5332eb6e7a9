package io.github.tornadosort;

import io.github.tornadosort.internal.host.keys.HostKeys;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The checks of arguments that several operations share. Each throws what {@link Sorter} describes under "Errors". */
final class ArgumentChecks {
    private ArgumentChecks() {}

    /** Returns the rows of the values that move with the keys. */
    static List<Column> requireValues(Column keys, Column... values) {
        requireWritable(keys, "keys");
        List<Column> moved = requireValues(keys.size(), values);
        for (Column column : moved) {
            requireApart(keys, "the keys", column, "the values");
        }
        return moved;
    }

    /** Returns the first n values of each column: those that move with n keys. */
    static List<Column> requireValues(long n, Column... values) {
        List<Column> moved = new ArrayList<>(values.length);
        for (Column column : values) {
            requireWritable(column, "values");
            requireValues(column.size(), n);
            Column rows = column.range(0, n);
            for (Column other : moved) {
                requireApart(other, "the values", rows, "other values");
            }
            moved.add(rows);
        }
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
