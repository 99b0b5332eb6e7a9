package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Suite.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures a suite of calls by JMH, with the flags of this JVM: {@link CallBenchmark} in a JVM of its own for each case and
 * contender. First calls are measured in as many JVMs as the suite has repetitions; {@code first-X} is the first call of the
 * operation X, and {@code second-X} is the mean of calls 2 to 10.
 */
final class CallSuite {
    /** Number of keys that calls sort together in one invocation. */
    static final int BATCH_KEYS = 1 << 15;

    private static final int FIRST_CALLS = 10;
    private static final int WARM_UPS = 5;
    /** Number of keys that all repetitions of a case sort. */
    private static final int MANY_KEYS = 1 << 27;

    private final Suite suite;
    private final Path log;

    /** @param log a file for what JMH prints */
    CallSuite(Suite suite, Path log) {
        this.suite = suite;
        this.log = log;
    }

    List<About> abouts() {
        String cores = Runtime.getRuntime().availableProcessors() + " cores";
        return suite.contenders().stream()
                .map(name -> new About(name, name.equals(SorterCalls.NAME), name, cores)).toList();
    }

    /** Measures one case, and returns the results of each contender. */
    List<Result> measure(BenchCase one) {
        return suite.contenders().stream().flatMap(name -> run(name, one).stream()).toList();
    }

    private List<Result> run(String contender, BenchCase one) {
        boolean isFirst = suite.kind() == Kind.FIRST_CALLS;
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(CallBenchmark.class.getName())
                .param("contender", contender)
                .param("operation", one.operation())
                .param("type", one.type().label())
                .param("n", Integer.toString(one.n()))
                .param("distribution", one.distribution())
                .param("copies", Integer.toString(isFirst ? 1 : copies(one.n())))
                .output(log.toString());
        if (isFirst) {
            options.mode(Mode.SingleShotTime).warmupIterations(0).measurementIterations(FIRST_CALLS)
                    .forks(suite.repetitions());
        } else {
            // A call of many keys takes longer than its part of the time.
            int most = Math.max(3, Math.min(suite.repetitions(), MANY_KEYS / one.n()));
            int warmUps = Math.min(WARM_UPS, most);
            // The later calls of a program begin after the device is ready.
            options.jvmArgsAppend("-Dtornadosort.background=false").forks(1)
                    .warmupIterations(warmUps).warmupTime(part(warmUps)).measurementIterations(most)
                    .measurementTime(part(most));
        }
        try {
            return results(contender, one, new Runner(options.shouldFailOnError(true).build()).runSingle());
        } catch (RunnerException e) {
            return List.of(Result.of(contender, one, "failed: " + e.getMessage(), null));
        }
    }

    private TimeValue part(int parts) {
        return TimeValue.milliseconds(Math.round(1000 * suite.seconds() / parts));
    }

    static int copies(int n) {
        return Math.max(1, BATCH_KEYS / Math.max(1, n));
    }

    private List<Result> results(String contender, BenchCase one, RunResult run) {
        // The time of each iteration, in nanoseconds, by JVM.
        List<List<Long>> jvms = run.getBenchmarkResults().stream()
                .map(jvm -> jvm.getIterationResults().stream()
                        .map(iteration -> Math.round(iteration.getPrimaryResult().getScore())).toList())
                .toList();
        if (suite.kind() == Kind.FIRST_CALLS) {
            return List.of(
                    result(contender, one.named("first-" + one.operation()), jvms.stream().map(List::getFirst)),
                    result(contender, one.named("second-" + one.operation()), jvms.stream().map(calls -> Math
                            .round(calls.stream().skip(1).mapToLong(Long::longValue).average().orElseThrow()))));
        }
        int copies = copies(one.n());
        return List.of(result(contender, one, jvms.stream().flatMap(List::stream).map(nanos -> nanos / copies)));
    }

    private static Result result(String contender, BenchCase one, Stream<Long> nanos) {
        return Result.of(contender, one, null, Spread.of(nanos.toList()));
    }
}
