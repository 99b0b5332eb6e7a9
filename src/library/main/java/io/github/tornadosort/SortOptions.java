package io.github.tornadosort;

import java.util.Objects;

/**
 * How to sort. The options have two parts.
 *
 * <ul>
 * <li>The <em>order</em>, which determines the result: {@code order}, {@code beginBit} and {@code endBit}. Every sort is
 * stable, in either direction: equal keys keep their order.
 * <li>The <em>execution</em>, which never changes the result: {@code timed}, {@code algorithm}, {@code digitBits},
 * {@code verified} and {@code processor}.
 * </ul>
 *
 * An operation throws an {@link IllegalArgumentException} if the options ask for something that it cannot do.
 *
 * @param order the direction
 * @param beginBit index of the lowest bit that counts, in the order of the key's type; bit 0 is the least significant. Bits of
 *     floating-point numbers are those of IEEE 754, at their own positions: the sign is inverted, so are all other bits of negative
 *     numbers, and a NaN has ones only
 * @param endBit one past the index of the highest bit that counts, or {@link #ALL_BITS}
 * @param timed whether {@link SortStats} has the time of the sort: by the device's own clock, or by the host's if the host
 *     sorts. TornadoVM keeps a log of each timed execution until the sorter is closed, so this is meant for measurements.
 * @param algorithm the algorithm
 * @param digitBits bits of a digit, from 1 to 8, for algorithms that {@linkplain Algorithm#hasDigits have digits}; or
 *     {@link #BY_POLICY}
 * @param verified whether the host checks what the device returns: that it holds the keys that were sorted, with their values (by a
 *     hash of the multiset), that they are in order, and, for an argsort, that equal keys kept their order. If the check fails, an error
 *     is logged and the host sorts the keys. Sorts on the host are not checked.
 * @param processor where to sort
 */
