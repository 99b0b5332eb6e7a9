package io.github.tornadosort.internal.order;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.memory.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Presents the keys of a column as longs in the order of the sort: of two keys, the one with the smaller long comes first,
 * and keys that the sort considers equal have the same long. Host code therefore needs only one version for all types,
 * directions and ranges of bits.
 */
public final class OrderedKeys {
    /** The smallest possible key: the long for ordered bits that are all 0. */
    public static final long SMALLEST = Long.MIN_VALUE;

    private final Column keys;
    private final int kind;
    private final long flip;
    private final long mask;

    /** Wraps a column; copies nothing. */
    public OrderedKeys(Column keys, SortOptions options) {
        KeyType type = keys.type();
        this.keys = keys;
        this.kind = type.isFloat() ? OrderedBits.FLOAT : OrderedBits.INTEGER;
        this.flip = flip(type, options.isDescending());
        this.mask = options.bitMask(type);
    }

    /** Presents the bits of keys or values, of any type, as signed numbers. */
    public static OrderedKeys ofBits(Column column) {
        KeyType type = switch (column.type().bytes()) {
            case 1 -> KeyType.INT8;
            case 2 -> KeyType.INT16;
            case 4 -> KeyType.INT32;
            default -> KeyType.INT64;
        };
        return new OrderedKeys(column.as(type), SortOptions.ascending());
    }

    /** Returns the mask to XOR with a key's ordered bits so that they compare as unsigned numbers. Kernels use it too. */
    public static long flip(KeyType type, boolean descending) {
        boolean signed = !type.isUnsigned() && !type.isFloat();
        long sign = signed ? 1L << (type.bits() - 1) : 0;
        return descending ? ~sign : sign;
    }

    /** Returns the largest possible key: the long for ordered bits of which all that count are 1. */
    public long largest() {
        return mask ^ SMALLEST;
    }

    /** Returns the number of bits of a key. */
    public int bits() {
        return keys.type().bits();
    }

    /** Returns the number of keys. */
    public long size() {
        return keys.size();
    }

