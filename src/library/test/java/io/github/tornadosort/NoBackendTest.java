package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.OtherJvm;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** A program with the library and SLF4J alone: without an implementation of TornadoVM's API. */
class NoBackendTest {
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
                try (Sorter sorter = Sorter.builder().onDevice().open()) {
                    sorter.sort(new int[10]);
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
        List<String> lines = OtherJvm.run(120, List.of("-cp", classPath), Program.class);
        String error = "TornadoVM's API cannot be loaded (uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider): put"
                + " tornado-sort-jvm on the class path, or start the JVM with a TornadoVM SDK"
                + " (java @$TORNADOVM_HOME/tornado-argfile)";
        // Messages of the logging library.
        assertThat(lines).filteredOn(line -> !line.startsWith("SLF4J")).containsExactly(
                "[3, 1, 2] host, expected to be faster [1, 2, 3]",
                "host, expected to be faster 1", "host works", "device: " + error, "all: " + error, "preferred: " + error);
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
