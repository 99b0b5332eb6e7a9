package io.github.tornadosort.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The folder with what a release publishes, which this module's build collects. */
class ReleaseFolderTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final Path FOLDER = Path.of(System.getProperty("tornadosort.release"));
    private static final String VERSION = System.getProperty("tornadosort.version");
    private static final String SUMS = "SHA256SUMS";
    private static final boolean OFFLINE = System.getProperty("tornadosort.maven").equals("offline: true");

    static List<String> artifacts() {
        return Stream.of("", "-laboratory", "-files", "-arrow", "-spark", "-jvm", "-cli")
                .map(name -> "tornado-sort" + name)
                .toList();
    }

    @Test
    void theFolderHasEveryFileThatTheCentralRepositoryWantsAndTheCommandLine() throws IOException {
        Set<String> expected = new TreeSet<>();
        for (String artifact : artifacts()) {
            for (String end : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar")) {
                expected.add(artifact + "-" + VERSION + end);
            }
            // The plugin that lists the components does not run offline.
            if (!OFFLINE) {
                expected.add(artifact + "-" + VERSION + "-cyclonedx.json");
            }
        }
        expected.add("tornado-sort-parent-" + VERSION + ".pom");
        expected.add("tornado-sort-" + VERSION + ".zip");
        expected.add("tornado-sort-" + VERSION + ".tar.gz");
        expected.add(SUMS);

        assertThat(hashes(FOLDER).keySet()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void theChecksumsAreThoseOfTheFiles() throws IOException {
        Map<String, String> hashes = hashes(FOLDER);
        hashes.remove(SUMS);

        assertThat(Files.readAllLines(FOLDER.resolve(SUMS)))
                .containsExactlyInAnyOrderElementsOf(
                        hashes.entrySet().stream().map(file -> file.getValue() + "  " + file.getKey()).toList());
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void sourcesAndJavadocAreThoseOfTheJar(String artifact) throws IOException {
        assertThat(entries(artifact, "-javadoc.jar")).contains("index.html");
        Set<String> sources = entries(artifact, "-sources.jar").stream()
                .filter(name -> name.endsWith(".java"))
                .map(name -> name.replaceFirst("\\.java$", ".class"))
                .collect(Collectors.toSet());
        assertThat(sources).containsAll(entries(artifact, ".jar").stream()
                .filter(name -> name.endsWith(".class") && !name.contains("$"))
                .toList());
    }

    /** Names a library's dependencies with their hashes and licences, and no dependency of its tests. */
    @Test
    void theComponentsAreThoseAtRunTime() throws IOException {
        if (OFFLINE) {
            return;
        }
        String library = Files.readString(file("tornado-sort", "-cyclonedx.json"));
        assertThat(library).contains("pkg:maven/org.slf4j/slf4j-api@", "\"SHA-256\"", "\"MIT\"")
                .doesNotContain("junit", "tornado-sort-jvm");
        assertThat(Files.readString(file("tornado-sort-cli", "-cyclonedx.json")))
                .contains("pkg:maven/info.picocli/picocli@", "pkg:maven/io.github.tornadosort/tornado-sort-arrow@");
    }

    /** Builds the sources again, in a folder of another name and length. */
    @Test
    @Tag("slow")
    void anotherBuildMakesTheSameBytes(@TempDir Path other) throws IOException, InterruptedException {
        copySources(other);
        run(other, "chmod", "+x", "mvnw");
        run(other, other.resolve("mvnw").toString(), "-B", "-q", OFFLINE ? "--offline" : "--no-transfer-progress",
                "-Prelease", "-Dmaven.test.skip=true", "-Drelease.test.skip=true",
                "-Dmaven.repo.local=" + System.getProperty("tornadosort.repository"),
                "-pl", "src/release", "-am", "package");

        assertThat(hashes(other.resolve("target/release"))).isEqualTo(hashes(FOLDER));
    }

    private static void copySources(Path to) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path name = ROOT.relativize(file);
                boolean built = false;
                for (Path part : name) {
                    built |= Set.of("target", ".git").contains(part.toString());
                }
                if (!built) {
                    Files.createDirectories(to.resolve(name).getParent());
                    Files.copy(file, to.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void run(Path folder, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("%s%n%s", List.of(command), out).isZero();
    }

    private static Path file(String artifact, String end) {
        return FOLDER.resolve(artifact + "-" + VERSION + end);
    }

    private static Set<String> entries(String artifact, String end) throws IOException {
        try (JarFile jar = new JarFile(file(artifact, end).toFile())) {
            return jar.stream().map(ZipEntry::getName).collect(Collectors.toSet());
        }
    }

    private static Map<String, String> hashes(Path folder) throws IOException {
        Map<String, String> hashes = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                hashes.put(file.getFileName().toString(), sha256(file));
            }
        }
        return hashes;
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
