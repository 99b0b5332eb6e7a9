package io.github.tornadosort.internal.host;

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

    /** Returns the mask to XOR with a key's ordered bits so that they compare as unsigned numbers. Kernels use it too. */
    public static long flip(KeyType type, boolean descending) {
        boolean signed = !type.isUnsigned() && !type.isFloat();
        long sign = signed ? 1L << (type.bits() - 1) : 0;
        return descending ? ~sign : sign;
    }

    /** Returns the largest possible key: the long for ordered bits of which all that count are 1. */
    long largest() {
        return mask ^ SMALLEST;
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

    /** Returns one key as {@link #at} does, but as an unsigned number. */
    long unsignedAt(long index) {
        return at(index) ^ SMALLEST;
    }

    /** Writes 32-bit keys to the upper halves of longs, as unsigned numbers; the lower halves are 0. */
    void pack(int[] from, int fromIndex, long[] to, int toIndex, int count) {
        int flip32 = (int) flip;
        int mask32 = (int) mask;
        if (kind == OrderedBits.INTEGER) {
            for (int i = 0; i < count; i++) {
                to[toIndex + i] = (long) ((from[fromIndex + i] ^ flip32) & mask32) << Integer.SIZE;
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[toIndex + i] = (long) ((ofFloat(from[fromIndex + i]) ^ flip32) & mask32) << Integer.SIZE;
            }
        }
    }

    /** Computes the keys that {@link #pack} was given. All of their bits must count, and there must be no NaN. */
    void unpack(long[] from, int fromIndex, int[] to, int toIndex, int count) {
        int flip32 = (int) flip;
        if (kind == OrderedBits.INTEGER) {
            for (int i = 0; i < count; i++) {
                to[toIndex + i] = (int) (from[fromIndex + i] >> Integer.SIZE) ^ flip32;
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[toIndex + i] = toFloat((int) (from[fromIndex + i] >> Integer.SIZE) ^ flip32);
            }
        }
    }

    /** The inverse of {@link #ofFloat(int)} for numbers. Ordered bits up to 0x7f800000 are those of negative numbers. */
    private static int toFloat(int bits) {
        return Integer.compareUnsigned(bits, 0x7f800000) <= 0 ? ~(bits + 0x007fffff) : (bits ^ 0x80000000) + 0x007fffff;
    }

    /** Converts ordered bits of a key, which compare as unsigned numbers, to a long that compares as a signed number. */
    private long ordered(long bits) {
        return ((bits ^ flip) & mask) ^ SMALLEST;
    }

    /**
     * Computes {@link OrderedBits#of(int, int)} of a float without a branch, so that the JIT compiler can vectorise the loop.
     */
    static int ofFloat(int key) {
        int nan = (0x7f800000 - (key & 0x7fffffff)) >> 31;
        return (key ^ (key >> 31 | 0x80000000)) - 0x007fffff | nan;
    }

    private static long ofFloat(long key) {
        long nan = (0x7ff0000000000000L - (key & 0x7fffffffffffffffL)) >> 63;
        return (key ^ (key >> 63 | 0x8000000000000000L)) - 0x000fffffffffffffL | nan;
    }

    /** Reads keys a tile at a time, in loops that the JIT compiler vectorises. Not thread-safe. */
    public final class Reader {
        /** Keys per tile; small enough for a tile to stay in the first-level cache. */
        public static final int TILE = 1024;

        private final byte[] bytes;
        private final short[] shorts;
        private final int[] ints;

        private Reader(int tile) {
            this.bytes = new byte[keys.type().bytes() == 1 ? tile : 0];
            this.shorts = new short[keys.type().bytes() == 2 ? tile : 0];
            this.ints = new int[keys.type().bytes() == 4 ? tile : 0];
        }

        /** Reads the n keys that start at index {@code first} into the array. n is at most the length of a tile. */
        public void read(long first, int n, long[] to) {
            read(first, n, to, 0);
        }

        /** Reads n keys into the array from index {@code at} on. */
        void read(long first, int n, long[] to, int at) {
            read(keys.segment(), first, n, to, at);
        }

        /** Reads n keys of other memory, which has keys of the same type, into the array from index {@code at} on. */
        void read(MemorySegment memory, long first, int n, long[] to, int at) {
            // Not calls of ordered(): until the loops are compiled, they would double the time.
            long flipped = flip;
            long counted = mask;
            switch (keys.type().bytes()) {
                case 1 -> {
                    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, first, bytes, 0, n);
                    for (int i = 0; i < n; i++) {
                        to[at + i] = (bytes[i] ^ flipped) & counted ^ SMALLEST;
                    }
                }
                case 2 -> {
                    MemorySegment.copy(memory, Layouts.SHORT, 2 * first, shorts, 0, n);
                    for (int i = 0; i < n; i++) {
                        to[at + i] = (shorts[i] ^ flipped) & counted ^ SMALLEST;
                    }
                }
                case 4 -> {
                    MemorySegment.copy(memory, Layouts.INT, 4 * first, ints, 0, n);
                    if (kind == OrderedBits.INTEGER) {
                        for (int i = 0; i < n; i++) {
                            to[at + i] = (ints[i] ^ flipped) & counted ^ SMALLEST;
                        }
                    } else {
                        for (int i = 0; i < n; i++) {
                            to[at + i] = ordered(ofFloat(ints[i]));
                        }
                    }
                }
                default -> {
                    MemorySegment.copy(memory, Layouts.LONG, 8 * first, to, at, n);
                    if (kind == OrderedBits.INTEGER) {
                        for (int i = 0; i < n; i++) {
                            to[at + i] = (to[at + i] ^ flipped) & counted ^ SMALLEST;
                        }
                    } else {
                        for (int i = 0; i < n; i++) {
                            to[at + i] = ordered(ofFloat(to[at + i]));
                        }
                    }
                }
            }
        }
    }

    /** Reads n keys of 64 bits that start at index {@code first} into the array, from index {@code at} on. */
    void read(long first, int n, long[] to, int at) {
        MemorySegment.copy(keys.segment(), Layouts.LONG, 8 * first, to, at, n);
        if (kind == OrderedBits.FLOAT) {
            for (int i = at; i < at + n; i++) {
                to[i] = ordered(ofFloat(to[i]));
            }
        } else if (mask != -1 || flip != SMALLEST) {
            long flipped = flip;
            long counted = mask;
            for (int i = at; i < at + n; i++) {
                to[i] = (to[i] ^ flipped) & counted ^ SMALLEST;
            }
        }
    }

    /**
     * The inverse of {@link #read}: writes keys to another column. Not for keys that are ordered by some of their bits.
     * All NaNs are written as the same NaN.
     *
     * @param from ordered longs, overwritten by the keys' bits
     * @param at index of the first of them
     * @param to a column of the keys' type
     * @param first index of the first key to write
     */
    void write(long[] from, int at, int n, Column to, long first) {
        if (flip != SMALLEST) {
            for (int i = at; i < at + n; i++) {
                from[i] ^= flip ^ SMALLEST;
            }
        }
        if (kind == OrderedBits.FLOAT) {
            for (int i = at; i < at + n; i++) {
                long bits = from[i] + 0x000fffffffffffffL;
                from[i] = bits ^ (~(bits >> 63) | 0x8000000000000000L);
            }
        }
        MemorySegment.copy(from, at, to.segment(), Layouts.LONG, 8 * first, n);
    }

    /** Returns a reader of tiles of {@link Reader#TILE} keys, for use by one thread. */
    public Reader reader() {
        return reader(Reader.TILE);
    }

    /** Returns a reader of tiles of the given length, for use by one thread. */
    Reader reader(int tile) {
        return new Reader(tile);
    }
}
