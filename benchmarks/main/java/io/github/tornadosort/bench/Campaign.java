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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Measures cases of devices and programs. In each repetition of a case, all contenders sort the same keys in turn; the next repetition uses new keys.
 * Interference such as heat, clock changes and other load therefore affects all contenders equally.
 */
final class Campaign {
    /**
     * Minimum number of keys in all warm-ups of a case together, on a device: small sorts need more warm-ups for the compilers.
     */
    private static final int WARM_UP_KEYS = 1 << 20;
    /** Maximum number of warm-ups of a case. */
    private static final int MAX_WARM_UPS = 200;

    private final Suite suite;
    private final List<Contender> contenders;
    private final Path scratch;
    private final Consumer<Result> log;

    /**
     * @param scratch a folder for files of keys
     * @param log receives the results
     */
    Campaign(Suite suite, List<Contender> contenders, Path scratch, Consumer<Result> log) {
        this.suite = suite;
        this.contenders = contenders;
        this.scratch = scratch;
        this.log = log;
    }

    /** Measures one case, and returns a result for each contender. */
    List<Result> measure(BenchCase one) {
        Request request = new Request(one, scratch.resolve("keys.raw"), suite.measures());
        List<ReplyCollector> collectors =
                contenders.stream().map(contender -> new ReplyCollector(contender)).toList();
        try {
            request.fill(0);
            for (int i = 0; i < warmUps(request.n()); i++) {
                collectors.forEach(collector -> collector.ask(request));
            }
            for (int repetition = 1; repetition <= suite.repetitions(); repetition++) {
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

    private int warmUps(int n) {
        boolean isDevice = suite.kind() == Kind.DEVICE && suite.warmups() > 0;
        return Math.max(suite.warmups(), isDevice ? Math.min(MAX_WARM_UPS, WARM_UP_KEYS / Math.max(1, n)) : 0);
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
    private static final class ReplyCollector {
        private final Contender contender;
        private final List<Reply> replies = new ArrayList<>();
        private String note;

        private ReplyCollector(Contender contender) {
            this.contender = contender;
        }

        private void measure(Request request) {
            ask(request).ifPresent(replies::add);
        }

        /** Returns the reply, unless this contender failed or skipped the case, now or before. */
        private Optional<Reply> ask(Request request) {
            if (note != null) {
                return Optional.empty();
            }
            Reply reply = contender.measure(request);
            note = reply.failed() != null ? "failed: " + reply.failed() : reply.skipped();
            return Optional.of(reply).filter(Reply::isMeasured);
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
