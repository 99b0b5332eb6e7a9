package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every command and every piece of Java in the README is run. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /** What cannot be run here, by how it begins, and why. */
    private static final Map<String, String> NOT_RUN = Map.of(
            "./mvnw verify", "it is what runs this test",
            "sdk install", "SDKMAN downloads an SDK of some hundred megabytes");

    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(SourceTree.original().resolve("README.md")));
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    private static List<String> commands() throws IOException {
        return blocks("sh").stream().flatMap(String::lines).toList();
    }

    @TestFactory
    Stream<DynamicTest> commandsWork() throws IOException {
        return commands().stream().map(command -> DynamicTest.dynamicTest(command, () -> run(command)));
    }

    private static void run(String command) throws IOException, InterruptedException {
        NOT_RUN.forEach((beginning, reason) -> {
            if (command.startsWith(beginning)) {
                abort("not run: " + reason);
            }
        });
        String sdk = System.getenv("TORNADOVM_HOME");
        if (sdk == null && command.matches("tornado .*|java @\\$TORNADOVM_HOME.*")) {
            abort("not run: TORNADOVM_HOME is not set");
        }
        String java = System.getProperty("java.home");
        String path = java + "/bin:" + (sdk == null ? "" : sdk + "/bin:") + System.getenv("PATH");

        SourceTree.Result result = SourceTree.run(command, Map.of("PATH", path, "JAVA_HOME", java));

        assertThat(result).as(command).satisfies(r -> assertThat(r.status()).isZero());
    }

    @Test
    void whatIsNotRunIsStillThere() throws IOException {
        List<String> commands = commands();

        assertThat(NOT_RUN.keySet()).allSatisfy(beginning -> assertThat(commands)
                .anyMatch(command -> command.startsWith(beginning)));
        assertThat(commands).hasSizeGreaterThan(10);
    }

    @TestFactory
    Stream<DynamicTest> javaCompilesAndRuns(@TempDir Path folder) throws IOException {
        List<String> snippets = blocks("java");
        assertThat(snippets).isNotEmpty();
        return snippets.stream().map(snippet -> DynamicTest.dynamicTest(snippet.lines().findFirst().orElse(""), () -> {
            Path source = Files.writeString(folder.resolve("Snippet.java"), wrap(snippet));
            int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), "-cp",
                    System.getProperty("java.class.path"), source.toString());
            assertThat(status).isZero();
            try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
                loader.loadClass("Snippet").getMethod("main").invoke(null);
            }
        }));
    }

    private static String wrap(String snippet) {
        return """
                import io.github.tornadosort.*;
                import java.lang.foreign.*;
                import java.nio.*;
                import java.util.*;
                import uk.ac.manchester.tornado.api.types.arrays.*;
                public class Snippet {
                    public static void main() throws Exception {
                %s
                    }
                }
                """.formatted(snippet);
    }
}
