package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Suite.CaseSet;
import io.github.tornadosort.bench.peer.ArrowPeer;
import io.github.tornadosort.bench.peer.DuckDbTablePeer;
import io.github.tornadosort.bench.peer.RecordPeer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The available contenders that a suite requests: this library on the JVM's cores and on the backends of each SDK, and the
 * peers. Each runs in its own process.
 */
final class Contenders implements AutoCloseable {
    private static final Pattern JVM_BACKEND = Pattern.compile(".*[/\\\\]tornado-sort-jvm-[^/\\\\]*\\.jar");
    /** Flags of the JVM that Arrow's memory management needs. */
    private static final List<String> ARROW_FLAGS =
            List.of("--add-opens=java.base/java.nio=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    private static final String MAIN = "io.github.tornadosort.bench.Main";

    private final Path root;
    private final List<Path> sdks;
    private final Path errors;
    private final Consumer<String> log;
    private final List<Contender> present = new ArrayList<>();
    private final List<About> absent = new ArrayList<>();

    /**
     * @param root the source tree
     * @param sdks folders of TornadoVM SDKs
     * @param errors a file for the standard error of the processes
     * @param log receives which contenders are available, and why others are not
     */
    Contenders(Path root, List<Path> sdks, Path errors, Consumer<String> log) {
        this.root = root;
        this.sdks = sdks;
        this.errors = errors;
        this.log = log;
    }

    List<Contender> present() {
        return present;
    }

    List<About> absent() {
        return absent;
    }

    /** Starts the contenders that the suite requests. A contender that fails to start is absent. */
    void start(Suite suite) {
        if (asked(suite, "jvm", true)) {
            add("jvm", () -> ours(List.of(), classPath(true), "jvm"));
        }
        for (Path sdk : sdks) {
            for (String backend : backends(sdk)) {
                if (asked(suite, backend, true)) {
                    add(backend, () -> ours(sdkFlags(sdk), classPath(false), backend));
                }
            }
        }
        for (String peer : List.of("parallelSort", "fastutil", RecordPeer.CARRIED, RecordPeer.GATHERED)) {
            addPeer(suite, peer, () -> java(List.of(), classPath(true), "bench", "--serve", peer));
        }
        for (String peer : List.of(ArrowPeer.OURS, ArrowPeer.ALGORITHM, DuckDbTablePeer.NAME)) {
            addPeer(suite, peer, () -> java(
                    ARROW_FLAGS, classPath(true) + File.pathSeparator + peerLibraries(), "bench", "--serve", peer));
        }
        addPeer(suite, "cub", () -> List.of(cub().toString(), "radix"));
        addPeer(suite, "cub-merge", () -> List.of(cub().toString(), "merge"));
        addPeer(suite, "cupy",
                () -> List.of(variable("PYTHON", "python3"), peers().resolve("gpu_peer.py").toString(), "cupy"));
        addPeer(suite, "torch",
                () -> List.of(variable("PYTHON", "python3"), peers().resolve("gpu_peer.py").toString(), "torch"));
        addPeer(suite, "spark", () -> spark("spark"));
        addPeer(suite, "tornado-sort-spark", () -> spark("tornado-sort"));
        for (ProgramContender program : List.of(
                ProgramContender.tornadoSort(root, errors),
                ProgramContender.withoutClassCache(root, errors),
                ProgramContender.numpy(peers().resolve("numpy_sort.py"), variable("PYTHON", "python3"), errors),
                ProgramContender.numpyWithoutAvx512(
                        peers().resolve("numpy_sort.py"), variable("PYTHON", "python3"), errors),
                ProgramContender.duckDb(duckDb(), errors),
                ProgramContender.gnuSort(errors),
                ProgramContender.cat(errors))) {
            if (asked(suite, program.about().contender(), false)) {
                addPresent(program);
            }
        }
    }

    private void addPeer(Suite suite, String name, Command command) {
        if (asked(suite, name, false)) {
            add(name, command);
        }
    }

    private void addPresent(Contender contender) {
        present.add(contender);
        About about = contender.about();
        log.accept(about.contender() + ": " + about.what() + " on " + about.device());
    }

    /** Computes the command line of a process. Fails if a file that it needs cannot be found or built. */
    private interface Command {
        List<String> words() throws IOException;
    }

    private void add(String name, Command command) {
        try {
            addPresent(new ProcessContender(name, command.words(), errors));
        } catch (IOException e) {
            absent.add(About.absent(name, e.getMessage()));
            log.accept(name + ": absent: " + e.getMessage());
        }
    }

    private static boolean asked(Suite suite, String name, boolean ours) {
        return suite.cases().stream().anyMatch((CaseSet set) -> set.asks(name, ours));
    }

    private List<String> ours(List<String> flags, String classPath, String backend) {
        return java(flags, classPath, "bench", "--serve", "sorter", "--backend", backend);
    }

    private List<String> java(List<String> flags, String classPath, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("@" + root.resolve("tornado-config/java.argfile"));
        command.addAll(List.of("-cp", classPath, MAIN));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns a command line without a main class. The driver is not among the libraries of this program. */
    private List<String> duckDb() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
                "-cp", classPath(false) + File.pathSeparator + peerLibraries());
    }

