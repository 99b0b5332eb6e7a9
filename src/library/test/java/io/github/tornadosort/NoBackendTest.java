package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** A program whose class path lacks an implementation of TornadoVM's API. */
class NoBackendTest {
    private static final long SECONDS = 120;

    @TempDir
    Path folder;

    /** Calls each entry point of the library in a separate JVM. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            print("host", () -> {
                try (Sorter sorter = Sorter.open()) {
                    int[] keys = {3, 1, 2};
                    System.out.println(Arrays.toString(keys) + " " + sorter.sort(keys).why() + " " + Arrays.toString(keys));
                    int[] many = new int[1 << 23];
                    many[0] = 1;
                    System.out.println(sorter.sort(many).why() + " " + many[many.length - 1]);
                }
            });
            print("device", () -> {
                try (Sorter sorter = Sorter.open()) {
                    sorter.sort(new int[10], SortOptions.builder().onDevice().build());
                }
            });
            print("all", SortDevice::all);
            print("preferred", SortDevice::preferred);
        }

        private static void print(String what, Runnable call) {
            try {
                call.run();
                System.out.println(what + " works");
            } catch (NoBackendException e) {
                System.out.println(what + ": " + e.getMessage());
            }
        }
    }

    @Test
    void theHostSortsAndTheErrorNamesTheMissingArtifact() throws Exception {
        String classPath = String.join(File.pathSeparator, location(Sorter.class), location(Program.class),
                location(Logger.class));
        assertThat(classPath).doesNotContain("tornado-sort-jvm").doesNotContain("tornado-api");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath,
                Program.class.getName());
        Path log = folder.resolve("log");
        Process process =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String error = "TornadoVM's API cannot be loaded (uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider): put"
                + " tornado-sort-jvm on the class path, or start the JVM with a TornadoVM SDK"
                + " (java @$TORNADOVM_HOME/tornado-argfile)";
        assertThat(lines(log)).containsExactly("[3, 1, 2] host, expected to be faster [1, 2, 3]",
                "host, expected to be faster 1", "host works", "device: " + error, "all: " + error, "preferred: " + error);
    }

    /** Returns what the program printed, without messages of the logging library. */
    private static List<String> lines(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> !line.startsWith("SLF4J")).toList();
        }
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
