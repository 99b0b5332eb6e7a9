package io.github.tornadosort.testing;

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

/** A Maven project of others, which depends on the installed artifacts as the README tells it to. */
public final class OutsideProject {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final Pattern DEPENDENCIES =
            Pattern.compile("^```xml\\n(<dependency>\\n.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private final Path folder;

    private OutsideProject(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies a project, and inserts the README's dependencies into its pom.
     *
     * @param project the folder with the project, relative to the root of the source tree
     * @param folder an empty folder
     */
    public static OutsideProject copy(String project, Path folder) throws IOException {
        Path from = ROOT.resolve(project);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Path pom = folder.resolve("pom.xml");
        Files.writeString(pom, Files.readString(pom).replace("<!-- README -->", dependencies()));
        return new OutsideProject(folder);
    }

    /** The README's lines for a pom, which have to name this version. */
    private static String dependencies() throws IOException {
        Matcher block = DEPENDENCIES.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(block.find()).as("dependencies in the README").isTrue();
        assertThat(block.group(1)).contains("<version>" + System.getProperty("tornadosort.version") + "</version>");
        return block.group(1);
    }

    /** Compiles the project with Maven. */
    public OutsideProject compile() throws IOException, InterruptedException {
        // Maven fetches plugins that this build did not need, unless the build itself is offline.
        run(List.of(ROOT.resolve("mvnw").toString(), "-B", "-q", "-f", folder.resolve("pom.xml").toString(),
                System.getProperty("tornadosort.maven").equals("offline: true") ? "--offline" : "--no-transfer-progress",
                "-Dmaven.repo.local=" + System.getProperty("tornadosort.installed"),
                "-Dmaven.repo.local.tail=" + System.getProperty("tornadosort.repository"), "compile"));
        return this;
    }

    /** {@return the folder of the compiled classes} */
    public Path classes() {
        return folder.resolve("target/classes");
    }

    /** {@return the jars that the project needs at run time} */
    public List<Path> jars() throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
            return jars.sorted().toList();
        }
    }

    /** {@return the classes and the jars, as a path for the JVM} */
    public String path() throws IOException {
        return Stream.concat(Stream.of(classes()), jars().stream()).map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs a program of the project to its end; returns its standard output. */
    public String java(String... arguments) throws IOException, InterruptedException {
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
