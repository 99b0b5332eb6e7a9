package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs all commands and Java snippets in the README and in docs, one document at a time. Blocks of {@code sh} are commands, one
 * per line; blocks of {@code java} are imports followed by statements.
 */
@Tag("slow")
class DocumentsTest {
    private static final Pattern BLOCK = Pattern.compile("^```([^\\n]+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    /** Prefixes of commands that cannot run here, with the reason. */
    private static final Map<String, String> NOT_RUN = Map.of(
            "./mvnw", "runs this test",
            "sdk install", "SDKMAN downloads an SDK of some hundred megabytes");

    private static final String LAUNCHER = "scripts/tornado-sort ";
    /** Commands that the shell and the launcher would pass on as they are. Standard input is that of the shell. */
    private static final Pattern IN_ONE_JVM = Pattern.compile(LAUNCHER + "(?!run )[^|<>;&'\"*$]*");

    private static CommandLoop commands;

    @BeforeAll
    static void start() throws IOException {
        commands = new CommandLoop();
    }

    @AfterAll
    static void end() throws IOException {
        commands.close();
    }

    static List<Path> documents() throws IOException {
        Path root = SourceTree.original();
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            return Stream.concat(
                    Stream.of(root.resolve("README.md")), docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    private static List<String> blocks(Path document, String language) {
        try {
            List<String> blocks = new ArrayList<>();
            Matcher matcher = BLOCK.matcher(Files.readString(document));
            while (matcher.find()) {
                if (matcher.group(1).equals(language)) {
                    blocks.add(matcher.group(2));
                }
            }
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> commands(Path document) {
        return blocks(document, "sh").stream().flatMap(String::lines).toList();
    }

    @TestFactory
    Stream<DynamicNode> commandsWork() throws IOException {
        return documents().stream().flatMap(document -> commands(document).stream()
                .map(command -> DynamicTest.dynamicTest(document.getFileName() + ": " + command, () -> run(command))));
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
        SourceTree.Result result;
        if (sdk == null && IN_ONE_JVM.matcher(command).matches()) {
            // By default, a demonstration has 2^24 keys.
            result = commands.run(command.substring(LAUNCHER.length()).replaceFirst("^demo$", "demo -n 2^18"));
        } else {
            String java = System.getProperty("java.home");
            String path = java + "/bin:" + (sdk == null ? "" : sdk + "/bin:") + System.getenv("PATH");
            result = SourceTree.run(command, Map.of("PATH", path, "JAVA_OPTS", "-XX:TieredStopAtLevel=1"));
        }

        assertThat(result).as(command).satisfies(r -> assertThat(r.status()).isZero());
        // The only test that runs all checks of 'doctor', which take seconds.
        if (command.equals("scripts/tornado-sort doctor")) {
            assertThat(result.out()).startsWith("ok      JDK ")
                    .containsPattern(": [0-9]+ sorts, all correct\n").endsWith("\nNo problems found.\n");
        }
    }

    @Test
    void commandsThatCannotRunHereExist() throws IOException {
        List<String> commands =
                documents().stream().flatMap(document -> commands(document).stream()).toList();

        assertThat(commands).contains("scripts/tornado-sort doctor");
        assertThat(NOT_RUN.keySet()).allSatisfy(beginning -> assertThat(commands)
                .anyMatch(command -> command.startsWith(beginning)));
        assertThat(commands).hasSizeGreaterThan(30);
    }

    @Test
    void linksLeadToFiles() throws IOException {
        int links = 0;
        for (Path document : documents()) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                assertThat(document.resolveSibling(link.group(1))).as("link in %s", document.getFileName()).exists();
                links++;
            }
        }
        assertThat(links).isGreaterThan(20);
    }

    @Test
    void theReadmeIsShort() throws IOException {
        assertThat(Files.readString(SourceTree.original().resolve("README.md")).lines().count()).isLessThanOrEqualTo(150);
    }

    /** Gradle is not run here. PublishedArtifactsIT builds a project with the dependencies for Maven. */
    @Test
    void theReadmeHasTheSameDependenciesForGradleAndMaven() throws IOException {
        Path readme = SourceTree.original().resolve("README.md");
        List<String> gradle = matches("implementation\\(\"([^\"]+)\"\\)", String.join("", blocks(readme, "kotlin")));
        String maven = String.join("", blocks(readme, "xml"));
        List<String> groups = matches("<groupId>(.*?)</groupId>", maven);
        List<String> artifacts = matches("<artifactId>(.*?)</artifactId>", maven);
        List<String> versions = matches("<version>(.*?)</version>", maven);

        assertThat(artifacts).containsExactly("tornado-sort", "tornado-sort-jvm");
        assertThat(gradle).containsExactlyElementsOf(IntStream.range(0, artifacts.size())
                .mapToObj(i -> groups.get(i) + ":" + artifacts.get(i) + ":" + versions.get(i))
                .toList());
        String pom = Files.readString(SourceTree.original().resolve("pom.xml"));
        assertThat(gradle)
                .allMatch(coordinates -> coordinates.startsWith(matches("<groupId>(.*?)</groupId>", pom).getFirst() + ":")
                        && coordinates.endsWith(":" + matches("<version>(.*?)</version>", pom).getFirst()));
    }

    /** Returns the first group of each match. */
    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
    }

    @TestFactory
    Stream<DynamicTest> javaCompilesAndRuns(@TempDir Path folder) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path document : documents()) {
            if (document.endsWith("spark.md")) {
                continue; // its class path has Spark: src/spark tests it
            }
            for (String snippet : blocks(document, "java")) {
                Path own = Files.createDirectory(folder.resolve("snippet" + tests.size()));
                tests.add(DynamicTest.dynamicTest(document.getFileName() + " " + tests.size(), () -> run(own, snippet)));
            }
        }
        assertThat(tests).hasSizeGreaterThan(2);
        return tests.stream();
    }

    private static void run(Path folder, String snippet) throws Exception {
        Path source = Files.writeString(folder.resolve("Snippet.java"), wrap(snippet));
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), "-cp",
                System.getProperty("java.class.path"), source.toString());
        assertThat(status).isZero();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.setDefaultAssertionStatus(true);
            loader.loadClass("Snippet").getMethod("main").invoke(null);
        }
    }

    /** Returns a program with the imports and statements of a snippet. */
    private static String wrap(String snippet) {
        Map<Boolean, String> parts = snippet.lines().collect(Collectors.partitioningBy(
                line -> line.startsWith("import "), Collectors.joining("\n")));
        return """
                %s
                public class Snippet {
                    public static void main() throws Exception {
                %s
                    }
                }
                """.formatted(parts.get(true), parts.get(false));
    }
}
