package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.Contender.About;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
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
        for (String name : suite.contenders()) {
            if (name.equals(BackendContender.NAMES)) {
                BackendContender.all().forEach(this::add);
            } else {
                start(name);
            }
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

    /** Opens a contender. Fails if a file that it needs cannot be found or built. */
    private Contender open(String name) throws IOException {
        return switch (name.split(":")[0]) {
            case DeviceContender.NAME -> new DeviceContender(name, SortDevice.preferred());
            case StageContender.NAME -> new StageContender(SortDevice.preferred());
            case "tornado-sort", "gnu-sort", "duckdb" -> new ProgramContender(name, root, errors);
            case "cub" -> process(name, cub(), "radix");
            case "cub-merge", "cub-stages" -> process(name, cub(), name.replace("cub-", ""));
            case "cupy", "torch" ->
                process(name, variable("PYTHON", "python3"), root + "/benchmarks/peers/gpu_peer.py", name);
            case "spark", "tornado-sort-spark" -> spark(name);
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
    }

    private Contender process(String name, String... command) throws IOException {
        return new ProcessContender(name, List.of(command), errors);
    }

    /** Returns the program of the CUB peer, and compiles it if necessary. Its name contains the checksum of its source. */
    private String cub() throws IOException {
        Path source = root.resolve("benchmarks/peers/cub_peer.cu");
        CRC32 checksum = new CRC32();
        checksum.update(Files.readAllBytes(source));
        Path program = root.resolve("benchmarks/target/peers/cub-peer-" + Long.toHexString(checksum.getValue()));
        if (!Files.isExecutable(program)) {
            if (!Files.exists(Path.of("/dev/nvidia0"))) {
                throw new IOException("no NVIDIA GPU");
            }
            Files.createDirectories(program.getParent());
            build(List.of(
                    nvcc(), "-O3", "-std=c++17",
                    "-arch=" + variable("CUDA_ARCH", "native"), "-o", program.toString(), source.toString()));
        }
        return program.toString();
    }

    /** Returns the compiler of the newest CUDA toolkit in /usr/local, or else that of the path. */
    private static String nvcc() throws IOException {
        try (Stream<Path> toolkits = Files.list(Path.of("/usr/local"))) {
            return toolkits.map(folder -> folder.resolve("bin/nvcc"))
                    .filter(Files::isExecutable)
                    .max(Comparator.naturalOrder())
                    .map(Path::toString)
                    .orElse("nvcc");
        }
    }

    /**
     * Builds the Spark module, and starts its contender. Spark is not on the class path of this program. It writes to the folder in
     * which it runs.
     */
    private Contender spark(String name) throws IOException {
        Path folder = root.resolve("src/spark/target").normalize();
        Path arguments = folder.resolve("benchmark.arguments");
        build(List.of(
                root.resolve("mvnw").toString(), "-B", "-q", "-ntp", "-f", root.resolve("pom.xml").toString(),
                "process-test-classes", "-pl", "src/spark", "-am", "-Pspark,spark-benchmark,-gates",
                "-Dspark.benchmark=arguments \"" + arguments + "\""));
        return process(
                name, "sh", "-c", "cd \"$0\" && exec \"$@\"", folder.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + arguments, "-Xmx6g",
                "io.github.tornadosort.spark.bench.SparkBenchmark", name.replace("-spark", ""));
    }

    private void build(List<String> command) throws IOException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            if (builder.redirectOutput(Redirect.appendTo(errors.toFile())).start().waitFor() != 0) {
                throw new IOException(command.getFirst() + " failed, see " + errors);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String variable(String name, String otherwise) {
        return Objects.requireNonNullElse(System.getenv(name), otherwise);
    }

    @Override
    public void close() {
        present.forEach(Contender::close);
    }
}
