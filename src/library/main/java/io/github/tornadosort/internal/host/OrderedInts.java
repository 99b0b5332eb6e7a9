package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Presents keys of at most 32 bits as ints in the order of the sort, as {@link OrderedKeys} presents keys of any width as
 * longs. Loops over ints process twice as many keys at a time.
 */
final class OrderedInts {
    private static final int ALL_BITS = -1;

    private final KeyType type;
    private final MemorySegment memory;
    private final int flip;
    private final int mask;

    /** Wraps a column; copies nothing. */
    OrderedInts(Column keys, SortOptions options) {
        this.type = keys.type();
        this.memory = keys.segment();
        this.flip = (int) OrderedKeys.flip(type, options.isDescending());
        this.mask = (int) options.bitMask(type);
    }

    /** Reads the n keys that start at index {@code first} into the array, from index {@code at} on. */
    void read(long first, int n, int[] to, int at) {
        switch (type.bytes()) {
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    to[at + i] = memory.get(ValueLayout.JAVA_BYTE, first + i);
                }
            }
            case 2 -> {
                for (int i = 0; i < n; i++) {
                    to[at + i] = memory.get(Layouts.SHORT, 2 * (first + i));
                }
            }
            default -> MemorySegment.copy(memory, Layouts.INT, 4 * first, to, at, n);
        }
        if (type.isFloat()) {
            for (int i = at; i < at + n; i++) {
                to[i] = ordered(OrderedKeys.ofFloat(to[i]));
            }
        } else if (mask != ALL_BITS || flip != Integer.MIN_VALUE) {
            // Not calls of ordered(): until the loop is compiled, they would double the time.
            int flipped = flip;
            int counted = mask;
            for (int i = at; i < at + n; i++) {
                to[i] = (to[i] ^ flipped) & counted ^ Integer.MIN_VALUE;
            }
        }
    }

    /** Converts ordered bits of a key, which compare as unsigned numbers, to an int that compares as a signed number. */
    private int ordered(int bits) {
        return ((bits ^ flip) & mask) ^ Integer.MIN_VALUE;
    }

    /** {@return the long of {@link OrderedKeys} for the same key} */
    static long toLong(int ordered) {
        return Integer.toUnsignedLong(ordered ^ Integer.MIN_VALUE) ^ OrderedKeys.SMALLEST;
    }

    /** The inverse of {@link #toLong}. */
    static int ofLong(long key) {
        return (int) key ^ Integer.MIN_VALUE;
    }

    /**
     * The inverse of {@link #read}: writes keys to another column. Not for keys that are ordered by some of their bits. All
     * NaNs are written as the same NaN.
     *
     * @param from ordered ints, overwritten by the keys' bits
     * @param at index of the first of them
     * @param to a column of the keys' type
     * @param first index of the first key to write
     */
    void write(int[] from, int at, int n, Column to, long first) {
        if (flip != Integer.MIN_VALUE) {
            for (int i = at; i < at + n; i++) {
                from[i] ^= flip ^ Integer.MIN_VALUE;
            }
        }
        if (type.isFloat()) {
            for (int i = at; i < at + n; i++) {
                int bits = from[i] + 0x007fffff;
                from[i] = bits ^ (~(bits >> 31) | 0x80000000);
            }
        }
        MemorySegment keys = to.segment();
        switch (type.bytes()) {
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    keys.set(ValueLayout.JAVA_BYTE, first + i, (byte) from[at + i]);
                }
            }
            case 2 -> {
                for (int i = 0; i < n; i++) {
                    keys.set(Layouts.SHORT, 2 * (first + i), (short) from[at + i]);
                }
            }
            default -> MemorySegment.copy(from, at, keys, Layouts.INT, 4 * first, n);
        }
    }
}
