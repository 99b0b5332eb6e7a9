package io.github.tornadosort.internal.policy;

import org.jspecify.annotations.Nullable;

/**
 * How a sorter executes its sorts. Nothing of this changes a result.
 *
 * @param processor where to sort
 * @param algorithm the algorithm of the device, which runs even if the keys are in order; null for the fastest way
 * @param digitBits bits of a digit, from 1 to 8, or {@link #BY_POLICY}
 * @param timed whether statistics have times
 * @param verified whether the host checks what the device returns
 */
public record Execution(
        Processor processor, @Nullable Algorithm algorithm, int digitBits, boolean timed, boolean verified) {
    /** Where to sort. */
    public enum Processor {
        /** Where the sort is expected to end first. */
        FASTEST,
        /** The host's cores. */
        HOST,
        /** The device. */
        DEVICE
    }

    /** A {@code digitBits} that leaves the width to the device's policy. */
    public static final int BY_POLICY = 0;

    /** Sorts where the sort is expected to end first. */
    public static final Execution FASTEST = new Execution(Processor.FASTEST, null, BY_POLICY, false, false);

    private static final int MOST_DIGIT_BITS = 8;

    /**
     * Makes settings. An algorithm and a verification are of the device, so they select it.
     *
     * @throws IllegalArgumentException if the host is to sort with an algorithm or a verification, or the digits do not suit the
     *     algorithm
     */
    public Execution {
        if (digitBits != BY_POLICY) {
            requireDigits(algorithm, digitBits);
        }
        if (algorithm != null || verified) {
            if (processor == Processor.HOST) {
                throw new IllegalArgumentException("the host has no choice of algorithms, and does not verify its sorts;"
                        + " name no algorithm and do not verify, or sort on the device");
            }
            processor = Processor.DEVICE;
        }
    }

    /**
     * Checks that an algorithm has digits of this width.
     *
     * @throws IllegalArgumentException if it does not
     */
    public static void requireDigits(@Nullable Algorithm algorithm, int bits) {
        if (algorithm == null) {
            throw new IllegalArgumentException("digits of no algorithm; name the algorithm first");
        }
        if (!algorithm.hasDigits()) {
            throw new IllegalArgumentException(algorithm.label() + " has no digits whose width could be chosen");
        }
        if (bits < 1 || bits > MOST_DIGIT_BITS) {
            throw new IllegalArgumentException("digits of " + bits + " bits: expected 1 to " + MOST_DIGIT_BITS);
        }
    }

    /**
     * Checks that a sorter can do an operation that returns no times.
     *
     * @throws UnsupportedOperationException if its sorts are timed
     */
    public void requireUntimed(String operation) {
        if (timed) {
            throw new UnsupportedOperationException(operation + " returns no times; open a sorter that is not timed");
        }
    }

    /**
     * Checks that a sorter can do an operation that the host alone does.
     *
     * @throws UnsupportedOperationException if it sorts by a named algorithm, or verifies what the device returns
     */
    public void requireHost(String operation) {
        if (algorithm != null) {
            throw new UnsupportedOperationException(operation + " runs on the host, which cannot be told to use "
                    + algorithm.label() + "; open a sorter that names no algorithm");
        }
        if (verified) {
            throw new UnsupportedOperationException(operation
                    + " does not run on the device, which could be verified; open a sorter that does not verify");
        }
    }
}
