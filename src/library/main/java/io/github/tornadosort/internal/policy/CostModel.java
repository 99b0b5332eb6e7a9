package io.github.tornadosort.internal.policy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a radix sort costs by the width of its digits, after Merrill and Grimshaw 2011, §3.4:
 *
 * <pre>
 * nanoseconds a key = once + passes * (pass + digitValue * 2^width / keysPerBlock)
 * passes = ceil(keyBits / digitBits)
 * width = ceil(keyBits / passes)
 * </pre>
 *
 * Wide digits save passes, each of which reads and writes every key; but each block counts, scans and scatters to 2^width
 * places, a cost that its keys share. The width in that term is the one that runs: with their number settled, passes are
 * made as narrow as they can be.
 *
 * @param onceNanos cost of a key that does not depend on the digits: the survey
 * @param passNanos cost of a key in each pass: memory traffic and the work on the key itself
 * @param digitValueNanos cost of a digit value in each pass and block
 * @param keysPerBlock keys that a block's digit values are for
 */
public record CostModel(double onceNanos, double passNanos, double digitValueNanos, double keysPerBlock) {
    private static final int SWEEPS = 20_000;

    /** A measurement: what a key cost, more than nothing, in a sort by so many bits with digits of up to so many. */
    public record Sample(int digitBits, int keyBits, double nanosPerKey) {}

    /**
     * The model that is nearest to measurements: the sum of the squares of its relative errors is the least, since the
     * errors of measurements grow with what is measured. No coefficient is negative, as no cost is.
     *
     * @param samples of three widths or more: fewer do not tell the coefficients apart
     * @param keysPerBlock the same in all of them
     * @throws IllegalArgumentException if there is no sample
     */
    public static CostModel fit(List<Sample> samples, double keysPerBlock) {
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("no measurement to fit the cost model to");
        }
        double[][] columns = {
            column(samples, (_, _) -> 1), column(samples, (passes, _) -> passes), column(samples, CostModel::digitValues)
        };
        double[] whole = new double[samples.size()];
        Arrays.fill(whole, 1);
        double[] costs = leastSquares(columns, whole);
        return new CostModel(costs[0], costs[1], costs[2] * keysPerBlock, keysPerBlock);
    }

    /** What a key costs in a sort by so many bits, with digits of up to so many. */
    public double nanosPerKey(int digitBits, int keyBits) {
        int passes = passes(digitBits, keyBits);
        return onceNanos
                + passes * passNanos
                + digitValues(passes, width(digitBits, keyBits)) * digitValueNanos / keysPerBlock;
    }

    /**
     * The digit width at which a sort by so many bits costs the least: the narrowest, if several do.
     *
     * @param mostBits the widest that the kernels take
     */
    public int bestDigitBits(int keyBits, int mostBits) {
        return IntStream.rangeClosed(1, mostBits)
                .boxed()
                .min(Comparator.comparingDouble(bits -> nanosPerKey(bits, keyBits)))
                .orElseThrow(() -> new IllegalArgumentException("mostBits is " + mostBits + ", must be 1 or more"));
    }

    /** Passes over keys of so many bits. */
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

    /** A term of each sample, as a part of what was measured. */
    private static double[] column(List<Sample> samples, Term term) {
        return samples.stream()
                .mapToDouble(s -> term.of(passes(s.digitBits, s.keyBits), width(s.digitBits, s.keyBits)) / s.nanosPerKey)
                .toArray();
    }

    /**
     * Non-negative least squares by coordinate descent: each coefficient in turn takes what is best for it.
     * The problem is convex: that leads to the optimum.
     */
    private static double[] leastSquares(double[][] columns, double[] target) {
        double[] coefficients = new double[columns.length];
        double[] residual = target.clone();
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int c = 0; c < columns.length; c++) {
                double best = coefficients[c] + dot(columns[c], residual) / dot(columns[c], columns[c]);
                double step = Math.max(0, best) - coefficients[c];
                coefficients[c] += step;
                double[] column = columns[c];
                Arrays.setAll(residual, i -> residual[i] - step * column[i]);
            }
        }
        return coefficients;
    }

    private static double dot(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
    }
}
