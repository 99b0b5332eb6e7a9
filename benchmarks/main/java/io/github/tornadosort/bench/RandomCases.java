package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What was measured of one operation on random cases, against one other way to sort them. Ratios are the other's time divided by
 * this library's: above 1, this library is faster.
 *
 * @param against the other contender
 * @param seed the seed of the first case; the others have the numbers after it
 * @param ratios the ratio of each case
 * @param geometricMean of the ratios
 * @param fifthPercentile the ratio that a twentieth of the cases are below
 * @param slower the share of cases whose ratio is below {@value #SLOWER}
 * @param worst the cases of the lowest ratios
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record RandomCases(
        String operation,
        String against,
        long seed,
        List<Double> ratios,
        double geometricMean,
        double fifthPercentile,
        double slower,
        List<Case> worst) {
    /** Below this ratio, a difference is not noise. */
    static final double SLOWER = 0.9;

    private static final int WORST = 10;

    /**
     * A case.
     *
     * @param seed draws the case again
     * @param what its type, number of keys and shape
     * @param nanos the median time of this library
     * @param otherNanos the median time of the other contender
     */
    public record Case(long seed, String what, long nanos, long otherNanos) {
        double ratio() {
            return (double) otherNanos / nanos;
        }

        @Override
        public String toString() {
            return "%s: %s, %s against %s, seed %s".formatted(
                    Tables.significant(ratio()), what, Tables.time((double) nanos), Tables.time((double) otherNanos), seed);
        }
    }

    /** @param cases at least one, in the order of their seeds */
    public static RandomCases of(String operation, String against, List<Case> cases) {
        List<Case> worst = cases.stream().sorted(Comparator.comparingDouble(Case::ratio)).toList();
        DoubleStream logarithms = cases.stream().mapToDouble(one -> Math.log(one.ratio()));
        return new RandomCases(
                operation,
                against,
                cases.getFirst().seed(),
                cases.stream().map(one -> rounded(one.ratio())).toList(),
                rounded(Math.exp(logarithms.average().orElseThrow())),
                rounded(worst.get(cases.size() / 20).ratio()),
                rounded((double) worst.stream().filter(one -> one.ratio() < SLOWER).count() / cases.size()),
                List.copyOf(worst.subList(0, Math.min(WORST, cases.size()))));
    }

    private static double rounded(double x) {
        return Math.round(x * 1e4) / 1e4;
    }

    static final String HEADER = "| operation | against | cases | geometric mean | 5th percentile | below " + SLOWER
            + " | worst |\n|---|---|---|---|---|---|---|";

    /** Formats the figures as a row of a Markdown table. */
    @Override
    public String toString() {
        return "| " + String.join(
                " | ",
                operation,
                against,
                String.valueOf(ratios.size()),
                Tables.significant(geometricMean),
                Tables.significant(fifthPercentile),
                Tables.trimmed(100 * slower) + " %",
                Tables.significant(worst.getFirst().ratio())) + " |";
    }
}
