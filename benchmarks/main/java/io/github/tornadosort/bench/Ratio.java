package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The best peer's time of a case divided by this library's: above 1, this library is faster.
 *
 * @param ours this library's result
 * @param peer the best peer's result
 */
record Ratio(Result ours, Result peer) {
    double value() {
        return (double) peer.time().median() / ours.time().median();
    }

    /** Returns the ratios of a run by operation, for the cases that this library and a peer were measured for. */
    static Map<String, List<Ratio>> of(Run run) {
        Set<String> peers =
                run.contenders().stream().filter(about -> !about.ours()).map(About::contender).collect(Collectors.toSet());
        Map<String, List<Ratio>> ratios = new LinkedHashMap<>();
        for (Result ours : run.results()) {
            if (!ours.contender().equals(run.ours()) || !ours.isComparable()) {
                continue;
            }
            Optional<Result> best = run.results().stream()
                    .filter(one -> peers.contains(one.contender()) && one.isComparable()
                            && one.caseName().equals(ours.caseName()))
                    .min(Comparator.comparingLong(one -> one.time().median()));
            best.ifPresent(
                    peer -> ratios.computeIfAbsent(ours.operation(), _ -> new ArrayList<>()).add(new Ratio(ours, peer)));
        }
        return ratios;
    }

    static double geometricMean(List<Ratio> ratios) {
        return mean(ratios.stream().mapToDouble(Ratio::value));
    }

    /** Returns the mean ratio of Spark's sort times, or nothing if a result has none. */
    static OptionalDouble meanOfSortTimes(List<Ratio> ratios) {
        double mean = mean(ratios.stream().mapToDouble(ratio -> sortNanos(ratio.peer) / sortNanos(ratio.ours)));
        return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
    }

    private static double sortNanos(Result result) {
        Spread time = result.nanos().get(Metric.SORT);
        return time == null ? Double.NaN : time.median();
    }

    private static double mean(DoubleStream ratios) {
        return Math.exp(ratios.map(Math::log).average().orElseThrow());
    }

    static Ratio least(List<Ratio> ratios) {
        return ratios.stream().min(Comparator.comparingDouble(Ratio::value)).orElseThrow();
    }
}