    /** Returns the class path of libraries that only peers use. */
    private String peerLibraries() {
        return root.resolve("benchmarks/target/jvm/lib/peers") + File.separator + "*";
    }

    private List<String> sdkFlags(Path sdk) throws IOException {
        Path flags = sdk.resolve("tornado-argfile");
        if (!Files.isReadable(flags)) {
            throw new IOException(sdk + " is not a TornadoVM SDK: it has no tornado-argfile");
        }
        return List.of("@" + flags, "@" + root.resolve("tornado-config/tornadovm.argfile"));
    }

    private static List<String> backends(Path sdk) {
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(sdk.resolve("etc/tornado.backend"))) {
            properties.load(in);
        } catch (IOException e) {
            return List.of(sdk.getFileName().toString());
        }
        return Arrays.stream(properties.getProperty("tornado.backends", "").split(","))
                .map(backend -> backend.strip().replace("-backend", ""))
                .toList();
    }

    /** Returns this program's class path with or without the JVM backend, which must not share a class path with an SDK. */
    private static String classPath(boolean withJvm) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> withJvm || !JVM_BACKEND.matcher(entry).matches())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Path peers() {
        return root.resolve("benchmarks/peers");
    }

    /** Returns the program of the CUB peer, and compiles it if necessary. Its name contains the checksum of its source. */
    private Path cub() throws IOException {
        Path source = peers().resolve("cub_peer.cu");
        CRC32 checksum = new CRC32();
        checksum.update(Files.readAllBytes(source));
        Path program = peers().resolve("build/cub-peer-" + Long.toHexString(checksum.getValue()));
        if (Files.isExecutable(program)) {
            return program;
        }
        Files.createDirectories(program.getParent());
        build("nvcc could not compile " + source, List.of(
                nvcc(), "-O3", "-std=c++17", "-arch=" + variable("CUDA_ARCH", "native"), "-o", program.toString(),
                source.toString()));
        return program;
    }

    /** Builds the Spark module, and returns the command line of its contender. Spark is not on the class path of this program. */
    private List<String> spark(String contender) throws IOException {
        Path arguments = root.resolve("src/spark/target/benchmark.arguments").normalize();
        build("Maven could not build src/spark", List.of(
                root.resolve("mvnw").toString(), "-B", "-q", "-ntp", "-f", root.resolve("pom.xml").toString(),
                "process-test-classes", "-pl", "src/spark", "-am", "-Pspark,spark-benchmark,-gates",
                "-Dspark.benchmark=arguments \"" + arguments + "\""));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + arguments,
                "io.github.tornadosort.spark.bench.SparkBenchmark", contender);
    }

    /** Runs a compiler. */
    private void build(String failure, List<String> command) throws IOException {
        Process compiler;
        try {
            compiler = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                    .start();
        } catch (IOException e) {
            throw new IOException("no " + command.getFirst() + " to build it", e);
        }
        try {
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
