package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
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
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Measures a suite of devices or programs. In each repetition of a case, all contenders sort the same keys in turn.
 * Interference such as heat, clock changes and other load therefore affects all contenders equally. A contender that is not
 * available is left out, and the log says why.
 */
final class Campaign implements AutoCloseable {
    private static final long SEED = 1;
    /**
     * Least number of keys in all warm-ups of a case together, on a device: small sorts need more warm-ups for the compilers.
     */
    private static final int WARM_UP_KEYS = 1 << 20;
    /** Maximum number of warm-ups of a case. */
    private static final int MAX_WARM_UPS = 200;

    private final Suite suite;
    private final List<Contender> present;
    private final Path scratch;
    private BenchCase before;

    /**
     * @param noPeers whether to open the contenders of this library alone
     * @param root the source tree
     * @param errors a file for the standard error of processes
     * @param log receives why a contender is left out
     */
    static Campaign of(Suite suite, boolean noPeers, Path root, Path errors, Consumer<String> log) throws IOException {
        // Keys for devices are in memory if there is a file system for that: writing them to a disk disturbs the sorts.
        Path memory = Path.of("/dev/shm");
        boolean isInMemory = suite.kind() == Kind.DEVICE && Files.isWritable(memory);
        Path parent = isInMemory ? memory : Path.of(System.getProperty("java.io.tmpdir"));
        Campaign campaign = new Campaign(
                suite, new ArrayList<>(), Files.createTempDirectory(parent, "tornado-sort-bench"));
        for (String name : suite.contenders()) {
            boolean isOurs = Stream.of(SorterCalls.NAME, DeviceContender.BACKENDS, DeviceContender.ALGORITHM)
                    .anyMatch(name::startsWith);
            try {
                if (isOurs || !noPeers) {
                    campaign.present.addAll(open(suite, name, root, errors));
                }
            } catch (IOException e) {
                log.accept(name + ": " + e.getMessage());
            }
        }
        return campaign;
    }

    Campaign(Suite suite, List<Contender> contenders, Path scratch) {
        this.suite = suite;
        this.present = contenders;
        this.scratch = scratch;
    }

    /** Opens the contenders of a name. Fails if a program is not there, which {@code benchmarks/run} builds. */
    private static List<Contender> open(Suite suite, String name, Path root, Path errors) throws IOException {
        if (suite.commands() != null) {
            return List.of(new ProgramContender(name, suite, root, errors));
        }
        List<String> command = switch (name.split(":")[0]) {
            case DeviceContender.BACKENDS, "device" -> List.of();
            case "cub", "cub-merge" -> List.of(root.resolve("benchmarks/target/cub-peer").toString(), name);
            // Spark is not on the class path of this program. It writes to the folder in which it runs.
            case "spark", "tornado-sort-spark" -> List.of(
                    "sh", "-c", "cd \"$0\" && exec \"$@\"", root.resolve("src/spark/target").toString(),
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@benchmark.arguments", "-Xmx6g",
                    "io.github.tornadosort.spark.bench.SparkBenchmark", name.replace("-spark", ""));
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
        return command.isEmpty() ? DeviceContender.all(name) : List.of(new ProcessContender(name, command, errors));
    }

    List<About> abouts() {
        return present.stream().map(Contender::about).toList();
    }

    /** Measures one case, and returns a result for each contender. */
    List<Result> measure(BenchCase one) {
        Request request = new Request(one, scratch.resolve("keys.raw"), suite.measure());
        Map<Contender, List<Reply>> replies = new LinkedHashMap<>();
        present.forEach(contender -> replies.put(contender, new ArrayList<>()));
        try {
            request.fill(SEED);
            for (int round = 1 - warmUps(one); round <= suite.repetitions(); round++) {
                for (Contender contender : inOrder(present, round)) {
                    ask(contender, request, round > 0, replies.get(contender));
                }
            }
        } finally {
            request.keys().toFile().delete();
        }
        before = one;
        return replies.entrySet().stream()
                .map(entry -> result(entry.getKey().about().contender(), one, entry.getValue())).toList();
    }

    private int warmUps(BenchCase one) {
        if (suite.kind() != Kind.DEVICE) {
            return 1;
        }
        // The next distribution of the same size has the same kernels, in a JVM that is warm.
        return before != null && before.isLike(one) ? 0 : Math.clamp(WARM_UP_KEYS / Math.max(1, one.n()), 1, MAX_WARM_UPS);
    }

    /** Returns the contenders in the order of a round. Each one comes first equally often. */
    static <T> List<T> inOrder(List<T> contenders, int round) {
        List<T> order = new ArrayList<>(contenders);
        Collections.rotate(order, -round);
        return order;
    }

    /** Adds the reply, unless it is that of a warm-up, or this contender failed or skipped the case before. */
    private static void ask(Contender contender, Request request, boolean counts, List<Reply> replies) {
        if (replies.isEmpty() || replies.getLast().isMeasured()) {
            Reply reply = contender.measure(request);
            if (counts || !reply.isMeasured()) {
                replies.add(reply);
            }
        }
    }

    private static Result result(String contender, BenchCase one, List<Reply> replies) {
        Reply last = replies.getLast();
        String note = last.failed() != null ? "failed: " + last.failed() : last.skipped();
        return Result.of(contender, one, note, note == null ? Spread.of(replies.stream().map(Reply::nanos).toList()) : null);
    }

    @Override
    public void close() throws IOException {
        present.forEach(Contender::close);
        Files.deleteIfExists(scratch);
    }
}
