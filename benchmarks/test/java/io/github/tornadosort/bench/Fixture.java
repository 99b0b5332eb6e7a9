package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Results for tests. */
final class Fixture {
    static final String COMMIT = "1a2b3c4d5e6f";

    private Fixture() {}

    static Origin origin(String commit, int cores) {
        return origin(commit, cores, cores + "-core", "none");
    }

    static Origin origin(String commit, int cores, String machine, String sdk) {
        return new Origin(
                commit, false, "0.3.0", "25", sdk, machine, "a processor", cores, 1L << 34, "an OS", "none", "2026-01-02");
    }

    static Result result(String contender, String operation, int n, String distribution, long nanos) {
        return new Result(
                contender, operation, "int32", n, distribution, null, 3,
                Map.of(Metric.END_TO_END, Spread.of(List.of(nanos, nanos - 1, nanos + 1))), null);
    }

    static Result sort(String contender, int n, long nanos) {
        return result(contender, "sort", n, "uniform", nanos);
    }

    static Result failed(String contender, int n, String why) {
        return new Result(contender, "sort", "int32", n, "uniform", "failed: " + why, 0, null, null);
    }

    /** Returns a run of the contenders that have results, or else of tornado-sort, parallelSort and fastutil. */
    static Run run(String suite, Result... results) {
        List<String> names = results.length == 0
                ? List.of("tornado-sort", "parallelSort", "fastutil")
                : Stream.of(results).map(Result::contender).distinct().toList();
        Stream<About> abouts = names.stream()
                .map(name -> new About(name, name.equals("tornado-sort"), "the name " + name, "cores", null));
        return new Run(
                suite, "Which is faster?", "tornado-sort", "2026-01-02T03:04:05Z", "benchmarks/run " + suite,
                Stream.concat(abouts, Stream.of(About.absent("gnu-sort", "not installed"))).toList(), List.of(results),
                List.of());
    }
}
