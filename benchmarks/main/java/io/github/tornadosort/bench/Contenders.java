package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.host.FreshJvm;
import io.github.tornadosort.bench.host.HostContenders;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The contenders of a suite, by their names. One that is not available is absent, and the report says why. */
final class Contenders implements AutoCloseable {
    private final Path root;
    private final Path errors;
    private final Consumer<String> log;
    private final List<Contender> present = new ArrayList<>();
    private final List<About> absent = new ArrayList<>();

    /**
     * Opens the contenders of a suite.
     *
     * @param root the source tree
     * @param errors a file for the standard error of processes
     * @param log receives which contenders are available, and why others are not
     */
    Contenders(Suite suite, Path root, Path errors, Consumer<String> log) {
        this.root = root;
        this.errors = errors;
        this.log = log;
        switch (suite.kind()) {
            case CALLS -> HostContenders.of(suite.contenders()).forEach(this::add);
            case FIRST_CALLS -> suite.contenders().forEach(name -> add(new FreshJvm(name)));
            default -> suite.contenders().forEach(this::start);
        }
    }

    List<Contender> present() {
        return present;
    }

    /** Returns the descriptions of all contenders. */
    List<About> abouts() {
        return Stream.concat(present.stream().map(Contender::about), absent.stream()).toList();
    }

    private void add(Contender contender) {
        present.add(contender);
        About about = contender.about();
        log.accept(about.contender() + ": " + about.what() + " on " + about.device());
    }

    private void start(String name) {
        try {
            add(open(name));
        } catch (IOException e) {
            absent.add(About.absent(name, e.getMessage()));
            log.accept(name + ": absent: " + e.getMessage());
        }
    }

    private Contender open(String name) throws IOException {
        if (name.equals(DeviceContender.NAME) || name.startsWith(DeviceContender.NAME + ":")) {
            return new DeviceContender(name, SortDevice.preferred());
        }
        if (name.equals(StageContender.NAME)) {
            return new StageContender(SortDevice.preferred());
        }
        Contender program = new Programs(root, errors, java()).contender(name);
        return program != null ? program : new ProcessContender(name, command(name), errors);
    }

    /**
     * Returns the command line of a contender in a process of its own. Fails if a file that it needs cannot be found or built.
     */
    private List<String> command(String name) throws IOException {
        return switch (name) {
            case "cub" -> List.of(cub().toString(), "radix");
            case "cub-merge" -> List.of(cub().toString(), "merge");
            case "cub-stages" -> List.of(cub().toString(), "stages");
            case "cupy", "torch" -> List.of(variable("PYTHON", "python3"), peers().resolve("gpu_peer.py").toString(), name);
            case "spark", "tornado-sort-spark" -> spark(name.replace("-spark", ""));
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
    }

    /** Returns a command line without a main class, whose class path has DuckDB, which only that peer uses. */
    private List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + root.resolve("tornado-config/java.argfile"), "-cp",
                System.getProperty("java.class.path") + File.pathSeparator
                        + root.resolve("benchmarks/target/jvm/lib/peers") + File.separator + "*");
    }

    private Path peers() {
        return root.resolve("benchmarks/peers");
    }

    /** Returns the program of the CUB peer, and compiles it if necessary. Its name contains the checksum of its source. */
    private Path cub() throws IOException {
        Path source = peers().resolve("cub_peer.cu");
        CRC32 checksum = new CRC32();
        checksum.update(Files.readAllBytes(source));
        Path program = root.resolve("benchmarks/target/peers/cub-peer-" + Long.toHexString(checksum.getValue()));
        if (!Files.isExecutable(program)) {
            if (!Files.exists(Path.of("/dev/nvidia0"))) {
                throw new IOException("no NVIDIA GPU");
            }
            Files.createDirectories(program.getParent());
            build("nvcc could not compile " + source, List.of(
                    nvcc(), "-O3", "-std=c++17", "-arch=" + variable("CUDA_ARCH", "native"), "-o", program.toString(),
                    source.toString()));
        }
        return program;
    }

    /**
     * Builds the Spark module, and returns the command line of its contender. Spark is not on the class path of this program. It
     * writes to the folder in which it runs.
     */
    private List<String> spark(String contender) throws IOException {
        Path folder = root.resolve("src/spark/target").normalize();
        Path arguments = folder.resolve("benchmark.arguments");
        build("Maven could not build src/spark", List.of(
                root.resolve("mvnw").toString(), "-B", "-q", "-ntp", "-f", root.resolve("pom.xml").toString(),
                "process-test-classes", "-pl", "src/spark", "-am", "-Pspark,spark-benchmark,-gates",
                "-Dspark.benchmark=arguments \"" + arguments + "\""));
        return List.of(
                "sh", "-c", "cd \"$0\" && exec \"$@\"", folder.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + arguments, "-Xmx6g",
                "io.github.tornadosort.spark.bench.SparkBenchmark", contender);
    }

    /** Runs a compiler. */
    private void build(String failure, List<String> command) throws IOException {
        try {
            Process compiler = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                    .start();
            if (compiler.waitFor() != 0) {
                throw new IOException(failure + ", see " + errors);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String variable(String name, String otherwise) {
        return Objects.requireNonNullElse(System.getenv(name), otherwise);
    }

    private static String nvcc() {
        try (Stream<Path> toolkits = Files.list(Path.of("/usr/local"))) {
            return toolkits.map(folder -> folder.resolve("bin/nvcc"))
                    .filter(Files::isExecutable)
                    .max(Comparator.naturalOrder())
                    .map(Path::toString)
                    .orElse("nvcc");
        } catch (IOException e) {
            return "nvcc";
        }
    }

    @Override
    public void close() {
        present.forEach(Contender::close);
    }
}
