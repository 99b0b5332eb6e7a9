package io.github.tornadosort;

/**
 * The order of a sort: its direction, and the bits of a key that count. Every sort is stable, in either direction: equal keys
 * keep their order.
 *
 * <pre>{@code
 * sorter.sort(prices, Order.DESCENDING);
 * sorter.sort(Column.of(words), Order.ASCENDING.bits(0, 8)); // by the lowest byte
 * }</pre>
 *
 * @param isDescending whether the largest key comes first; NaNs are first then
 * @param beginBit index of the lowest bit that counts, in the order of the key's type; bit 0 is the least significant. Bits of
 *     floating-point numbers are those of IEEE 754, at their own positions: the sign is inverted, so are all other bits of
 *     negative numbers, and a NaN has ones only
 * @param endBit one past the index of the highest bit that counts, or {@link #ALL_BITS}
 */
public record Order(boolean isDescending, int beginBit, int endBit) {
    /** An {@code endBit} that means the key's width. */
    public static final int ALL_BITS = -1;

    /** The smallest key first, by all bits; NaNs are last. */
    public static final Order ASCENDING = new Order(false, 0, ALL_BITS);

    /** The largest key first, by all bits; NaNs are first. */
    public static final Order DESCENDING = new Order(true, 0, ALL_BITS);

    /**
     * Creates an order.
     *
     * @throws IllegalArgumentException if {@code beginBit} is negative or greater than {@code endBit}
     */
    public Order {
        if (beginBit < 0 || endBit != ALL_BITS && endBit < beginBit) {
            throw new IllegalArgumentException("no bits [" + beginBit + ", " + endBit + ")");
        }
    }

    /**
     * {@return this direction, by the bits from {@code begin}, inclusive, to {@code end}, exclusive}
     *
     * @param begin index of the lowest bit that counts; see {@link #beginBit}
     * @param end one past the index of the highest bit that counts, or {@link #ALL_BITS}
     * @throws IllegalArgumentException if {@code begin} is negative or greater than {@code end}
     */
    public Order bits(int begin, int end) {
        return new Order(isDescending, begin, end);
    }

    /** {@return whether all bits of any key count} */
    public boolean hasAllBits() {
        return beginBit == 0 && endBit == ALL_BITS;
    }

    /**
     * {@return a mask with a 1 at each bit of a key that counts}
     *
     * @param type the keys' type
     * @throws IllegalArgumentException if {@code beginBit} or {@code endBit} exceeds the key's width
     */
    public long bitMask(KeyType type) {
        int end = endBit == ALL_BITS ? type.bits() : endBit;
        if (end > type.bits()) {
            throw new IllegalArgumentException("bits up to " + end + " of " + type.label() + " keys, which have "
                    + type.bits());
        }
        if (beginBit > end) {
            throw new IllegalArgumentException("bits from " + beginBit + " on of " + type.label() + " keys, which have "
                    + type.bits());
        }
        long below = end == 64 ? -1L : (1L << end) - 1;
        return beginBit >= 64 ? 0 : below & -(1L << beginBit);
    }

    /** {@return the direction and, unless all of them count, the bits, for example {@code descending, bits 0 to 8}} */
    @Override
    public String toString() {
        return (isDescending ? "descending" : "ascending")
                + (hasAllBits() ? "" : ", bits " + beginBit + " to " + (endBit == ALL_BITS ? "the last" : endBit));
    }
}
