package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Suite.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Measures cases. In each repetition of a case, all contenders sort the same keys in turn; the next repetition uses new keys.
 * Interference such as heat, clock changes and other load therefore affects all contenders equally.
 */
final class Campaign {
    /**
     * Minimum number of keys in all warm-ups of a case together, on a device: small sorts need more warm-ups for the compilers.
     */
    private static final int WARM_UP_KEYS = 1 << 20;
    /** Maximum number of warm-ups of a case. */
    private static final int MAX_WARM_UPS = 200;
    /** How long each contender of calls warms up, for each case. */
    private static final double WARM_UP_SECONDS = 0.3;
    /** How many times longer the warm-up of the first case takes, because everything is compiled then. */
    private static final int FIRST_WARM_UP = 4;
    /** Number of keys that calls sort together for one measurement. */
    private static final int BATCH_KEYS = 1 << 15;
    /** Minimum number of repetitions of a case, even if its time is over. */
    static final int MIN_REPETITIONS = 3;

    private final Suite suite;
    private final List<Contender> contenders;
    private final Path scratch;
    private final Consumer<Result> log;
    private final LongSupplier clock;
    private boolean isWarm;

    /**
     * @param scratch a folder for files of keys
     * @param log receives the results
     * @param clock the time in nanoseconds
     */
    Campaign(Suite suite, List<Contender> contenders, Path scratch, Consumer<Result> log, LongSupplier clock) {
        this.suite = suite;
        this.contenders = contenders;
        this.scratch = scratch;
        this.log = log;
        this.clock = clock;
    }

    private boolean isCalls() {
        return suite.kind() == Kind.CALLS;
    }

    /** Measures one case, and returns a result for each contender. */
    List<Result> measure(BenchCase one) {
        int copies = isCalls() ? Math.max(1, BATCH_KEYS / Math.max(1, one.n())) : 1;
        Request request = new Request(one, scratch.resolve("keys.raw"), suite.measures(), copies);
        List<ReplyCollector> collectors =
                contenders.stream().map(contender -> new ReplyCollector(contender)).toList();
        try {
            warmUp(request, collectors);
            long start = clock.getAsLong();
            for (int repetition = 1; repetition <= suite.repetitions() && !isTimeOver(start, repetition); repetition++) {
                request.fill(repetition);
                inOrder(collectors, repetition).forEach(collector -> collector.measure(request));
            }
        } finally {
            request.keys().toFile().delete();
        }
        List<Result> results = collectors.stream().map(collector -> collector.result(one)).toList();
        results.forEach(log);
        return results;
    }

    /**
     * Warms up the contenders in turn: contenders that share a JVM share compiled code too, which has to know all of them. Each
     * one takes part until its own time is over, so that a slow one does not use up the time of the others. They sort new keys
     * each time: code that has only sorted the same keys is compiled anew when others are measured.
     */
    private void warmUp(Request request, List<ReplyCollector> collectors) {
        long leastNanos = isCalls() ? Math.round(WARM_UP_SECONDS * 1e9 * (isWarm ? 1 : FIRST_WARM_UP)) : 0;
        isWarm = true;
        int warmUps = warmUps(request.n());
        for (int i = 0; i < warmUps || collectors.stream().anyMatch(one -> one.warmUpNanos < leastNanos); i++) {
            if (i == 0 || isCalls()) {
                request.fill(-i);
            }
            boolean all = i < warmUps;
            collectors.stream().filter(one -> all || one.warmUpNanos < leastNanos).forEach(one -> one.warmUp(request));
        }
    }

    private int warmUps(int n) {
        boolean isDevice = suite.kind() == Kind.DEVICE && suite.warmups() > 0;
        return Math.max(suite.warmups(), isDevice ? Math.min(MAX_WARM_UPS, WARM_UP_KEYS / Math.max(1, n)) : 0);
    }

    private boolean isTimeOver(long start, int repetition) {
        return isCalls() && repetition > MIN_REPETITIONS && clock.getAsLong() - start > suite.seconds() * 1e9;
    }

    /**
     * Returns the contenders in the order of a repetition. Each one comes first equally often, and each one follows each other
     * one equally often: what a contender leaves in the caches is to the next one's cost.
     */
    static <T> List<T> inOrder(List<T> contenders, int repetition) {
        List<T> order = new ArrayList<>(contenders);
        Collections.rotate(order, -repetition);
        return repetition / Math.max(1, order.size()) % 2 == 0 ? order : order.reversed();
    }

    /** Collects the replies of one contender for one case. */
    private final class ReplyCollector {
        private final Contender contender;
        private final List<Reply> replies = new ArrayList<>();
        private long warmUpNanos;
        private String note;

        private ReplyCollector(Contender contender) {
            this.contender = contender;
        }

        private void warmUp(Request request) {
            long start = clock.getAsLong();
            if (note == null) {
                ask(request);
            }
            warmUpNanos = note == null ? warmUpNanos + clock.getAsLong() - start : Long.MAX_VALUE;
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
                    measured ? spreads(Reply::nanos) : null,
                    measured ? spreads(Reply::counts) : null);
        }

        private Map<String, Spread> spreads(Function<Reply, Map<String, Long>> figures) {
            return replies.stream()
                    .flatMap(reply -> figures.apply(reply).entrySet().stream())
                    .collect(Collectors.groupingBy(
                            Map.Entry::getKey, LinkedHashMap::new,
                            Collectors.collectingAndThen(
                                    Collectors.mapping(Map.Entry::getValue, Collectors.toList()), Spread::of)));
        }
    }

    /**
     * Creates a folder for temporary files. Files of keys are in memory if there is a file system for that, since writing them
     * back to a disk disturbs the sorts; files that programs sort are not.
     */
    static Path scratch(Kind kind) {
        Path memory = Path.of("/dev/shm");
        try {
            return kind != Kind.PROGRAMS && Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "tornado-sort-bench")
                    : Files.createTempDirectory("tornado-sort-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
