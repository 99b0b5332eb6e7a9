package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import io.github.tornadosort.bench.Suite.CaseSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a suite. In each repetition of a case, all contenders sort the same keys in turn; the next repetition uses new keys.
 * Interference such as heat, clock changes and other load therefore affects all contenders equally.
 */
final class Campaign {
    /** Minimum number of keys in all warm-ups of a case together: small sorts need more warm-ups for the compilers. */
    private static final int WARM_UP_KEYS = 1 << 20;
    /** Maximum number of warm-ups of a case. */
    private static final int MAX_WARM_UPS = 200;
    /** How many times longer the warm-up of the first case of contenders that share a JVM takes. */
    private static final int FIRST_WARM_UP = 4;
    /** Minimum number of repetitions of a case, even if its time is over. */
    static final int MIN_REPETITIONS = 3;

    private final Suite suite;
    private final List<Contender> contenders;
    private final Path scratch;
    private final Consumer<String> log;
    private boolean isWarm;

    /**
     * @param scratch a folder for files of keys
     * @param log receives the results
     */
    Campaign(Suite suite, List<Contender> contenders, Path scratch, Consumer<String> log) {
        this.suite = suite;
        this.contenders = contenders;
        this.scratch = scratch;
        this.log = log;
    }

    /**
     * Measures all cases.
     *
     * @param absent requested contenders that are not available
     * @param command the command line, for the results
     * @param soFar receives the intermediate results after each case, in case a long run is interrupted
     */
    Run run(List<Contender.About> absent, String command, Consumer<Run> soFar) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        // Includes the base contenders, even if they are measured only with named algorithms.
        List<Contender.About> abouts = Stream.concat(
                contenders.stream(), suite.cases().stream().flatMap(set -> set.asked(contenders).stream()))
                .map(Contender::about)
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        abouts.addAll(absent);
        Run run = new Run(
                suite.name(), suite.description(), started, command, suite.repetitions(), abouts, List.of(), List.of());
        List<Result> results = new ArrayList<>();
        for (CaseSet set : suite.cases()) {
            List<Contender> asked = set.asked(contenders);
            Set<Measure> measures = Measure.all(set.measures());
            for (List<BenchCase> together : interleaved(set.all())) {
                results.addAll(measure(together, asked, measures));
                run = run.with(results, suite.bars());
                soFar.accept(run);
            }
        }
        return run;
    }

    /**
     * Groups the cases that are measured in turn. If contenders share a JVM, these are cases that differ only in the distribution, since
     * their times are compared with each other. Otherwise, each case is measured alone.
     */
    private List<List<BenchCase>> interleaved(List<BenchCase> cases) {
        List<List<BenchCase>> groups = new ArrayList<>();
        for (BenchCase one : cases) {
            if (suite.shared() == null || groups.isEmpty() || !one.differsOnlyInDistribution(groups.getLast().getLast())) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(one);
        }
        return groups;
    }

    /** Warms up all of the cases, so that all run the same compiled code, and then measures them in turn. */
    private List<Result> measure(List<BenchCase> cases, List<Contender> asked, Set<Measure> measures) {
        List<Measured> all = new ArrayList<>();
        try {
            for (BenchCase one : cases) {
                all.add(new Measured(one, asked, measures));
                all.getLast().warmUp();
            }
            long start = System.nanoTime();
            for (int repetition = 1;
                    repetition <= suite.repetitions() && !isTimeOver(start, repetition, cases.size());
                    repetition++) {
                for (Measured one : all) {
                    one.measure(repetition);
                }
            }
        } finally {
            all.forEach(Measured::close);
        }
        List<Result> results = all.stream().flatMap(Measured::results).toList();
        results.forEach(result -> log.accept(Tables.line(result)));
        return results;
    }

    /** A case that is being measured, with its file of keys. */
    private final class Measured {
        private final BenchCase one;
        private final KeyFile keys;
        private final Request request;
        private final List<ReplyCollector> collectors;

        private Measured(BenchCase one, List<Contender> asked, Set<Measure> measures) {
            int copies = suite.shared() == null ? 1 : suite.shared().copies(one.n());
            this.one = one;
            this.keys = new KeyFile(scratch, one, copies);
            this.request = new Request(one.operation(), one.type(), one.n(), keys.path(), measures, copies);
            this.collectors = asked.stream().map(ReplyCollector::new).toList();
        }

        /**
         * Warms up the contenders in turn: contenders that share a JVM share compiled code too, which has to know all of them. Each
         * one takes part until its own time is over, so that a slow one does not use up the time of the others. The first case of a
         * JVM takes longer, because everything is compiled then. All of them sort new keys each time: code that has only sorted the
         * same keys is compiled anew when others are measured.
         */
        private void warmUp() {
            double seconds = suite.shared() == null ? 0 : suite.shared().warmupSeconds();
            long leastNanos = Math.round(seconds * 1e9 * (isWarm ? 1 : FIRST_WARM_UP));
            isWarm = true;
            for (int i = 0; i < warmUps(request) || collectors.stream().anyMatch(one -> one.warmUpNanos < leastNanos); i++) {
                if (i == 0 || suite.shared() != null) {
                    keys.fill(-i);
                }
                boolean all = i < warmUps(request);
                collectors.stream().filter(one -> all || one.warmUpNanos < leastNanos).forEach(one -> one.warmUp(request));
            }
        }

        private void measure(int repetition) {
            keys.fill(repetition);
            inOrder(collectors, repetition).forEach(collector -> collector.measure(request));
        }

        private Stream<Result> results() {
            return collectors.stream().map(collector -> collector.result(one));
        }

        private void close() {
            keys.delete();
        }
    }

    /**
     * Returns the contenders in the order of a repetition. Each one comes first equally often, and each one follows each other one
     * equally often: what a contender leaves in the caches is to the next one's cost.
     */
    static <T> List<T> inOrder(List<T> contenders, int repetition) {
        List<T> order = new ArrayList<>(contenders);
        Collections.rotate(order, -repetition);
        return repetition / Math.max(1, order.size()) % 2 == 0 ? order : order.reversed();
    }

    private int warmUps(Request request) {
        if (suite.shared() != null || BenchCase.runsProgram(request.operation())) {
            return suite.warmups();
        }
        int forCompilers = Math.min(MAX_WARM_UPS, WARM_UP_KEYS / Math.max(1, request.n()));
        return suite.warmups() == 0 ? 0 : Math.max(suite.warmups(), forCompilers);
    }

    private boolean isTimeOver(long start, int repetition, int cases) {
        return suite.shared() != null
                && repetition > MIN_REPETITIONS
                && System.nanoTime() - start > cases * suite.shared().seconds() * 1e9;
    }

    /** Collects the replies of one contender for one case. */
    private static final class ReplyCollector {
        private final Contender contender;
        private final List<Reply> replies = new ArrayList<>();
        private Long firstNanos;
        private long warmUpNanos;
        private String note;

        private ReplyCollector(Contender contender) {
            this.contender = contender;
        }

        private void warmUp(Request request) {
            long start = System.nanoTime();
            if (note == null) {
                Long nanos = ask(request).nanos().get(Metric.END_TO_END);
                firstNanos = firstNanos == null ? nanos : firstNanos;
            }
            warmUpNanos = note == null ? warmUpNanos + System.nanoTime() - start : Long.MAX_VALUE;
        }

        private void measure(Request request) {
            if (note == null) {
                Reply reply = ask(request);
                if (reply.isMeasured()) {
                    replies.add(reply);
                }
            }
        }

        private Reply ask(Request request) {
            Reply reply = contender.measure(request);
            note = reply.failed() != null ? "failed: " + reply.failed() : reply.skipped();
            return reply;
        }

        private Result result(BenchCase one) {
            boolean measured = note == null;
            return new Result(
                    contender.about().contender(),
                    one.operation(),
                    one.type().label(),
                    one.n(),
                    one.distribution(),
                    note,
                    replies.size(),
                    measured ? firstNanos : null,
                    measured ? spreads(replies.stream().map(Reply::nanos).toList()) : null,
                    measured ? spreads(replies.stream().map(Reply::kernels).toList()) : null,
                    measured ? medians(replies) : null);
        }

        private static Map<String, Long> medians(List<Reply> replies) {
            Map<String, Long> medians = new LinkedHashMap<>();
            spreads(replies.stream().map(Reply::counts).toList())
                    .forEach((name, spread) -> medians.put(name, spread.median()));
            return medians;
        }

        private static Map<String, Spread> spreads(List<Map<String, Long>> entries) {
            Map<String, List<Long>> byName = new LinkedHashMap<>();
            entries.forEach(entry -> entry.forEach(
                    (name, value) -> byName.computeIfAbsent(name, key -> new ArrayList<>()).add(value)));
            Map<String, Spread> spreads = new LinkedHashMap<>();
            byName.forEach((name, values) -> spreads.put(name, Spread.of(values)));
            return spreads;
        }
    }

    /** Creates a folder for temporary files. */
    static Path scratch() {
        try {
            return Files.createTempDirectory("tornado-sort-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
