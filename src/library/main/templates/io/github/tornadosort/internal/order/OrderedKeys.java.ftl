package io.github.tornadosort.internal.order;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
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
    public OrderedKeys(Column keys, Order sortOrder) {
        KeyType type = keys.type();
        this.keys = keys;
        this.kind = type.isFloat() ? OrderedBits.FLOAT : OrderedBits.INTEGER;
        this.flip = flip(type, sortOrder.isDescending());
        this.mask = sortOrder.bitMask(type);
    }

    /** Presents the bits of keys or values, of any type, as signed numbers. */
    public static OrderedKeys ofBits(Column column) {
        KeyType type = switch (column.type().bytes()) {
            case 1 -> KeyType.INT8;
            case 2 -> KeyType.INT16;
            case 4 -> KeyType.INT32;
            default -> KeyType.INT64;
        };
        return new OrderedKeys(column.as(type), Order.ASCENDING);
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
        toWords(to, at, n);
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
        toWords(to, at, n);
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

<#list [["int", "Integer", "(int) ", "0x7f800000"], ["long", "Long", "", "0x7ff0000000000000L"]] as t>
<#assign word = t[0], Word = t[1], cast = t[2], infinity = t[3]>
    private void toWords(${word}[] words, int at, int n) {
        if (kind == OrderedBits.FLOAT) {
            toWordsOfFloats(words, at, n, ${cast}flip, ${cast}mask);
        } else if (${cast}mask != -1 || ${cast}flip != ${Word}.MIN_VALUE) {
            toWords(words, at, n, ${cast}flip, ${cast}mask);
        }
    }

    private static void toWords(${word}[] words, int at, int n, ${word} flip, ${word} mask) {
        for (int i = at; i < at + n; i++) {
            words[i] = (words[i] ^ flip) & mask ^ ${Word}.MIN_VALUE;
        }
    }

    private static void toWordsOfFloats(${word}[] words, int at, int n, ${word} flip, ${word} mask) {
        for (int i = at; i < at + n; i++) {
            words[i] = (ofFloat(words[i]) ^ flip) & mask ^ ${Word}.MIN_VALUE;
        }
    }

    /** Computes {@link OrderedBits#of(${word}, int)} of a float without a branch, so that the JIT compiler can vectorise the loop. */
    private static ${word} ofFloat(${word} key) {
        ${word} nan = (${infinity} - (key & ${Word}.MAX_VALUE)) >> ${Word}.SIZE - 1;
        return key ^ (key >> ${Word}.SIZE - 1 | ${Word}.MIN_VALUE) | nan;
    }

    private void toKeys(${word}[] words, int at, int n) {
        if (kind == OrderedBits.FLOAT) {
            toFloats(words, at, n, ${cast}flip ^ ${Word}.MIN_VALUE);
        } else if (${cast}flip != ${Word}.MIN_VALUE) {
            toIntegers(words, at, n, ${cast}flip ^ ${Word}.MIN_VALUE);
        }
    }

    private static void toIntegers(${word}[] words, int at, int n, ${word} flip) {
        for (int i = at; i < at + n; i++) {
            words[i] ^= flip;
        }
    }

    private static void toFloats(${word}[] words, int at, int n, ${word} flip) {
        for (int i = at; i < at + n; i++) {
            ${word} bits = words[i] ^ flip;
            words[i] = bits ^ (~(bits >> ${Word}.SIZE - 1) | ${Word}.MIN_VALUE);
        }
    }

</#list>
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
        toKeys(from, at, n);
        MemorySegment.copy(from, at, keys.segment(), Layouts.LONG, 8 * first, n);
    }

    /** Writes keys of 64 bits. */
    public void write(long[] from, int at, int n, long first) {
        write(from, at, n, first, null);
    }

    /** The inverse of {@link #read(long, int, int[], int)}, as that of longs. */
    public void write(int[] from, int at, int n, long first) {
        MemorySegment memory = keys.segment();
        toKeys(from, at, n);
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
}
