package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Suite.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures cases of devices and programs. In each repetition of a case, all contenders sort the same keys in turn; the next repetition
 * uses new keys. Interference such as heat, clock changes and other load therefore affects all contenders equally.
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
    private BenchCase before;

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
        Request request = new Request(one, scratch.resolve("keys.raw"), suite.measure());
        List<ReplyCollector> collectors =
                contenders.stream().map(contender -> new ReplyCollector(contender)).toList();
        try {
            request.fill(0);
            // The next distribution of the same size has the same kernels, in a JVM that is warm.
            boolean isWarm = suite.kind() == Kind.DEVICE && before != null && before.isLike(one);
            for (int i = 0; i < (isWarm ? 0 : warmUps(one.n())); i++) {
                collectors.forEach(collector -> collector.ask(request));
            }
            before = one;
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

    /** Returns the contenders in the order of a repetition. Each one comes first equally often. */
    static <T> List<T> inOrder(List<T> contenders, int repetition) {
        List<T> order = new ArrayList<>(contenders);
        Collections.rotate(order, -repetition);
        return order;
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
            Map<String, Spread> times = replies.stream()
                    .flatMap(reply -> reply.nanos().entrySet().stream())
                    .collect(Collectors.groupingBy(
                            Map.Entry::getKey, LinkedHashMap::new,
                            Collectors.collectingAndThen(
                                    Collectors.mapping(Map.Entry::getValue, Collectors.toList()), Spread::of)));
            return Result.of(contender.about().contender(), one, note, note == null ? times : null);
        }
    }

    /**
     * Creates a folder for temporary files. Keys for devices are in memory if there is a file system for that, since writing them back
     * to a disk disturbs the sorts; files that programs sort are not.
     */
    static Path scratch(Kind kind) throws IOException {
        Path memory = Path.of("/dev/shm");
        Path usual = Path.of(System.getProperty("java.io.tmpdir"));
        return Files.createTempDirectory(kind == Kind.DEVICE && Files.isWritable(memory) ? memory : usual,
                "tornado-sort-bench");
    }
}
