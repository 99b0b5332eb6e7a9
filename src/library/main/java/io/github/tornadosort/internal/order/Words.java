package io.github.tornadosort.internal.order;

/** Presents the elements of a column as longs in the order of the sort, or as ints if they have at most 32 bits. */
public interface Words {
    /** Returns the number of bits of an element. */
    int bits();

    /** Returns the number of elements. */
    long size();

    /** Returns one word. */
    long at(long index);

    /**
     * Reads n words that start at index {@code first} into an array, from index {@code at} on.
     *
     * @param ints overwritten, if elements have fewer than 64 bits: at least n ints
     */
    void read(long first, int n, long[] to, int at, int[] ints);

    /** Reads n words as ints. */
    void read(long first, int n, int[] to, int at);

    /** The inverse of {@link #read(long, int, long[], int, int[])}, if words were made from all bits. Overwrites the array. */
    void write(long[] from, int at, int n, long first, int[] ints);

    /** The inverse of {@link #read(long, int, int[], int)}. Overwrites the array. */
    void write(int[] from, int at, int n, long first);
}
