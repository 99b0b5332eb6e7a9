package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.Contender.About;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The contenders of a suite of devices or programs. One that is not available is absent, and the results say why. */
final class Contenders implements AutoCloseable {
    private final Path root;
    private final Path errors;
    private final List<Contender> present = new ArrayList<>();
    private final List<About> absent = new ArrayList<>();

    /**
     * Opens the contenders of a suite.
     *
     * @param noPeers whether to open those of this library alone
     * @param root the source tree
     * @param errors a file for the standard error of processes
     * @param log receives which contenders are available, and why others are not
     */
    Contenders(Suite suite, boolean noPeers, Path root, Path errors, Consumer<String> log) {
        this.root = root;
        this.errors = errors;
        for (String name : suite.contenders()) {
            boolean isOurs = name.startsWith(SorterCalls.NAME) || name.equals(DeviceContender.BACKENDS)
                    || name.startsWith(DeviceContender.ALGORITHM);
            try {
                if (isOurs || !noPeers) {
                    present.addAll(open(suite, name));
                }
            } catch (IOException e) {
                absent.add(About.absent(name, e.getMessage()));
            }
        }
        for (About one : abouts()) {
            log.accept(one.contender() + ": " + (one.absent() == null ? one.what() + " on " + one.device() : one.absent()));
        }
    }

    List<Contender> present() {
        return present;
    }

    /** Returns the descriptions of all contenders. */
    List<About> abouts() {
        return Stream.concat(present.stream().map(Contender::about), absent.stream()).toList();
    }

    /** Opens the contenders of a name. Fails if a program is not there, which {@code benchmarks/run} builds. */
    private List<Contender> open(Suite suite, String name) throws IOException {
        if (suite.commands() != null) {
            return List.of(new ProgramContender(name, suite.commands().get(name), root, errors));
        }
        return switch (name.split(":")[0]) {
            case DeviceContender.BACKENDS -> DeviceContender.all();
            case "device" -> List.of(new DeviceContender(name, SortDevice.preferred()));
            case "cub", "cub-merge" -> process(name, root.resolve("benchmarks/target/cub-peer").toString(), name);
            // Spark is not on the class path of this program. It writes to the folder in which it runs.
            case "spark", "tornado-sort-spark" -> process(
                    name, "sh", "-c", "cd \"$0\" && exec \"$@\"", root.resolve("src/spark/target").toString(),
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@benchmark.arguments", "-Xmx6g",
                    "io.github.tornadosort.spark.bench.SparkBenchmark", name.replace("-spark", ""));
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
    }

    private List<Contender> process(String name, String... command) throws IOException {
        return List.of(new ProcessContender(name, List.of(command), errors));
    }

    @Override
    public void close() {
        present.forEach(Contender::close);
    }
}
