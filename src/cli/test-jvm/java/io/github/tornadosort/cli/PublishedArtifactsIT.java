package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maven projects of others, which use the POMs and jars that the profile {@code release} has written, as the README tells them to. */
class PublishedArtifactsIT {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final Pattern DEPENDENCIES =
            Pattern.compile("^```xml\\n(<dependency>\\n.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void onTheClassPath() throws IOException, InterruptedException {
        compile("class-path");

        assertThat(jars()).extracting(jar -> jar.getFileName().toString())
                .filteredOn(jar -> !jar.startsWith("tornado-sort"))
                .as("what a program that embeds the library inherits")
                .allMatch(jar -> jar.startsWith("slf4j-api-"));
        assertThat(java("-cp", path(), "example.Main")).isEqualTo("[1, 2, 3]\n");
    }

    @Test
    void allLibrariesOnTheModulePath() throws IOException, InterruptedException {
        compile("module-path");

        assertThat(java("--enable-native-access=io.github.tornadosort,io.github.tornadosort.files", "--module-path", path(),
                "-m",
                "example/example.Main"))
                .isEqualTo("[1, 2, 3] sorted by io.github.tornadosort because of device, a b x\n");
    }

    @Test
    void inKotlin() throws IOException, InterruptedException {
        compile("kotlin");

        assertThat(java("-cp", path(), "MainKt")).startsWith("a checked exception, and 3 cities as they were; ");
    }

    /** Copies a project, inserts the README's dependencies into its pom, and compiles it with Maven. */
    private void compile(String project) throws IOException, InterruptedException {
        Path from = ROOT.resolve("src/cli/it").resolve(project);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        Path pom = folder.resolve("pom.xml");
        String version = System.getProperty("tornadosort.version");
        Files.writeString(pom,
                Files.readString(pom).replace("<!-- README -->", dependencies(version)).replace("VERSION", version));
        // Maven fetches plugins that this build did not need, unless the build itself is offline.
        run(List.of(ROOT.resolve("mvnw").toString(), "-B", "-q", "-f", pom.toString(),
                System.getProperty("tornadosort.maven").equals("offline: true") ? "--offline" : "--no-transfer-progress",
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "-Dmaven.repo.local.tail=" + System.getProperty("tornadosort.release") + ","
                        + System.getProperty("tornadosort.repository"),
                "compile"));
    }

    /** The README's lines for a pom, which have to name this version. */
    private static String dependencies(String version) throws IOException {
        Matcher block = DEPENDENCIES.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(block.find()).as("dependencies in the README").isTrue();
        assertThat(block.group(1)).contains("<version>" + version + "</version>");
        return block.group(1);
    }

    private List<Path> jars() throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
            return jars.sorted().toList();
        }
    }

    /** Returns the classes and the jars, as a path for the JVM. */
    private String path() throws IOException {
        return Stream.concat(Stream.of(folder.resolve("target/classes")), jars().stream()).map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs a program of the project to its end; returns its standard output. */
    private String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        return run(command);
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("%s%n%s%n%s", command, out, Files.readString(errors)).isZero();
        return out;
    }
}
