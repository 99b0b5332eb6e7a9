package io.github.tornadosort.bench;

import com.sun.management.OperatingSystemMXBean;
import io.github.tornadosort.SortDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where results come from: of what code, on what machine, on what day. All results of a file have the same origin.
 *
 * @param commit the commit of the source tree
 * @param changed whether the code that was measured differs from the commit
 * @param version the version of the project, from the manifest of the jar
 * @param java the version of the JVM
 * @param sdk the TornadoVM SDK, or {@code none} for the cores of the JVM
 * @param machine the name of the machine in reports: its GPU, or the number of its cores
 * @param cpu the name of the processor
 * @param cores the number of processors that the JVM may use
 * @param memoryBytes the size of the memory
 * @param system the operating system
 * @param driver the version of the GPU's driver; {@code none} if there is no GPU
 * @param date the day of the first measurement, in UTC
 */
record Origin(
        String commit, boolean changed, String version, String java, String sdk, String machine, String cpu, int cores,
        long memoryBytes, String system, String driver, String date) {
    /** The commit, if there is no git: {@code 1a2b3c4d}, or {@code 1a2b3c4d-dirty} for changed code. */
    static final String COMMIT_PROPERTY = "tornadosort.bench.commit";

    private static final String DIRTY = "-dirty";
    /** What is measured. Results and documents may differ from the commit. */
    private static final String[] CODE =
            {"src", "benchmarks/main", "benchmarks/suites", "benchmarks/peers", "tornado-config", "scripts", "pom.xml"};

    /**
     * Returns the origin of what is measured in this JVM.
     *
     * @param root the source tree
     * @param machine the name of the machine, or null for the name of its device or the number of its cores
     * @throws IOException if the commit is not known; the message says how to name it
     */
    static Origin here(Path root, String machine) throws IOException {
        SortDevice device = SortDevice.preferred();
        boolean isCores = device.backend().equals("jvm");
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        String commit = commit(root);
        return new Origin(
                commit.replace(DIRTY, ""),
                commit.endsWith(DIRTY),
                Objects.requireNonNullElse(Origin.class.getPackage().getImplementationVersion(), "unknown"),
                Runtime.version().toString(),
                isCores ? "none" : ofSdk(),
                Objects.requireNonNullElse(
                        machine, isCores ? system.getAvailableProcessors() + "-core" : device.name().strip()),
                firstLine(Path.of("/proc/cpuinfo"), "model name").orElse("unknown"),
                system.getAvailableProcessors(),
                system.getTotalMemorySize(),
                system.getName() + " " + system.getVersion() + " " + system.getArch(),
                firstLine(Path.of("/proc/driver/nvidia/version"), "NVRM version").orElse("none"),
                LocalDate.now(ZoneOffset.UTC).toString());
    }

    /**
     * Returns the commit: the property {@value #COMMIT_PROPERTY}, else the file {@code commit} in the folder of this program's
     * jar, else what git says about the source tree.
     */
    private static String commit(Path root) throws IOException {
        String property = System.getProperty(COMMIT_PROPERTY);
        if (property != null) {
            return property;
        }
        Path file =
                Path.of(Origin.class.getProtectionDomain().getCodeSource().getLocation().getPath()).resolveSibling("commit");
        if (Files.exists(file)) {
            return Files.readString(file).strip();
        }
        Optional<String> commit = git(root, "rev-parse", "--short=12", "HEAD");
        List<String> changes = new ArrayList<>(List.of("status", "--porcelain", "--untracked-files=no", "--"));
        changes.addAll(Arrays.asList(CODE));
        Optional<String> changed = git(root, changes.toArray(String[]::new));
        if (commit.isEmpty() || changed.isEmpty()) {
            throw new IOException(root + ": the commit is not known, since this is no git checkout; name it by -D"
                    + COMMIT_PROPERTY + "=COMMIT in JAVA_OPTS, or in a file 'commit' beside the benchmark's jar");
        }
        return commit.get() + (changed.get().isEmpty() ? "" : DIRTY);
    }

    private static Optional<String> git(Path root, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(Arrays.asList(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (IOException e) {
            return Optional.empty(); // There is no git.
        }
    }

    /** Returns the version of the SDK in TORNADOVM_HOME. */
    private static String ofSdk() {
        String home = Objects.requireNonNullElse(System.getenv("TORNADOVM_HOME"), "");
        return "TornadoVM " + firstLine(Path.of(home, "etc/tornado.release"), "version").orElse("of unknown version");
    }

    /** Returns the value in the first line of a file that begins with a name, after a colon or an equals sign. */
    private static Optional<String> firstLine(Path file, String name) {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.split("[:=]", 2)[1].strip().replaceAll("\\s+", " "))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the commit, and whether the code differs from it. */
    String code() {
        return commit + (changed ? " (changed)" : "");
    }

    /** Returns the name of a file for results of this origin: the machine and the commit. */
    String fileName() {
        return slug() + "-" + commitName() + ".json";
    }

    /** Returns what {@link #COMMIT_PROPERTY} is for this origin. */
    String commitName() {
        return commit + (changed ? DIRTY : "");
    }

    /** Returns the machine as part of a file name. */
    String slug() {
        return machine.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    /** Returns whether results of both can be in one file: everything but the day is equal. */
    boolean isSame(Origin other) {
        return new Origin(
                commit, changed, version, java, sdk, machine, cpu, cores, memoryBytes, system, driver, other.date)
                .equals(other);
    }

    /** Describes the machine in one line. */
    String hardware() {
        return String.format(
                Locale.ROOT, "%s, %d cores, %.0f GiB, %s, Java %s%s%s", cpu, cores, memoryBytes / (double) (1L << 30),
                system, java, sdk.equals("none") ? "" : ", " + sdk,
                driver.equals("none") ? "" : ", driver " + driver);
    }
}
