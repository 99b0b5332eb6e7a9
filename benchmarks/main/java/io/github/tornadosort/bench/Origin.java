package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where results come from: of what code, on what machine, when. All results of a file have the same origin.
 *
 * @param commit the commit of the source tree; {@code -dirty} follows if the code that was measured differs from it
 * @param java the version of the JVM
 * @param sdk the TornadoVM SDK, or {@code none} for the cores of the JVM
 * @param machine the name of the machine in reports: its GPU, or the number of its cores
 * @param cpu the name of the processor
 * @param cores the number of processors that the JVM may use
 * @param driver the version of the GPU's driver; {@code none} if there is no GPU
 * @param date the time of the latest results, in UTC
 */
record Origin(
        String commit, String java, String sdk, String machine, String cpu, int cores, String driver,
        String date) {
    /** Names the commit. {@code benchmarks/run} asks git for it. */
    static final String COMMIT_PROPERTY = "tornadosort.bench.commit";

    /**
     * Returns the origin of what is measured in this JVM.
     *
     * @param machine the name of the machine, or null for the name of its device or the number of its cores
     * @throws IOException if the commit is not known; the message says how to name it
     */
    static Origin here(String machine) throws IOException {
        String commit = System.getProperty(COMMIT_PROPERTY);
        if (commit == null) {
            throw new IOException("the commit is not known, since the source tree is no git checkout; name it by -D"
                    + COMMIT_PROPERTY + "=COMMIT in JAVA_OPTS");
        }
        SortDevice device = SortDevice.preferred();
        boolean isCores = device.backend().equals("jvm");
        int cores = Runtime.getRuntime().availableProcessors();
        return new Origin(
                commit,
                Runtime.version().toString(),
                isCores ? "none" : versionOfSdk(),
                Objects.requireNonNullElse(machine, isCores ? cores + "-core" : device.name().strip()),
                firstLine(Path.of("/proc/cpuinfo"), "model name").orElse("unknown"),
                cores,
                firstLine(Path.of("/proc/driver/nvidia/version"), "NVRM version")
                        .map(line -> line.replaceAll(".*?([0-9]+[.][0-9.]+).*", "NVIDIA $1")).orElse("none"),
                Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
    }

    /** Returns the version of the SDK in TORNADOVM_HOME. */
    private static String versionOfSdk() {
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

    /** Returns the name of a file for results of this origin: the machine and the commit. */
    String fileName() {
        return slug() + "-" + commit + ".json";
    }

    /** Returns the machine as part of a file name. */
    String slug() {
        return machine.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    /** Returns whether results of both can be in one file: everything but the time is equal. */
    boolean isSame(Origin other) {
        return at(other.date).equals(other);
    }

    /** Returns this origin at another time. */
    Origin at(String time) {
        return new Origin(commit, java, sdk, machine, cpu, cores, driver, time);
    }

    /** Describes the machine in one line. */
    String hardware() {
        return cpu + ", " + cores + " cores, Java " + java + (sdk.equals("none") ? "" : ", " + sdk)
                + (driver.equals("none") ? "" : ", driver " + driver);
    }
}
