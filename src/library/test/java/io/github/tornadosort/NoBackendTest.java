package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.OtherJvm;
import java.io.File;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** A program whose class path lacks an implementation of TornadoVM's API. */
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

    @Test
    void aProgramCompiles(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("Example.java"), """
                import io.github.tornadosort.*;
                class Example {
                    static void sort(int[] keys, String[] names) {
                        try (Sorter sorter = Sorter.open()) {
                            sorter.sort(keys);
                            sorter.sort(names);
                            sorter.sort(Column.of(keys), Column.of(new long[keys.length]));
                            SortStats stats = sorter.sort(Column.of(keys), Order.DESCENDING);
                            System.out.println(stats.why() + sorter.argsort(Column.of(keys), Order.ASCENDING).length);
                        }
                    }
                }
                """);
        StringWriter messages = new StringWriter();
        boolean compiled = ToolProvider.getSystemJavaCompiler().getTask(messages, null, null,
                List.of("-proc:none", "-d", folder.toString(), "-cp",
                        location(Sorter.class) + File.pathSeparator + location(Logger.class)),
                null, ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)
                        .getJavaFileObjects(source))
                .call();
        assertThat(compiled).as(messages.toString()).isTrue();
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
