package io.github.tornadosort.reference;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The expected results: the JDK's stable merge sort of indices by a comparator. It shares no code with the sorts that are
 * checked.
 */
public final class Reference {
    private Reference() {}

    /** Compares two keys by their bits. */
    private interface BitsComparator {
        int compare(long a, long b);
    }

    /** Returns the indices of the keys in sorted order. */
    public static int[] order(Column keys, Order sortOrder) {
        return order(KeyData.bits(keys), keys.type(), sortOrder);
    }

    public static int[] order(long[] bits, KeyType type, Order sortOrder) {
        BitsComparator comparator = byBits(type, sortOrder);
        return order(bits.length, (a, b) -> comparator.compare(bits[a], bits[b]));
    }

    /** Returns the indices of n rows in sorted order. */
    public static int[] order(int n, Comparator<Integer> comparator) {
        Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        Arrays.sort(order, comparator);
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    /** Compares keys by their bits. */
    public static Comparator<Long> comparator(KeyType type, Order sortOrder) {
        return byBits(type, sortOrder)::compare;
    }

    private static BitsComparator byBits(KeyType type, Order sortOrder) {
        boolean allBits = sortOrder.beginBit() == 0 && sortOrder.endBit() == Order.ALL_BITS;
        BitsComparator ascending = allBits ? byValue(type) : bySomeBits(type, sortOrder);
        return sortOrder.isDescending() ? (a, b) -> ascending.compare(b, a) : ascending;
    }

    private static BitsComparator byValue(KeyType type) {
        return switch (type) {
            case INT8 -> (a, b) -> Byte.compare((byte) a, (byte) b);
            case INT16 -> (a, b) -> Short.compare((short) a, (short) b);
            case INT32 -> (a, b) -> Integer.compare((int) a, (int) b);
            case INT64 -> Long::compare;
            case UINT8, UINT16, UINT32, UINT64 -> Long::compareUnsigned;
            case FLOAT32 -> (a, b) -> Float.compare(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b));
            case FLOAT64 -> (a, b) -> Double.compare(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
        };
    }

    private static BitsComparator bySomeBits(KeyType type, Order sortOrder) {
        int end = sortOrder.endBit() == Order.ALL_BITS ? type.bits() : sortOrder.endBit();
        int begin = sortOrder.beginBit();
        return (a, b) -> Long.compareUnsigned(
                someBits(orderedBits(type, a), begin, end), someBits(orderedBits(type, b), begin, end));
    }

    /** Returns the bits from index {@code begin} to {@code end - 1}. */
    static long someBits(long bits, int begin, int end) {
        return begin == end ? 0 : bits << (Long.SIZE - end) >>> (Long.SIZE - end + begin);
    }

    /** The bits that a range of bits counts, as an unsigned number; those of floats are in the form that {@link Order} describes. */
    public static long orderedBits(KeyType type, long bits) {
        long sign = 1L << (type.bits() - 1);
        long ones = sign | (sign - 1);
        if (!type.isFloat()) {
            return (type.isUnsigned() ? bits : bits ^ sign) & ones;
        }
        boolean isNan = type == KeyType.FLOAT32
                ? Float.isNaN(Float.intBitsToFloat((int) bits))
                : Double.isNaN(Double.longBitsToDouble(bits));
        long ordered = (bits & sign) != 0 ? ~bits : bits ^ sign;
        return isNan ? ones : ordered & ones;
    }
}
