package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    /** Returns the ratios of one of this library's contenders, for the cases that it and a peer were measured for. */
    static List<Ratio> of(Results machine, String suite, String ours) {
        Set<String> peers = machine.abouts(suite).stream()
                .filter(about -> !about.ours()).map(About::contender).collect(Collectors.toSet());
        List<Result> all = machine.results(suite).stream().filter(Result::isComparable).toList();
        List<Ratio> ratios = new ArrayList<>();
        for (Result one : all.stream().filter(one -> one.contender().equals(ours)).toList()) {
            all.stream()
                    .filter(other -> peers.contains(other.contender()) && other.caseName().equals(one.caseName()))
                    .min(Comparator.comparingLong(other -> other.time().median()))
                    .ifPresent(peer -> ratios.add(new Ratio(one, peer)));
        }
        return ratios;
    }

    static double geometricMean(List<Ratio> ratios) {
        return mean(ratios.stream().mapToDouble(Ratio::value));
    }

    /** Returns the mean ratio of Spark's sort times, or nothing if a result has none. */
    static OptionalDouble meanOfSortTimes(List<Ratio> ratios) {
        return ratios.stream().allMatch(one -> one.ours.nanos().containsKey(Reply.SORT))
                ? OptionalDouble.of(mean(ratios.stream().mapToDouble(one -> sortNanos(one.peer) / sortNanos(one.ours))))
                : OptionalDouble.empty();
    }

    private static double sortNanos(Result result) {
        return result.nanos().get(Reply.SORT).median();
    }

    private static double mean(DoubleStream ratios) {
        return Math.exp(ratios.map(Math::log).average().orElseThrow());
    }
}
