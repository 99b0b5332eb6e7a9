package io.github.tornadosort.bench;

import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What was measured of sorts of random cases, beside {@code Arrays.parallelSort}. Ratios are its time divided by this
 * library's: above 1, this library is faster.
 *
 * @param cases the number of cases
 * @param geometricMean of the ratios
 * @param fifthPercentile the ratio that a twentieth of the cases are below
 * @param slower the share of cases whose ratio is below {@value #SLOWER}
 * @param worst the cases of the lowest ratios
 */
record RandomCases(
        int cases, double geometricMean, double fifthPercentile, double slower,
        List<Case> worst) {
    /** Below this ratio, a difference is not noise. */
    static final double SLOWER = 0.9;

    private static final int WORST = 5;

    /**
     * A case.
     *
     * @param seed draws the case again
     * @param what its type, number of keys and shape
     * @param nanos the median time of this library
     * @param otherNanos the median time of the other contender
     */
    record Case(long seed, String what, long nanos, long otherNanos) {
        double ratio() {
            return (double) otherNanos / nanos;
        }

        @Override
        public String toString() {
            return "%s: %s, %s against %s, seed %s".formatted(
                    Tables.significant(ratio()), what, Tables.time(nanos), Tables.time(otherNanos), seed);
        }
    }

    /** @param cases at least one */
    static RandomCases of(List<Case> cases) {
        List<Case> worst = cases.stream().sorted(Comparator.comparingDouble(Case::ratio)).toList();
        DoubleStream logarithms = cases.stream().mapToDouble(one -> Math.log(one.ratio()));
        return new RandomCases(
                cases.size(),
                rounded(Math.exp(logarithms.average().orElseThrow())),
                rounded(worst.get(cases.size() / 20).ratio()),
                rounded((double) worst.stream().filter(one -> one.ratio() < SLOWER).count() / cases.size()),
                List.copyOf(worst.subList(0, Math.min(WORST, cases.size()))));
    }

    private static double rounded(double x) {
        return Math.round(x * 1e4) / 1e4;
    }

    /** Formats the figures as cells of the report's table. */
    @Override
    public String toString() {
        return "%d | sort against parallelSort %s (%s %% below %s) | %s, a twentieth below %s".formatted(
                cases, Tables.significant(geometricMean), Tables.significant(100 * slower), SLOWER,
                Tables.significant(worst.getFirst().ratio()), Tables.significant(fifthPercentile));
    }
}
