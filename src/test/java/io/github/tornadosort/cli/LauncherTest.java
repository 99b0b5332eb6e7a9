package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, as a process of its own, in a source tree that nobody has built. */
class LauncherTest {
    private static final String SORT = "scripts/tornado-sort ";

    @TempDir
    Path folder;

    @BeforeAll
    static void isBuilt() throws IOException, InterruptedException {
        assertThat(SourceTree.run(SORT + "--version").status()).isZero();
    }

    @Test
    void buildsOnceAndAfterChanges() throws IOException, InterruptedException {
        Path source = SourceTree.copy().resolve("pom.xml");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));

        SourceTree.Result first = SourceTree.run("sleep 2; " + SORT + "--version");
        SourceTree.Result second = SourceTree.run(SORT + "--version");

        assertThat(first.status()).isZero();
        assertThat(first.err()).startsWith("tornado-sort: building with Maven").hasLineCount(1);
        assertThat(first.out()).startsWith("tornado-sort 0.").contains("Java ");
        assertThat(second).isEqualTo(new SourceTree.Result(0, "", first.out()));
    }

    /** With its mode set to on, the JVM complains of a cache that it cannot use. */
    @Test
    void startsFromTheClassesItKept() throws IOException, InterruptedException {
        SourceTree.Result plain = SourceTree.run(SORT + "--version");

        assertThat(SourceTree.run("JAVA_OPTS=-XX:AOTMode=on " + SORT + "--version")).isEqualTo(plain);
        assertThat(SourceTree.run("for kept in target/jvm/*.aot; do : >\"$kept\"; done; " + SORT + "--version"))
                .isEqualTo(plain);
        assertThat(SourceTree.run("JAVA_OPTS=-XX:AOTMode=on " + SORT + "--version").out()).contains("AOT cache");
        assertThat(SourceTree.run("rm target/jvm/*.aot; JAVA_OPTS=-XX:AOTMode=on " + SORT + "--version")).isEqualTo(plain);
    }

    /** A machine whose PATH has no Java, with a JDK where SDKMAN puts it. */
    @Test
    void findsAJdkThatIsNotTheDefault() throws IOException, InterruptedException {
        for (String tool : new String[] {"dirname", "readlink", "sed", "find", "mv"}) {
            Path found = Stream.of(System.getenv("PATH").split(":"))
                    .map(directory -> Path.of(directory, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            forward(folder.resolve("bin").resolve(tool), found);
        }
        Path jdk = folder.resolve("home/.sdkman/candidates/java/25-tem");
        Path real = Path.of(System.getProperty("java.home"));
        forward(jdk.resolve("bin/java"), real.resolve("bin/java"));
        forward(jdk.resolve("bin/javac"), real.resolve("bin/javac"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.9\"\n");
        Map<String, String> environment = Map.of(
                "PATH", folder.resolve("bin").toString(),
                "JAVA_HOME", "/nonexistent",
                "HOME", folder.resolve("home").toString());

        SourceTree.Result result = SourceTree.run(SORT + "--version", environment);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("Java ");
    }

    /** A program that runs another. */
    private static void forward(Path program, Path to) throws IOException {
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\nexec '" + to + "' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void runsFromAnyFolderThroughALink() throws IOException, InterruptedException {
        Path link = folder.resolve("sorter");
        Files.createSymbolicLink(link, SourceTree.copy().resolve("scripts/tornado-sort"));

        SourceTree.Result result = SourceTree.run("cd / && '" + link + "' --version");

        Files.delete(link);
        assertThat(result.status()).isZero();
    }

    @Test
    void exitStatusAndErrorsReachTheShell() throws IOException, InterruptedException {
        SourceTree.Result failed = SourceTree.run(SORT + "sort missing -o out --type int32");
        SourceTree.Result usage = SourceTree.run(SORT + "sort");

        assertThat(failed).isEqualTo(new SourceTree.Result(
                1, "tornado-sort: missing: cannot be opened: no such file or directory\n", ""));
        assertThat(usage.status()).isEqualTo(2);
        assertThat(usage.err()).hasLineCount(1);
    }

    @Test
    void aFolderThatIsNoSdkIsAnError() throws IOException, InterruptedException {
        SourceTree.Result result = SourceTree.run(SORT + "devices", Map.of("TORNADOVM_HOME", folder.toString()));
        SourceTree.Result jvm =
                SourceTree.run(SORT + "devices --backend jvm", Map.of("TORNADOVM_HOME", folder.toString()));

        assertThat(result.status()).isOne();
        assertThat(result.err()).contains("which holds no TornadoVM SDK").hasLineCount(1);
        assertThat(jvm.status()).isZero();
        assertThat(jvm.out()).startsWith("0:0   jvm");
    }

    @Test
    void theJarAloneSaysWhatIsMissing() throws IOException, InterruptedException {
        SourceTree.Result result = SourceTree.run("'" + System.getProperty("java.home") + "/bin/java' -cp "
                + "target/jvm/tornado-sort-0.1.0-SNAPSHOT.jar io.github.tornadosort.cli.Main devices");

        assertThat(result.status()).isOne();
        assertThat(result.err()).startsWith("tornado-sort: TornadoVM's API cannot be loaded (uk/ac/").hasLineCount(1);
    }

    @Test
    void aPipeSeesNoProgressAndATerminalDoes() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "this system has no script(1)");
        String generate = SORT + "generate -n 2^26 --type uint8 --distribution gaussian -o /dev/null";

        SourceTree.Result pipe = SourceTree.run(generate);
        SourceTree.Result terminal = SourceTree.run("script -q -e -c '" + generate + "' /dev/null");

        assertThat(pipe).isEqualTo(new SourceTree.Result(0, "", ""));
        assertThat(terminal.status()).isZero();
        assertThat(terminal.out()).contains("generate").contains("%");
    }

    @Test
    void anInterruptedRunLeavesTheOldFile() throws IOException, InterruptedException {
        Path output = Files.writeString(folder.resolve("keys"), "old");
        ProcessBuilder builder = new ProcessBuilder(SourceTree.copy().resolve("scripts/tornado-sort").toString(),
                "generate", "-n", "2^30", "--type", "float64", "--distribution", "gaussian", "-o", output.toString());
        Process process = builder.redirectErrorStream(true).start();
        try {
            Path unfinished = awaitUnfinished();
            process.destroy(); // SIGTERM; the shell has become the JVM
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();

            assertThat(process.exitValue()).isNotZero();
            assertThat(unfinished).doesNotExist();
            assertThat(output).hasContent("old");
        } finally {
            process.destroyForcibly();
        }
    }

    private Path awaitUnfinished() throws IOException, InterruptedException {
        for (int attempt = 0; attempt < 600; attempt++) {
            try (Stream<Path> files = Files.list(folder)) {
                var part = files.filter(file -> file.toString().endsWith(".part")).findFirst();
                if (part.isPresent() && Files.size(part.get()) > 0) {
                    return part.get();
                }
            }
            Thread.sleep(100);
        }
        throw new AssertionError("nothing was written in a minute");
    }
}