public record SortOptions(
        SortOrder order,
        int beginBit,
        int endBit,
        boolean timed,
        Algorithm algorithm,
        int digitBits,
        boolean verified,
        Processor processor) {
    /** Where to sort. */
    public enum Processor {
        /**
         * Where the sort is expected to end first. Options that name an algorithm or ask for a verification select the device.
         */
        FASTEST,
        /** The host's cores. */
        HOST,
        /** The sorter's device. */
        DEVICE
    }

    /** An {@code endBit} that means the key's width. */
    public static final int ALL_BITS = -1;

    /** A {@code digitBits} that leaves the width to the device's policy. */
    public static final int BY_POLICY = 0;

    private static final int MOST_DIGIT_BITS = 8;
    private static final SortOptions ASCENDING = builder().build();
    private static final SortOptions DESCENDING = builder().descending().build();

    /**
     * Creates options.
     *
     * @throws IllegalArgumentException if {@code beginBit} is negative or greater than {@code endBit}; if
     *     {@code digitBits} is given for an algorithm without digits, or is not from 1 to 8; or if the host is to sort with an
     *     algorithm or a verification
     * @throws NullPointerException if the order, the algorithm or the processor is null
     */
    public SortOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(processor, "processor");
        if (digitBits != BY_POLICY) {
            requireDigits(algorithm, digitBits);
        }
        if (beginBit < 0 || (endBit != ALL_BITS && endBit < beginBit)) {
            throw new IllegalArgumentException("no bits [" + beginBit + ", " + endBit + ")");
        }
        if (processor == Processor.HOST && needDevice(algorithm, verified)) {
            throw new IllegalArgumentException(
                    "the host has no choice of algorithms, and does not verify its sorts;"
                            + " use options with the algorithm auto that are not verified, or sort on the device");
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

    /** {@return options for ascending order by all bits} */
    public static SortOptions ascending() {
        return ASCENDING;
    }

    /** {@return options for descending order by all bits} */
    public static SortOptions descending() {
        return DESCENDING;
    }

    /** {@return whether the order is {@link SortOrder#DESCENDING}} */
    public boolean isDescending() {
        return order == SortOrder.DESCENDING;
    }

    /**
     * Returns these options with another algorithm.
     *
     * @param choice the algorithm
     * @param bitsOfDigit bits of a digit, from 1 to 8, or {@link #BY_POLICY}
     * @return the new options
     * @throws IllegalArgumentException if the algorithm cannot use such digits
     */
    public SortOptions withAlgorithm(Algorithm choice, int bitsOfDigit) {
        return new SortOptions(order, beginBit, endBit, timed, choice, bitsOfDigit, verified, processor);
    }

    /**
     * Returns these options with or without a check of what the device returns.
     *
     * @param choice whether to check
     * @return the new options
     * @throws IllegalArgumentException if the options select the host
     */
    public SortOptions withVerification(boolean choice) {
        return new SortOptions(order, beginBit, endBit, timed, algorithm, digitBits, choice, processor);
    }

    /**
     * Returns these options with or without times.
     *
     * @param choice whether to take the times
     * @return the new options
     */
    public SortOptions withTimes(boolean choice) {
        return new SortOptions(order, beginBit, endBit, choice, algorithm, digitBits, verified, processor);
    }

    /**
     * Returns these options with another processor.
     *
     * @param choice where to sort
     * @return the new options
     * @throws IllegalArgumentException if the host is chosen, and the options name an algorithm or ask for a verification
     */
    public SortOptions withProcessor(Processor choice) {
        return new SortOptions(order, beginBit, endBit, timed, algorithm, digitBits, verified, choice);
    }

    /** Returns whether all bits of any key count. */
    boolean haveAllBits() {
        return beginBit == 0 && endBit == ALL_BITS;
    }

    /** {@return whether only a device can do what these options ask for: a named algorithm, or verification} */
    public boolean needDevice() {
        return needDevice(algorithm, verified);
    }

    private static boolean needDevice(Algorithm algorithm, boolean verified) {
        return algorithm != Algorithm.AUTO || verified;
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

    /** Refuses a range of bits, for keys that are compared whole. */
    void requireAllBits(String keys) {
        if (!haveAllBits()) {
            throw new IllegalArgumentException(
                    "bits " + beginBit + " to " + endBit + " of " + keys + ", which have no bit ranges; compare all bits");
        }
    }

    /** Refuses all options but the order, for an operation that does not sort. */
    void requireOrderOnly(String operation) {
        requireUntimed(operation);
        requireHost(operation);
    }

    /** Refuses all options but the order and times, for an operation that the host alone does. */
    void requireHost(String operation) {
        requireAutomatic(operation);
        if (verified) {
            throw new IllegalArgumentException(
                    operation + " does not run on the device, which could verify it; use options that do not verify");
        }
        if (processor == Processor.DEVICE) {
            throw new IllegalArgumentException(operation + " runs on the host; use options that do not select the device");
        }
    }

    /** {@return a builder that starts with {@link #ascending}} */
    public static Builder builder() {
        return new Builder();
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

    /** Builds {@link SortOptions}: first the methods for the order, then those for the execution. */
    public static final class Builder {
        private SortOrder order = SortOrder.ASCENDING;
        private int beginBit;
        private int endBit = ALL_BITS;
        private boolean timed;
        private Algorithm algorithm = Algorithm.AUTO;
        private int digitBits = BY_POLICY;
        private boolean verified;
        private Processor processor = Processor.FASTEST;

        private Builder() {}

        /**
         * Sets the direction.
         *
         * @param direction the direction
         * @return this builder
         */
        public Builder order(SortOrder direction) {
            this.order = Objects.requireNonNull(direction, "order");
            return this;
        }

        /**
         * Sets descending order.
         *
         * @return this builder
         */
        public Builder descending() {
            return order(SortOrder.DESCENDING);
        }

        /**
         * Compares only the bits from {@code begin}, inclusive, to {@code end}, exclusive; see {@link SortOptions#beginBit}.
         *
         * @param begin index of the lowest bit that counts; 0 is the least significant
         * @param end one past the index of the highest bit that counts, or {@link #ALL_BITS}
         * @return this builder
         */
        public Builder bits(int begin, int end) {
            this.beginBit = begin;
            this.endBit = end;
            return this;
        }

        /**
         * Takes the times of kernels and copies by the device's clock, or the time of the sort if the host sorts.
         *
         * @return this builder
         */
        public Builder timed() {
            this.timed = true;
            return this;
        }

        /**
         * Lets the host check what the device returns. If the check fails, the host sorts the keys.
         *
         * @return this builder
         */
        public Builder verify() {
            this.verified = true;
            return this;
        }

        /**
         * Sorts on the host's cores.
         *
         * @return this builder
         */
        public Builder onHost() {
            this.processor = Processor.HOST;
            return this;
        }

        /**
         * Sorts on the device.
         *
         * @return this builder
         */
        public Builder onDevice() {
            this.processor = Processor.DEVICE;
            return this;
        }

        /**
         * Sets the algorithm. If it has digits, their width is that of the device's policy.
         *
         * @param choice the algorithm
         * @return this builder
         */
        public Builder algorithm(Algorithm choice) {
            this.algorithm = Objects.requireNonNull(choice, "algorithm");
            this.digitBits = BY_POLICY;
            return this;
        }

        /**
         * Sets the algorithm and the width of its digits.
         *
         * @param choice the algorithm
         * @param bitsOfDigit bits of a digit, from 1 to 8
         * @return this builder
         * @throws IllegalArgumentException if the algorithm has no digits, or the width is not from 1 to 8
         */
        public Builder algorithm(Algorithm choice, int bitsOfDigit) {
            requireDigits(choice, bitsOfDigit);
            this.algorithm = choice;
            this.digitBits = bitsOfDigit;
            return this;
        }

        /**
         * Sets the algorithm by its label, which may be followed by a digit width, as in {@code radix:4}.
         *
         * @param label such as {@code merge} or {@code radix:4}
         * @return this builder
         * @throws IllegalArgumentException if there is no such algorithm, its artifact is not on the class path, or it cannot use such
         *     digits
         */
        public Builder algorithm(String label) {
            int colon = label.indexOf(':');
            if (colon < 0) {
                return algorithm(Algorithm.named(label));
            }
            String bits = label.substring(colon + 1);
            if (!bits.matches("[1-8]")) {
                throw new IllegalArgumentException("digits of '" + bits + "' bits: expected 1 to " + MOST_DIGIT_BITS);
            }
            return algorithm(Algorithm.named(label.substring(0, colon)), Integer.parseInt(bits));
        }

        /**
         * Creates the options.
         *
         * @return the options
         * @throws IllegalArgumentException as {@link SortOptions#SortOptions} does
         */
        public SortOptions build() {
            return new SortOptions(order, beginBit, endBit, timed, algorithm, digitBits, verified, processor);
        }
    }
}
