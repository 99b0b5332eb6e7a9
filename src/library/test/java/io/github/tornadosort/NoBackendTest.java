package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.OtherJvm;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** Programs with the library and SLF4J alone: without an implementation of TornadoVM's API. */
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

    private static final String EXAMPLE = """
            package example;
            import io.github.tornadosort.*;
            public class Example {
                public static void main(String[] args) {
                    int[] keys = {3, 1, 2};
                    String[] names = {"c", "a", "b"};
                    try (Sorter sorter = Sorter.builder().onHost().open()) {
                        sorter.sort(names);
                        sorter.objects().sortBy(names.clone(), name -> name);
                        sorter.objects().sortByLong(names.clone(), name -> name.length());
                        sorter.objects().sort(names.clone(), name -> name.charAt(0), (a, b) -> a.compareTo(b));
                        sorter.sortTo(Column.of(keys), Order.ASCENDING, (first, piece) -> {});
                        sorter.sort(Column.of(keys), Order.DESCENDING, Column.of(new long[3]));
                        int[] rows = sorter.argsort(Key.of(Strings.of(names)), Key.of(Column.of(keys)));
                        TopK<Column> top = sorter.topK(Column.of(keys), 1, Order.ASCENDING);
                        System.out.println(names[0] + keys[0] + rows[0] + top.keys().toIntArray()[0]
                                + Sorter.class.getModule().isNamed());
                    }
                }
            }
            """;

    private static void compile(Path folder, String... options) throws IOException {
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.walk(folder)) {
            List<String> all = new ArrayList<>(List.of("-proc:none", "-d", folder.resolve("classes").toString()));
            all.addAll(List.of(options));
            boolean compiled = compiler.getTask(messages, null, null, all, null, files.getJavaFileObjectsFromPaths(
                    sources.filter(file -> file.toString().endsWith(".java")).toList())).call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    /** Runs the example, and returns what it prints. */
    private static String run(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed.strip();
    }

    @Test
    void aProgramOnTheClassPath(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("Example.java"), EXAMPLE);
        String path = location(Sorter.class) + File.pathSeparator + location(Logger.class);
        compile(folder, "-cp", path);
        assertThat(run("-cp", path + File.pathSeparator + folder.resolve("classes"), "example.Example"))
                .isEqualTo("a301false");
    }

    /** Needs classes that Maven has compiled. */
    @Test
    void aProgramOnTheModulePath(@TempDir Path folder) throws Exception {
        Path library = Path.of(location(Sorter.class));
        assumeTrue(Files.isRegularFile(library) || Files.exists(library.resolve("module-info.class")),
                "the classes are no module");
        Files.writeString(folder.resolve("Example.java"), EXAMPLE);
        Files.writeString(folder.resolve("module-info.java"), "module example { requires io.github.tornadosort; }");
        String path = library + File.pathSeparator + location(Logger.class);
        compile(folder, "--module-path", path);
        assertThat(run("--module-path", path + File.pathSeparator + folder.resolve("classes"), "-m",
                "example/example.Example")).isEqualTo("a301true");
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
