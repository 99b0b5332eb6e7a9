package io.github.tornadosort;

import java.util.Objects;

/**
 * How to order keys. Every sort is stable, descending ones too: equal keys keep their order.
 *
 * @param descending largest first; NaNs are then first, as they are last otherwise
 * @param beginBit lowest bit that counts, of the keys' ordered bits (as CUB counts them: bit 0 is the least significant)
 * @param endBit one past the highest bit that counts, or {@link #ALL_BITS}
 * @param timed whether {@link SortStats} has the device's own times; TornadoVM keeps a log of each timed execution for as
 *     long as the sorter is open, so this is for measurements
 * @param algorithm how to sort: the order is the same with all
 * @param digitBits width of a digit, from 1 to 8, of algorithms that {@linkplain Algorithm#hasDigits have one}; or
 *     {@link #BY_POLICY}
 * @param verified whether the device checks its work: that the keys it ends with, and what moved with them, are those it
 *     began with (by their sum, their XOR and a hash of the multiset), and are in order; of an argsort's places, also that
 *     equal keys kept theirs. If not, a line is logged, and the keys are sorted on the JVM. What the host does before and
 *     after, and the copies from and to it, are not covered.
 */
public record SortOptions(
        boolean descending, int beginBit, int endBit, boolean timed, Algorithm algorithm, int digitBits, boolean verified) {
    /** An {@code endBit} that means the key's width. */
    public static final int ALL_BITS = -1;

    /** A {@code digitBits} that leaves the width to the device's policy. */
    public static final int BY_POLICY = 0;

    private static final int MOST_DIGIT_BITS = 8;
    private static final SortOptions ASCENDING = builder().build();

    /**
     * Checks the bits.
     *
     * @throws IllegalArgumentException if {@code beginBit} is negative or beyond {@code endBit}, or there is a digit width
     *     for an algorithm that has none, or one that is not from 1 to 8, or the result is to be verified of another
     *     algorithm than {@link Algorithm#AUTO} and {@link Algorithm#RADIX}: no other checks itself
     */
    public SortOptions {
        Objects.requireNonNull(algorithm, "algorithm");
        if (digitBits != BY_POLICY) {
            requireDigits(algorithm, digitBits);
        }
        if (beginBit < 0 || (endBit != ALL_BITS && endBit < beginBit)) {
            throw new IllegalArgumentException("no bits [" + beginBit + ", " + endBit + ")");
        }
        if (verified && algorithm != Algorithm.AUTO && algorithm != Algorithm.RADIX) {
            throw new IllegalArgumentException(algorithm.label() + " does not verify what it sorts; auto and radix do");
        }
    }

    private static void requireDigits(Algorithm algorithm, int bits) {
        if (!algorithm.hasDigits()) {
            throw new IllegalArgumentException(algorithm.label() + " has no digits whose width could be chosen");
        }
        if (bits < 1 || bits > MOST_DIGIT_BITS) {
            throw new IllegalArgumentException("digits of " + bits + " bits: expected 1 to " + MOST_DIGIT_BITS);
        }
    }

    /** {@return smallest first, all bits} */
    public static SortOptions ascending() {
        return ASCENDING;
    }

    /**
     * The same order by another algorithm.
     *
     * @param choice how to sort
     * @param bitsOfDigit width of a digit, from 1 to 8, or {@link #BY_POLICY}
     * @return these options but for the algorithm
     * @throws IllegalArgumentException if it cannot have such digits
     */
    public SortOptions withAlgorithm(Algorithm choice, int bitsOfDigit) {
        return new SortOptions(descending, beginBit, endBit, timed, choice, bitsOfDigit, verified);
    }

    /**
     * The same options with the device's check of its work, or without.
     *
     * @param choice whether to check
     * @return these options but for that
     * @throws IllegalArgumentException if the algorithm does not check itself
     */
    public SortOptions withVerification(boolean choice) {
        return new SortOptions(descending, beginBit, endBit, timed, algorithm, digitBits, choice);
    }

    /**
     * The same options with the device's own times, or without.
     *
     * @param choice whether to take the times
     * @return these options but for that
     */
    public SortOptions withTimes(boolean choice) {
        return new SortOptions(descending, beginBit, endBit, choice, algorithm, digitBits, verified);
    }

    /** Refuses times, for an operation that does not return them. */
    void requireUntimed(String operation) {
        if (timed) {
            throw new IllegalArgumentException(operation + " returns no times; use options that are not timed");
        }
    }

    /** Refuses an algorithm, for an operation that chooses its own. */
    void requireAutomatic(String operation) {
        if (algorithm != Algorithm.AUTO) {
            throw new IllegalArgumentException(
                    operation + " cannot be told to use " + algorithm.label() + "; use options with the algorithm auto");
        }
    }

    /** Refuses all but an order, for an operation that does not sort. */
    void requireOrderOnly(String operation) {
        requireUntimed(operation);
        requireAutomatic(operation);
        if (verified) {
            throw new IllegalArgumentException(
                    operation + " does not run on the device, which could verify it; use options that do not verify");
        }
    }

    /** {@return options to change one by one, at first those of {@link #ascending}} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * {@return ones at the bits of a key that count}
     *
     * @param type of the keys
     * @throws IllegalArgumentException if {@code beginBit} or {@code endBit} is beyond the key's width
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

    /** Builds {@link SortOptions}. */
    public static final class Builder {
        private boolean descending;
        private int beginBit;
        private int endBit = ALL_BITS;
        private boolean timed;
        private Algorithm algorithm = Algorithm.AUTO;
        private int digitBits = BY_POLICY;
        private boolean verified;

        private Builder() {}

        /**
         * Largest first.
         *
         * @return this builder
         */
        public Builder descending() {
            this.descending = true;
            return this;
        }

        /**
         * Compare only the bits from {@code begin} up to, not including, {@code end}.
         *
         * @param begin lowest bit that counts, 0 is the least significant
         * @param end one past the highest bit that counts, or {@link #ALL_BITS}
         * @return this builder
         */
        public Builder bits(int begin, int end) {
            this.beginBit = begin;
            this.endBit = end;
            return this;
        }

        /**
         * Take the times of kernels and copies by the device's clock.
         *
         * @return this builder
         */
        public Builder timed() {
            this.timed = true;
            return this;
        }

        /**
         * Let the device check what it sorted; if that is wrong, sort on the JVM.
         *
         * @return this builder
         */
        public Builder verify() {
            this.verified = true;
            return this;
        }

        /**
         * Sort by this algorithm, with the policy's digits if it has any.
         *
         * @param choice how to sort
         * @return this builder
         */
        public Builder algorithm(Algorithm choice) {
            this.algorithm = Objects.requireNonNull(choice, "algorithm");
            this.digitBits = BY_POLICY;
            return this;
        }

        /**
         * Sort by this algorithm, with digits of so many bits, from 1 to 8.
         *
         * @param choice how to sort
         * @param bitsOfDigit width of a digit
         * @return this builder
         * @throws IllegalArgumentException if it has no digits, or they cannot have so many bits
         */
        public Builder algorithm(Algorithm choice, int bitsOfDigit) {
            requireDigits(choice, bitsOfDigit);
            this.algorithm = choice;
            this.digitBits = bitsOfDigit;
            return this;
        }

        /**
         * Sort by the algorithm that has this label, and the digits that it says if it is one like {@code radix:4}.
         *
         * @param label such as {@code merge} or {@code radix:4}
         * @return this builder
         * @throws IllegalArgumentException if there is no such algorithm, or it cannot have such digits
         */
        public Builder algorithm(String label) {
            int colon = label.indexOf(':');
            if (colon < 0) {
                return algorithm(Algorithm.of(label));
            }
            String bits = label.substring(colon + 1);
            if (!bits.matches("[1-8]")) {
                throw new IllegalArgumentException("digits of '" + bits + "' bits: expected 1 to " + MOST_DIGIT_BITS);
            }
            return algorithm(Algorithm.of(label.substring(0, colon)), Integer.parseInt(bits));
        }

        /** {@return the options} */
        public SortOptions build() {
            return new SortOptions(descending, beginBit, endBit, timed, algorithm, digitBits, verified);
        }
    }
}
