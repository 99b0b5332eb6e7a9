package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.threads.Crew;

/**
 * Rows to sort. While they are sorted, a row is one long, the bits of the key above those of the value, or two longs, a key and a value.
 * A sort orders packed rows by the bits of the key only.
 */
abstract class Rows {
    /** The number of bits of a packed row that are the value; 0 if rows are not packed. */
    final int low;

    Rows(int low) {
        this.low = low;
    }

    final boolean arePacked() {
        return low > 0;
    }

    /** Returns whether the keys of two rows are equal; rows that are not packed are given as their keys. */
    final boolean areEqual(long a, long b) {
        return a >> low == b >> low;
    }

    /** Returns these rows, packed if key and value fit in a long. */
    Rows pack(Crew crew) {
        return this;
    }

    /** Returns the number of rows. */
    abstract int size();

    /** Returns the key of a row as a word. */
    abstract long at(int index);

    /**
     * Loads the keys of n rows as words.
     *
     * @param ints overwritten: a tile of ints, or n
     */
    abstract void load(int first, long[] to, int at, int n, int[] ints);

    /**
     * Loads n rows.
     *
     * @param to receives packed rows, or keys, from index {@code at} on
     * @param values receives the values at the same indices, unless rows are packed
     * @param local the calling thread's memory; its spare array is overwritten if rows are packed
     */
    abstract void load(int first, int n, long[] to, long[] values, int at, LocalRows local);

    /** Stores the first n rows of a thread's memory, which are overwritten, from an index on. Allocates nothing. */
    abstract void store(LocalRows local, int n, int first);
}