    /** Returns one key. */
    public long at(long index) {
        MemorySegment memory = keys.segment();
        long bits = switch (keys.type().bytes()) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, index);
            case 2 -> memory.get(Layouts.SHORT, 2 * index);
            case 4 -> OrderedBits.of(memory.get(Layouts.INT, 4 * index), kind);
            default -> OrderedBits.of(memory.get(Layouts.LONG, 8 * index), kind);
        };
        return ordered(bits);
    }

    /**
     * Returns the first index in [from, to) whose key is not less than the given one, or {@code to}. That range must be sorted.
     */
    public long lowerBound(long key, long from, long to) {
        long low = from;
        long high = to;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (at(middle) < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Converts ordered bits of a key, which compare as unsigned numbers, to a long that compares as a signed number. */
    private long ordered(long bits) {
        return ((bits ^ flip) & mask) ^ SMALLEST;
    }

    /**
     * Computes {@link OrderedBits#of(int, int)} of a float without a branch, so that the JIT compiler can vectorise the loop.
     */
    public static int ofFloat(int key) {
        int nan = (0x7f800000 - (key & 0x7fffffff)) >> 31;
        return (key ^ (key >> 31 | 0x80000000)) - 0x007fffff | nan;
    }

    private static long ofFloat(long key) {
        long nan = (0x7ff0000000000000L - (key & 0x7fffffffffffffffL)) >> 63;
        return (key ^ (key >> 63 | 0x8000000000000000L)) - 0x000fffffffffffffL | nan;
    }

    /**
     * Reads n keys that start at index {@code first} into an array, from index {@code at} on.
     *
     * @param ints overwritten, if keys have fewer than 64 bits: at least n ints
     */
    public void read(long first, int n, long[] to, int at, int[] ints) {
        if (keys.type().bytes() < Long.BYTES) {
            read(first, n, ints, 0);
            for (int i = 0; i < n; i++) {
                to[at + i] = toLong(ints[i]);
            }
            return;
        }
        MemorySegment.copy(keys.segment(), Layouts.LONG, 8 * first, to, at, n);
        if (kind == OrderedBits.FLOAT) {
            toWordsOfDoubles(to, at, n, flip, mask);
        } else if (mask != -1 || flip != SMALLEST) {
            toWords(to, at, n, flip, mask);
        }
    }

    /** Reads n keys of 64 bits. */
    public void read(long first, int n, long[] to, int at) {
        read(first, n, to, at, null);
    }

    /** Reads n keys of at most 32 bits as ints: loops over ints process twice as many keys at a time. */
    public void read(long first, int n, int[] to, int at) {
        MemorySegment memory = keys.segment();
        switch (keys.type().bytes()) {
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
        if (kind == OrderedBits.FLOAT) {
            toWordsOfFloats(to, at, n, (int) flip, (int) mask);
        } else if ((int) mask != -1 || (int) flip != Integer.MIN_VALUE) {
            toWords(to, at, n, (int) flip, (int) mask);
        }
    }

    /** Returns the long of the key that {@link #read(long, int, int[], int)} reads as an int. */
    public static long toLong(int word) {
        return Integer.toUnsignedLong(word ^ Integer.MIN_VALUE) ^ SMALLEST;
    }

    /** The inverse of {@link #toLong}. */
    public static int ofLong(long word) {
        return (int) word ^ Integer.MIN_VALUE;
    }

    // The loops. They call nothing but what is inlined: until they are compiled, calls would double the time.

    private static void toWords(int[] words, int at, int n, int flip, int mask) {
        for (int i = at; i < at + n; i++) {
            words[i] = (words[i] ^ flip) & mask ^ Integer.MIN_VALUE;
        }
    }

    private static void toWordsOfFloats(int[] words, int at, int n, int flip, int mask) {
        for (int i = at; i < at + n; i++) {
            words[i] = (ofFloat(words[i]) ^ flip) & mask ^ Integer.MIN_VALUE;
        }
    }

    private static void toWords(long[] words, int at, int n, long flip, long mask) {
        for (int i = at; i < at + n; i++) {
            words[i] = (words[i] ^ flip) & mask ^ SMALLEST;
        }
    }

    private static void toWordsOfDoubles(long[] words, int at, int n, long flip, long mask) {
        for (int i = at; i < at + n; i++) {
            words[i] = (ofFloat(words[i]) ^ flip) & mask ^ SMALLEST;
        }
    }

    /**
     * The inverse of {@link #read(long, int, long[], int, int[])}, if all bits are compared; overwrites the array. All NaNs are written as
     * the same NaN.
     */
    public void write(long[] from, int at, int n, long first, int[] ints) {
        if (keys.type().bytes() < Long.BYTES) {
            for (int i = 0; i < n; i++) {
                ints[i] = ofLong(from[at + i]);
            }
            write(ints, 0, n, first);
            return;
        }
        if (kind == OrderedBits.FLOAT) {
            toDoubles(from, at, n, flip ^ SMALLEST);
        } else if (flip != SMALLEST) {
            toLongs(from, at, n, flip ^ SMALLEST);
        }
        MemorySegment.copy(from, at, keys.segment(), Layouts.LONG, 8 * first, n);
    }

    /** Writes keys of 64 bits. */
    public void write(long[] from, int at, int n, long first) {
        write(from, at, n, first, null);
    }

    /** The inverse of {@link #read(long, int, int[], int)}, as that of longs. */
    public void write(int[] from, int at, int n, long first) {
        MemorySegment memory = keys.segment();
        if (kind == OrderedBits.FLOAT) {
            toFloats(from, at, n, (int) flip ^ Integer.MIN_VALUE);
        } else if ((int) flip != Integer.MIN_VALUE) {
            for (int i = at; i < at + n; i++) {
                from[i] ^= (int) flip ^ Integer.MIN_VALUE;
            }
        }
        switch (keys.type().bytes()) {
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    memory.set(ValueLayout.JAVA_BYTE, first + i, (byte) from[at + i]);
                }
            }
            case 2 -> {
                for (int i = 0; i < n; i++) {
                    memory.set(Layouts.SHORT, 2 * (first + i), (short) from[at + i]);
                }
            }
            default -> MemorySegment.copy(from, at, memory, Layouts.INT, 4 * first, n);
        }
    }

    private static void toFloats(int[] words, int at, int n, int flip) {
        for (int i = at; i < at + n; i++) {
            int bits = (words[i] ^ flip) + 0x007fffff;
            words[i] = bits ^ (~(bits >> 31) | 0x80000000);
        }
    }

    private static void toLongs(long[] words, int at, int n, long flip) {
        for (int i = at; i < at + n; i++) {
            words[i] ^= flip;
        }
    }

    private static void toDoubles(long[] words, int at, int n, long flip) {
        for (int i = at; i < at + n; i++) {
            long bits = (words[i] ^ flip) + 0x000fffffffffffffL;
            words[i] = bits ^ (~(bits >> 63) | 0x8000000000000000L);
        }
    }
}
