package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A target that the results of a suite must reach.
 *
 * @param issue the number of the issue that requires it
 * @param what its description
 * @param figure how the figure is computed from the measurements {@code of} and {@code against}
 * @param of the measurement of interest
 * @param against the measurement to compare with; null for {@link Figure#VALUE}
 * @param plusNanos nanoseconds by which {@code of} may take longer for {@link Figure#RATIO}: they are subtracted first
 * @param unit {@code times}, {@code ms}, {@code s}, {@code GiB}, {@code n keys} or {@code %}
 * @param floor the value that must be reached
 * @param aim the value that should be reached; optional
 */
public record Bar(
        int issue,
        String what,
        Figure figure,
        Selector of,
        Selector against,
        long plusNanos,
        String unit,
        double floor,
        Double aim) {

    /** How a figure is computed from two measurements. */
    public enum Figure {
        /** How many times faster {@code of} is than {@code against}; more is better. */
        SPEEDUP(true),
        /** {@code of} divided by {@code against}; less is better. */
        RATIO(false),
        /** The value of {@code of}; less is better. */
        VALUE(false),
        /** {@code of} minus {@code against}; less is better. */
        DIFFERENCE(false),
        /**
         * The cost of a skipped pass as a fraction of a full pass: {@code against} runs all passes, {@code of} skips some of
         * them. Less is better.
         */
        SKIPPED_PASS(false);

        private final boolean atLeast;

        Figure(boolean atLeast) {
            this.atLeast = atLeast;
        }

        /** Returns whether more is better. */
        boolean isAtLeast() {
            return atLeast;
        }
    }

    /**
     * Selects a measurement.
     *
     * @param contender a name; several names separated by {@code |}, of which the fastest is selected; {@code fastest} or
     *     {@code slowest} of this library's devices; or {@code same} for the contender of the other measurement
     * @param distribution a distribution as in {@link BenchCase}; or {@code fastest} or {@code slowest} of all distributions
     *     that were measured for a named contender
     * @param metric one of {@link Metric}, or {@link Metric#OF_KERNEL} and the name of a kernel
     */
    public record Selector(String contender, String operation, String type, String n, String distribution, String metric) {
        private static final Set<String> EXTREMES = Set.of("fastest", "slowest");

        /** Returns a selector of the same measurement for another operation, type and size. */
        Selector at(String newOperation, String newType, String newN) {
            return new Selector(contender, newOperation, newType, newN, distribution, metric);
        }

        /** Returns a selector of the same measurement for another distribution. */
        Selector with(String newDistribution) {
            return new Selector(contender, operation, type, n, newDistribution, metric);
        }

        /** Returns whether this may select a measurement of the case. */
        boolean matches(BenchCase one) {
            return one.operation().equals(operation)
                    && one.type() == KeyType.of(type)
                    && one.n() == Sizes.parse(n)
                    && (EXTREMES.contains(distribution) || one.distribution().equals(distribution));
        }

        private Optional<Result> find(Run run, Optional<Result> other) {
            List<String> contenders = switch (contender) {
                case "same" -> other.map(Result::contender).stream().toList();
                case "fastest", "slowest" -> run.contenders().stream()
                        .filter(Contender.About::ours)
                        .map(Contender.About::contender)
                        .toList();
                default -> List.of(contender.split("\\|"));
            };
            boolean slowest = contender.equals("slowest") || distribution.equals("slowest");
            Comparator<Result> byTime = Comparator.comparingDouble(this::value);
            return run.results().stream()
                    .filter(r -> contenders.contains(r.contender()) && matches(r.benchCase()) && value(r) != null)
                    .min(slowest ? byTime.reversed() : byTime);
        }

        /** Describes the selected measurement. */
        private String describe(Result found) {
            String which = EXTREMES.contains(distribution) ? " of " + found.distribution() : "";
            return found.contender() + " " + metric + which;
        }

        private Spread nanos(Result result) {
            if (!metric.startsWith(Metric.OF_KERNEL)) {
                return result.nanos().get(metric);
            }
            return result.kernels() == null ? null : result.kernels().get(metric.substring(Metric.OF_KERNEL.length()));
        }

        private Double value(Result result) {
            if (!result.isMeasured()) {
                return null;
            }
            Spread nanos = nanos(result);
            Long count = result.count(metric);
            return nanos != null ? Double.valueOf((double) nanos.median()) : count != null ? count.doubleValue() : null;
        }
    }

    /** Evaluates the target on the results of a run. */
    BarResult evaluate(Run run) {
        Optional<Result> one = of.find(run, Optional.empty());
        Optional<Result> other = against == null ? Optional.empty() : against.find(run, one);
        if (one.isEmpty() || (against != null && other.isEmpty())) {
            return new BarResult(
                    issue, what, null, null, null, null, unit, figure.atLeast, floor, aim, "not measured");
        }
        double value = of.value(one.get());
        Double compared = other.map(o -> against.value(o)).orElse(null);
        double base = compared == null ? Double.NaN : compared;
        double computed = switch (figure) {
            case SPEEDUP -> base / value;
            case RATIO -> (value - plusNanos) / base;
            case VALUE -> value;
            case DIFFERENCE -> value - base;
            case SKIPPED_PASS -> skippedPass(one.get(), value, base);
        } / scale(one.get());
        String how = of.describe(one.get()) + other.map(o -> " against " + against.describe(o)).orElse("");
        return new BarResult(
                issue, what, how, value, compared, computed, unit, figure.atLeast, floor, aim, verdict(computed));
    }

    private static double skippedPass(Result some, double someTime, double allTime) {
        long issued = some.count(Metric.PASSES_ISSUED);
        long skipped = some.count(Metric.PASSES_SKIPPED);
        double full = (allTime - someTime) / skipped;
        return (someTime - issued * full) / skipped / full;
    }

    private double scale(Result result) {
        return switch (unit) {
            case "times" -> 1;
            case "%" -> 0.01;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "GiB" -> 1L << 30;
            case "n keys" -> (double) result.n() * KeyType.of(result.type()).bytes();
            default -> throw new IllegalArgumentException("bar '" + what + "': unknown unit '" + unit + "'");
        };
    }

    private String verdict(double value) {
        if (aim != null && reaches(value, aim)) {
            return "aim";
        }
        return reaches(value, floor) ? "floor" : "missed";
    }

    private boolean reaches(double value, double bar) {
        return figure.atLeast ? value >= bar : value <= bar;
    }

    static List<BarResult> evaluate(List<Bar> bars, Run run) {
        return bars.stream().map(bar -> bar.evaluate(run)).toList();
    }
}
