package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
        return Math.exp(ratios.stream().mapToDouble(one -> Math.log(one.value())).average().orElseThrow());
    }
}
