package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.kernel.OrderedBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A column's keys as longs that are ordered as the sort orders the keys: of two keys, the one with the smaller long comes
 * first, and keys that the sort holds for equal have the same long. So what the host does with sorted keys is written once,
 * for every type, direction and range of bits.
 */
public final class OrderedKeys {
    /** No key is smaller; ordered bits that are all 0 are this. */
    public static final long SMALLEST = Long.MIN_VALUE;

    private final Column keys;
    private final int kind;
    private final long flip;
    private final long mask;

    public OrderedKeys(Column keys, SortOptions options) {
        KeyType type = keys.type();
        this.keys = keys;
        this.kind = type.isFloat() ? OrderedBits.FLOAT : OrderedBits.INTEGER;
        this.flip = flip(type, options.isDescending());
        this.mask = options.bitMask(type);
    }

    /** What is XORed to a key's ordered bits, so that they order as unsigned numbers do: here, and in kernels. */
    public static long flip(KeyType type, boolean descending) {
        boolean signed = !type.isUnsigned() && !type.isFloat();
        long sign = signed ? 1L << (type.bits() - 1) : 0;
        return descending ? ~sign : sign;
    }

    /** How many there are. */
    public long size() {
        return keys.size();
    }

    /** One key. */
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

    /** The first index in [from, to) whose key is not smaller, or {@code to}; the keys there are sorted. */
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

    /** Unsigned order to signed order. */
    private long ordered(long bits) {
        return ((bits ^ flip) & mask) ^ SMALLEST;
    }

    /** {@link OrderedBits#of(int, int)} of a float without a branch, which the JIT cannot compile to vector code. */
    private static int ofFloat(int key) {
        int nan = (0x7f800000 - (key & 0x7fffffff)) >> 31;
        return (key ^ (key >> 31 | 0x80000000)) - 0x007fffff | nan;
    }

    private static long ofFloat(long key) {
        long nan = (0x7ff0000000000000L - (key & 0x7fffffffffffffffL)) >> 63;
        return (key ^ (key >> 63 | 0x8000000000000000L)) - 0x000fffffffffffffL | nan;
    }

    /** Reads a tile of keys at a time, in loops that the JIT compiles to vector code. For one thread. */
    public final class Reader {
        /** Keys of a tile: few enough that it stays in the first-level cache. */
        public static final int TILE = 1024;

        private final byte[] bytes;
        private final short[] shorts;
        private final int[] ints;

        private Reader(int tile) {
            this.bytes = new byte[keys.type().bytes() == 1 ? tile : 0];
            this.shorts = new short[keys.type().bytes() == 2 ? tile : 0];
            this.ints = new int[keys.type().bytes() == 4 ? tile : 0];
        }

        /** Puts the n keys from {@code first} on into the array; at most as many as a tile has. */
        public void read(long first, int n, long[] to) {
            MemorySegment memory = keys.segment();
            switch (keys.type().bytes()) {
                case 1 -> {
                    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, first, bytes, 0, n);
                    for (int i = 0; i < n; i++) {
                        to[i] = ordered(bytes[i]);
                    }
                }
                case 2 -> {
                    MemorySegment.copy(memory, Layouts.SHORT, 2 * first, shorts, 0, n);
                    for (int i = 0; i < n; i++) {
                        to[i] = ordered(shorts[i]);
                    }
                }
                case 4 -> {
                    MemorySegment.copy(memory, Layouts.INT, 4 * first, ints, 0, n);
                    if (kind == OrderedBits.INTEGER) {
                        for (int i = 0; i < n; i++) {
                            to[i] = ordered(ints[i]);
                        }
                    } else {
                        for (int i = 0; i < n; i++) {
                            to[i] = ordered(ofFloat(ints[i]));
                        }
                    }
                }
                default -> {
                    MemorySegment.copy(memory, Layouts.LONG, 8 * first, to, 0, n);
                    if (kind == OrderedBits.INTEGER) {
                        for (int i = 0; i < n; i++) {
                            to[i] = ordered(to[i]);
                        }
                    } else {
                        for (int i = 0; i < n; i++) {
                            to[i] = ordered(ofFloat(to[i]));
                        }
                    }
                }
            }
        }
    }

    /** A reader for the calling thread, of tiles of {@link Reader#TILE} keys. */
    public Reader reader() {
        return reader(Reader.TILE);
    }

    /** A reader for one thread, of tiles of that many keys. */
    Reader reader(int tile) {
        return new Reader(tile);
    }
}
