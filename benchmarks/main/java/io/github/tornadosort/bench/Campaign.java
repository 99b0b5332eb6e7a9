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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a suite: for each case, every contender in turn on the same keys, then all of them again on fresh keys. So what a
 * machine does meanwhile (heat, clocks, neighbours) falls on all alike, and their ratios can be trusted.
 */
final class Campaign {
    /** Keys of all warm-up measurements of a case together, at least: small sorts need more of them to be compiled. */
    private static final int WARM_UP_KEYS = 1 << 20;
    /** Most warm-up measurements of a case. */
    private static final int MOST_WARM_UPS = 200;

    private final Suite suite;
    private final List<Contender> contenders;
    private final Path scratch;
    private final Consumer<String> log;

    /**
     * @param scratch a folder for the keys' files
     * @param log told what is measured
     */
    Campaign(Suite suite, List<Contender> contenders, Path scratch, Consumer<String> log) {
        this.suite = suite;
        this.contenders = contenders;
        this.scratch = scratch;
        this.log = log;
    }

    /**
     * Measures everything.
     *
     * @param absent who would have been asked, too, were it there
     * @param command what was typed to have this
     * @param soFar given what there is after each case: a long run may be cut short
     */
    Run run(List<Contender.About> absent, String command, Consumer<Run> soFar) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        // Each of this library's algorithms is a contender of its own, but one with no algorithm named is there anyway.
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
            for (BenchCase one : set.all()) {
                results.addAll(measure(one, asked, Measure.all(set.measures())));
                run = run.with(results, suite.bars());
                soFar.accept(run);
            }
        }
        return run;
    }

    private List<Result> measure(BenchCase one, List<Contender> asked, Set<Measure> measures) {
        KeyFile keys = new KeyFile(scratch, one);
        List<Tally> tallies = asked.stream().map(Tally::new).toList();
        try {
            Request request = new Request(one.operation(), one.type(), one.n(), keys.path(), measures);
            keys.fill(0);
            tallies.forEach(tally -> tally.warmUp(request, warmUps(one)));
            for (int repetition = 1; repetition <= suite.repetitions(); repetition++) {
                keys.fill(repetition);
                for (int i = 0; i < tallies.size(); i++) {
                    tallies.get((i + repetition) % tallies.size()).measure(request);
                }
            }
        } finally {
            keys.delete();
        }
        List<Result> results = tallies.stream().map(tally -> tally.result(one)).toList();
        results.forEach(result -> log.accept(Tables.line(result)));
        return results;
    }

    private int warmUps(BenchCase one) {
        int forCompilers = Math.min(MOST_WARM_UPS, WARM_UP_KEYS / Math.max(1, one.n()));
        return Math.max(suite.warmups(), forCompilers);
    }

    /** What one contender gave on one case, so far. */
    private static final class Tally {
        private final Contender contender;
        private final List<Reply> replies = new ArrayList<>();
        private Long firstNanos;
        private String note;

        private Tally(Contender contender) {
            this.contender = contender;
        }

        private void warmUp(Request request, int times) {
            for (int i = 0; i < times && note == null; i++) {
                Reply reply = ask(request);
                if (i == 0) {
                    firstNanos = reply.nanos().get(Metric.END_TO_END);
                }
            }
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

    /** A folder for a campaign's files. */
    static Path scratch() {
        try {
            return Files.createTempDirectory("tornado-sort-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
