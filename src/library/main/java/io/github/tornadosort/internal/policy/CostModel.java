package io.github.tornadosort.internal.policy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cost of a radix sort as a function of its digit width, after Merrill and Grimshaw (2011, §3.4):
 *
 * <pre>
 * nanosPerKey = once + passes * (pass + digitValue * 2^width / keysPerBlock)
 * passes = ceil(keyBits / digitBits)
 * width = ceil(keyBits / passes)
 * </pre>
 *
 * Wide digits need fewer passes, each of which reads and writes every key. But in each pass, each block counts, scans and
 * scatters 2^width digit values, a cost that the keys of the block share. The width in this term is the width that is used:
 * once the number of passes is known, the digits are made as narrow as possible.
 *
 * @param onceNanos the cost per key that does not depend on the digits: the survey
 * @param passNanos the cost per key and pass: memory traffic, and the work on the key itself
 * @param digitValueNanos the cost per digit value, pass and block
 * @param keysPerBlock the number of keys in a block
 */
public record CostModel(double onceNanos, double passNanos, double digitValueNanos, double keysPerBlock) {
    /**
     * A measurement: the time per key, greater than 0, of a sort by {@code keyBits} bits with digits of at most {@code
     * digitBits}.
     */
    public record DigitTime(int digitBits, int keyBits, double nanosPerKey) {}

    /**
     * Fits the model to measurements. Minimizes the sum of the squared relative errors, since errors of measurement are
     * proportional to the measured value. No coefficient is negative, because no cost is.
     *
     * @param samples measurements of at least three widths; fewer do not determine the coefficients
     * @param keysPerBlock the number of keys in a block, the same in all samples
     * @throws IllegalArgumentException if there is no sample
     */
    public static CostModel fit(List<DigitTime> samples, double keysPerBlock) {
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("no measurement to fit the cost model to");
        }
        double[][] columns = {
            column(samples, (_, _) -> 1), column(samples, (passes, _) -> passes), column(samples, CostModel::digitValues)
        };
        double[] whole = new double[samples.size()];
        Arrays.fill(whole, 1);
        double[] costs = LeastSquares.solve(columns, whole);
        return new CostModel(costs[0], costs[1], costs[2] * keysPerBlock, keysPerBlock);
    }

    /** {@return the cost per key of a sort by {@code keyBits} bits with digits of at most {@code digitBits}} */
    public double nanosPerKey(int digitBits, int keyBits) {
        int passes = passes(digitBits, keyBits);
        return onceNanos
                + passes * passNanos
                + digitValues(passes, width(digitBits, keyBits)) * digitValueNanos / keysPerBlock;
    }

    /**
     * Returns the cheapest digit width for a sort by {@code keyBits} bits. If several widths are cheapest, returns the
     * narrowest.
     *
     * @param mostBits the largest digit width that the kernels support
     */
    public int bestDigitBits(int keyBits, int mostBits) {
        return IntStream.rangeClosed(1, mostBits)
                .boxed()
                .min(Comparator.comparingDouble(bits -> nanosPerKey(bits, keyBits)))
                .orElseThrow(() -> new IllegalArgumentException("mostBits is " + mostBits + ", must be 1 or more"));
    }

    /** {@return the number of passes over keys of {@code keyBits} bits} */
    public static int passes(int digitBits, int keyBits) {
        return Math.ceilDiv(keyBits, digitBits);
    }

    private static int width(int digitBits, int keyBits) {
        return Math.ceilDiv(keyBits, passes(digitBits, keyBits));
    }

    private static double digitValues(int passes, int width) {
        return passes * (double) (1L << width);
    }

    private interface Term {
        double of(int passes, int width);
    }

    /** {@return a term of the model for each sample, divided by the measured time} */
    private static double[] column(List<DigitTime> samples, Term term) {
        return samples.stream()
                .mapToDouble(s -> term.of(passes(s.digitBits, s.keyBits), width(s.digitBits, s.keyBits)) / s.nanosPerKey)
                .toArray();
    }
}
