package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects of others, which depend on the installed artifacts as the README tells them to. */
class OutsideProjectsIT {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final Pattern DEPENDENCIES =
            Pattern.compile("^```xml\\n(<dependency>\\n.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void onTheClassPath() throws IOException, InterruptedException {
        Path classes = build("class-path");

        List<String> jars = jars();
        assertThat(jars.stream().map(jar -> Path.of(jar).getFileName().toString())
                .filter(jar -> !jar.startsWith("tornado-sort")))
                .as("what a program that embeds the library inherits")
                .allMatch(jar -> jar.startsWith("slf4j-api-"));
        String classPath = classes + File.pathSeparator + String.join(File.pathSeparator, jars);
        assertThat(run(java("-cp", classPath, "example.Main"))).isEqualTo("[1, 2, 3]\n");
    }

    @Test
    void onTheModulePath() throws IOException, InterruptedException {
        Path classes = build("module-path");

        String modulePath = classes + File.pathSeparator + folder.resolve("lib");
        assertThat(run(java("--module-path", modulePath, "-m", "example/example.Main")))
                .isEqualTo("[1, 2, 3] sorted by io.github.tornadosort\n");
    }

    /** Builds a project with Maven; returns the folder of its classes. */
    private Path build(String name) throws IOException, InterruptedException {
        Path project = ROOT.resolve("src/library/it").resolve(name);
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(project.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Path pom = folder.resolve("pom.xml");
        Files.writeString(pom, Files.readString(pom).replace("<!-- README -->", dependencies()));
        // Maven fetches plugins that this build did not need, unless the build itself is offline.
        run(List.of(ROOT.resolve("mvnw").toString(), "-B", "-q", "-f", pom.toString(),
                System.getProperty("tornadosort.maven").equals("offline: true") ? "--offline" : "--no-transfer-progress",
                "-Dmaven.repo.local=" + System.getProperty("tornadosort.installed"),
                "-Dmaven.repo.local.tail=" + System.getProperty("tornadosort.repository"), "compile"));
        return folder.resolve("target/classes");
    }

    /** The README's lines for a pom, which have to name this version. */
    private static String dependencies() throws IOException {
        Matcher block = DEPENDENCIES.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(block.find()).as("dependencies in the README").isTrue();
        assertThat(block.group(1)).contains("<version>" + System.getProperty("tornadosort.version") + "</version>");
        return block.group(1);
    }

    private List<String> jars() throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
            return jars.map(Path::toString).sorted().collect(Collectors.toList());
        }
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a program to its end; returns its standard output. */
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
