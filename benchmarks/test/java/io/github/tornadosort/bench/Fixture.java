package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Entry;
import io.github.tornadosort.bench.Results.Result;
import java.util.List;
import java.util.stream.Stream;

/** Results for tests. */
final class Fixture {
    static final String COMMIT = "1a2b3c4d5e6f";

    private Fixture() {}

    static Origin origin(String commit, int cores) {
        return origin(commit, cores, cores + "-core", "none");
    }

    static Origin origin(String commit, int cores, String machine, String sdk) {
        return new Origin(commit, "25", sdk, machine, "a processor", cores, "none", "2026-01-02T03:04:00Z");
    }

    static Result result(String contender, String operation, String type, int n, String distribution, long nanos) {
        return new Result(
                contender, operation, type, n, distribution, null, Spread.of(List.of(nanos, nanos - 1, nanos + 1)));
    }

    static Result sort(String contender, int n, long nanos) {
        return result(contender, "sort", "int32", n, "uniform", nanos);
    }

    static Result failed(String contender, int n, String why) {
        return new Result(contender, "sort", "int32", n, "uniform", "failed: " + why, null);
    }

    /** Returns the entries of the contenders that have results; those with the names of backends and tornado-sort are ours. */
    static List<Entry> entries(String suite, Result... results) {
        List<String> ours = List.of("tornado-sort", "cuda", "ptx", "opencl");
        return Stream.concat(
                Stream.of(results).map(Result::contender).distinct()
                        .map(name -> new About(name, ours.contains(name), "the name " + name, "cores"))
                        .map(about -> new Entry(suite, about, null, null)),
                Stream.of(results).map(one -> new Entry(suite, null, one, null))).toList();
    }
}
