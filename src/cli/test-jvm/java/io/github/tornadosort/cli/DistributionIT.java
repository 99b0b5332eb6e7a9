package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the distribution after unpacking it to a folder with a space in its name. */
class DistributionIT {
    private static final String NAME = "tornado-sort-" + System.getProperty("tornadosort.version");
    private static final Path BUILD = Path.of(System.getProperty("tornadosort.build"));

    @TempDir(factory = FolderWithASpace.class)
    private Path folder;

    /** Creates folders with a space in their names. */
    static final class FolderWithASpace implements org.junit.jupiter.api.io.TempDirFactory {
        @Override
        public Path createTempDirectory(
                org.junit.jupiter.api.extension.AnnotatedElementContext element,
                org.junit.jupiter.api.extension.ExtensionContext context)
                throws IOException {
            return Files.createTempDirectory("tornado sort");
        }
    }

    @Test
    void sorts() throws IOException, InterruptedException {
        unpack(".tar.gz");

        run("bin/tornado-sort", "generate", "-n", "100000", "--type", "int32", "--distribution", "uniform", "-o", "keys");
        run("bin/tornado-sort", "sort", "keys", "-o", "sorted", "--type", "int32", "--format", "raw");
        run("bin/tornado-sort", "verify", "keys", "sorted", "--type", "int32", "--format", "raw");

        assertThat(run("bin/tornado-sort", "--version")).contains(NAME.replace("sort-", "sort "));
        assertThat(Files.size(folder.resolve(NAME + "/sorted"))).isEqualTo(400_000);
    }

    @Test
    void bothArchivesHaveTheSameFiles() throws IOException, InterruptedException {
        unpack(".tar.gz");
        Path other = Files.move(folder.resolve(NAME), folder.resolve("other"));
        unpack(".zip");

        assertThat(run("diff", "-r", ".", other.toString())).isEmpty();
        assertThat(other.resolve("bin/tornado-sort")).isExecutable();
    }

    @Test
    void containsOnlyTheExpectedFiles() throws IOException, InterruptedException {
        unpack(".zip");

        try (Stream<Path> files = Files.list(folder.resolve(NAME))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(
                    "CHANGELOG.md", "LICENSE", "README.md", "bin", "completion", "docs", "lib", "tornado-config");
        }
        try (Stream<Path> files = Files.list(folder.resolve(NAME + "/lib"))) {
            assertThat(files.map(file -> file.getFileName().toString()).map(name -> name.replaceFirst("-\\d.*", "")))
                    .contains("tornado-sort", "tornado-sort-laboratory", "tornado-sort-cli", "slf4j-api", "picocli", "jvm")
                    .doesNotContain("tornado-sort-jvm", "tornado-sort-benchmarks");
        }
        try (Stream<Path> files = Files.list(folder.resolve(NAME + "/lib/jvm"))) {
            assertThat(files.map(file -> file.getFileName().toString())).singleElement().asString()
                    .startsWith("tornado-sort-jvm-");
        }
    }

    @Test
    void completesInBash() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "this system has no bash");
        unpack(".zip");

        assertThat(complete("tornado-sort", "gen")).isEqualTo("generate");
        assertThat(complete("tornado-sort", "sort", "--type", "uint3")).isEqualTo("uint32");
        assertThat(complete("tornado-sort", "sort", "--form")).isEqualTo("--format");
    }

    /** The completion for zsh is that for bash, which it has to find next to itself. */
    @Test
    void theCompletionForZshFindsThatForBash() throws IOException, InterruptedException {
        unpack(".zip");
        Path script = folder.resolve(NAME + "/completion/tornado-sort.zsh");

        Matcher source =
                Pattern.compile("source \"\\$\\{\\$\\{\\(%\\):-%x}:A:h}/(\\S+)\"").matcher(Files.readString(script));
        assertThat(source.find()).as("the script sources a file of its folder").isTrue();
        assertThat(script.resolveSibling(source.group(1))).content().contains("complete -F _complete_tornado-sort");
    }

    @Test
    void completesInZsh() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/zsh")), "this system has no zsh");
        unpack(".zip");

        String registered = run("/bin/zsh", "-f", "-c", "autoload -U compinit; compinit -D -u;"
                + " source completion/tornado-sort.zsh; print -r -- $_comps[tornado-sort]; whence -w _complete_tornado-sort");
        assertThat(registered).contains("_bash_complete", "-F _complete_tornado-sort", "_complete_tornado-sort: function");
    }

    private String complete(String... words) throws IOException, InterruptedException {
        String line = String.join(" ", words);
        return run("/bin/bash", "-c", "source completion/tornado-sort.bash; COMP_WORDS=(" + line + "); COMP_CWORD="
                + (words.length - 1) + "; COMP_LINE='" + line + "'; COMP_POINT=" + line.length()
                + "; _complete_tornado-sort; echo ${COMPREPLY[*]}").strip();
    }

    private void unpack(String format) throws IOException, InterruptedException {
        Path archive = BUILD.resolve(NAME + format);
        if (!format.equals(".zip")) {
            run(folder, List.of("tar", "-xzf", archive.toString()));
            return;
        }
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                Path file = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(zip.getInputStream(entry), file);
                }
            }
        }
        // The JDK's zip reader does not expose file modes; unzip sets them.
        assertThat(folder.resolve(NAME + "/bin/tornado-sort").toFile().setExecutable(true)).isTrue();
    }

    private String run(String... command) throws IOException, InterruptedException {
        return run(folder.resolve(NAME), List.of(command));
    }

    private String run(Path in, List<String> command) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).directory(in.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(Map.of(
                "JAVA_HOME", System.getProperty("java.home"), "XDG_CACHE_HOME", folder.resolve("cache").toString()));
        builder.environment().remove("TORNADOVM_HOME");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("%s%n%s%n%s", command, out, Files.readString(errors)).isZero();
        return out;
    }
}
