package io.github.tornadosort.internal.conformance;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The expected results: the JDK's stable merge sort by comparator, of indices. Shares no code with the sorts that are
 * checked. */
public final class Reference {
    private Reference() {}

    /** Returns the indices of the keys in sorted order. */
    public static int[] order(Column keys, SortOptions options) {
        return order(KeyData.bits(keys), keys.type(), options);
    }

    public static int[] order(long[] bits, KeyType type, SortOptions options) {
        Comparator<Long> comparator = comparator(type, options);
        Long[] boxed = Arrays.stream(bits).boxed().toArray(Long[]::new);
        return order(bits.length, (a, b) -> comparator.compare(boxed[a], boxed[b]));
    }

    /** Returns the indices of n rows in sorted order. */
    public static int[] order(int n, Comparator<Integer> comparator) {
        Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(order, comparator);
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    /** Compares keys by their bits. */
    public static Comparator<Long> comparator(KeyType type, SortOptions options) {
        boolean allBits = options.beginBit() == 0 && options.endBit() == SortOptions.ALL_BITS;
        Comparator<Long> ascending = allBits ? byValue(type) : bySomeBits(type, options);
        return options.isDescending() ? ascending.reversed() : ascending;
    }

    private static Comparator<Long> byValue(KeyType type) {
        return switch (type) {
            case INT8 -> Comparator.comparing(Long::byteValue);
            case INT16 -> Comparator.comparing(Long::shortValue);
            case INT32 -> Comparator.comparing(Long::intValue);
            case INT64 -> Comparator.naturalOrder();
            case UINT8, UINT16, UINT32, UINT64 -> Long::compareUnsigned;
            case FLOAT32 -> Comparator.comparing(bits -> Float.intBitsToFloat(bits.intValue()));
            case FLOAT64 -> Comparator.comparing(Double::longBitsToDouble);
        };
    }

    private static Comparator<Long> bySomeBits(KeyType type, SortOptions options) {
        int end = options.endBit() == SortOptions.ALL_BITS ? type.bits() : options.endBit();
        return Comparator.comparing(bits -> {
            String binary = ("0".repeat(64) + Long.toBinaryString(orderedBits(type, bits)));
            String key = binary.substring(binary.length() - end, binary.length() - options.beginBit());
            return key;
        });
    }

    /** A key's rank among all keys of its type: an unsigned number. */
    public static long orderedBits(KeyType type, long bits) {
        long sign = 1L << (type.bits() - 1);
        long ones = sign | (sign - 1);
        if (!type.isFloat()) {
            return (type.isUnsigned() ? bits : bits ^ sign) & ones;
        }
        boolean isNan = type == KeyType.FLOAT32
                ? Float.isNaN(Float.intBitsToFloat((int) bits))
                : Double.isNaN(Double.longBitsToDouble(bits));
        long smallest = type == KeyType.FLOAT32 ? ~0xff800000 : ~0xfff0000000000000L;
        long ordered = (bits & sign) != 0 ? ~bits : bits ^ sign;
        return isNan ? ones : (ordered & ones) - smallest;
    }
}
