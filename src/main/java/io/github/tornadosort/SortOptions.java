package io.github.tornadosort;

/**
 * How to order keys. Every sort is stable, descending ones too: equal keys keep their order.
 *
 * @param descending largest first; NaNs are then first, as they are last otherwise
 * @param beginBit lowest bit that counts, of the keys' ordered bits (as CUB counts them: bit 0 is the least significant)
 * @param endBit one past the highest bit that counts, or {@link #ALL_BITS}
 * @param timed whether {@link SortStats} has the device's own times; TornadoVM keeps a log of each timed execution for as
 *     long as the sorter is open, so this is for measurements
 */
public record SortOptions(boolean descending, int beginBit, int endBit, boolean timed) {
    /** An {@code endBit} that means the key's width. */
    public static final int ALL_BITS = -1;

    private static final SortOptions ASCENDING = new SortOptions(false, 0, ALL_BITS, false);

    /**
     * Checks the bits.
     *
     * @throws IllegalArgumentException if {@code beginBit} is negative or beyond {@code endBit}
     */
    public SortOptions {
        if (beginBit < 0 || (endBit != ALL_BITS && endBit < beginBit)) {
            throw new IllegalArgumentException("no bits [" + beginBit + ", " + endBit + ")");
        }
    }

    /** Smallest first, all bits. */
    public static SortOptions ascending() {
        return ASCENDING;
    }

    /** Options to change one by one. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Ones at the bits of a key that count.
     *
     * @throws IllegalArgumentException if {@code endBit} is beyond the key's width
     */
    public long bitMask(KeyType type) {
        int end = endBit == ALL_BITS ? type.bits() : endBit;
        if (end > type.bits()) {
            throw new IllegalArgumentException("bits up to " + end + " of " + type.label() + " keys, which have "
                    + type.bits());
        }
        long below = end == 64 ? -1L : (1L << end) - 1;
        return beginBit >= 64 ? 0 : below & -(1L << beginBit);
    }

    /** Builds {@link SortOptions}. */
    public static final class Builder {
        private boolean descending;
        private int beginBit;
        private int endBit = ALL_BITS;
        private boolean timed;

        private Builder() {}

        /** Largest first. */
        public Builder descending() {
            this.descending = true;
            return this;
        }

        /** Compare only the bits from {@code begin} up to, not including, {@code end}. */
        public Builder bits(int begin, int end) {
            this.beginBit = begin;
            this.endBit = end;
            return this;
        }

        /** Take the times of kernels and copies by the device's clock. */
        public Builder timed() {
            this.timed = true;
            return this;
        }

        /** The options. */
        public SortOptions build() {
            return new SortOptions(descending, beginBit, endBit, timed);
        }
    }
}
