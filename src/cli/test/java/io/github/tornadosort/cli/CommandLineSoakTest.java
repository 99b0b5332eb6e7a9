package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs random command lines in shells: with odd names of files, closed streams and few descriptors. Each ends with a status and one line
 * that says why, and leaves the inputs alone. Goes on for the seconds in the system property {@code tornadosort.soak}, or ten minutes.
 */
@Tag("soak")
class CommandLineSoakTest {
    private static final String[] COMMANDS =
            {"sort", "sort", "lines", "lines", "argsort", "sort --merge", "verify",
                "verify lines", "csv", "csv", "verify csv"};
    private static final String[] OPTIONS =
            {"--type int8", "--type int32", "-k 1", "-k 2,2n", "-k a:text", "-u", "-r", "-c", "-m",
                "--head 3", "--memory 1", "--memory 300K", "-S 1M", "-t ,", "--no-header",
                "--header", "-n", "-h", "-V",
                "--batch-size=2", "--compress-runs", "--files0-from=-", "--files0-from=list", "--format text", "--tmp none",
                "--nulls first",
                "-z", "-s", "--check", "-k 1,1d", "--bits 0:3", "--parallel 2"};
    private static final String[] FILES =
            {"a.txt", "b.csv", "'a b.txt'", "./-x", "\"$(printf 'o\\351')\"", "\"$(printf 'n\\nl')\"",
                "none", ".", "empty", "/proc/self/limits", "/dev/null", "bad.gz", "bad.zst", "-", "a.npy", "many/*", "link"};
    private static final String[] OUTPUTS =
            {"", "", "-o out", "-o out.csv", "-o a.txt", "-o none/out", "-o .", "-o link", "-o out.gz",
                "-o \"$(printf 'o\\351')\"", "-o /dev/null", "-o /dev/full"};
    private static final String[] STREAMS =
            {"", "", "<a.txt", "<&-", ">&-", "<&- >&-", "<b.csv", "</dev/null", "<&- 2>&-", "<.", "| head -c 1"};

    @TempDir
    Path folder;

    @Test
    void everyCommandEndsAsItShould() throws Exception {
        Files.writeString(folder.resolve("a.txt"), "3\n1\n2\n");
        Files.writeString(folder.resolve("b.csv"), "a,b\nx,2\ny,1\n");
        Files.writeString(folder.resolve("a b.txt"), "2\n1\n");
        Files.writeString(folder.resolve("-x"), "2\n1\n");
        Files.writeString(folder.resolve("n\nl"), "2\n1\n");
        Files.writeString(folder.resolve("list"), "a.txt\0b.csv\0");
        Files.writeString(folder.resolve("bad.gz"), "no gzip data");
        Files.writeString(folder.resolve("bad.zst"), "no zstd data");
        Files.writeString(folder.resolve("a.npy"), "no array");
        Files.createFile(folder.resolve("empty"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("a.txt"));
        Files.createDirectory(folder.resolve("many"));
        for (int i = 0; i < 100; i++) {
            Files.writeString(folder.resolve("many").resolve(i + ".txt"), i + "\n");
        }
        long end = System.nanoTime() + 1_000_000_000L * Long.getLong("tornadosort.soak", 600);
        for (long seed = new SplittableRandom().nextLong(); System.nanoTime() < end; seed++) {
            run(new SplittableRandom(seed));
        }
    }

    private void run(SplittableRandom random) throws Exception {
        String line = Stream.of(
                word(random, COMMANDS), words(random, OPTIONS), words(random, FILES), word(random, OUTPUTS),
                word(random, STREAMS))
                .collect(Collectors.joining(" "));
        String limit = random.nextInt(3) == 0 ? "ulimit -n " + random.nextInt(60, 120) + "; " : "";
        List<String> before = names();

        CommandRun run = Shell.run(folder, limit + "ts " + line + "; exit $?");

        assertThat(run.status()).as(line).isIn(0, 1, 2, Main.CLOSED_PIPE);
        assertThat(run.err().lines()).as(line).allMatch(message -> message.startsWith("tornado-sort: "));
        assertThat(run.err()).as(line).doesNotContain("unexpected java", "unexpected io.");
        assertThat(names()).as(line).filteredOn(name -> !before.contains(name))
                .isSubsetOf("out", "out.csv", "out.gz", "stdout", "stderr");
        if (!line.contains("-o a.txt") && !line.contains("-o link")) {
            assertThat(folder.resolve("a.txt")).as(line).hasContent("3\n1\n2\n");
        }
        Files.writeString(folder.resolve("a.txt"), "3\n1\n2\n");
    }

    private List<String> names() {
        return List.of(folder.toFile().list());
    }

    private static String word(SplittableRandom random, String... words) {
        return words[random.nextInt(words.length)];
    }

    private static String words(SplittableRandom random, String... words) {
        return Stream.generate(() -> word(random, words)).limit(random.nextInt(4)).collect(Collectors.joining(" "));
    }
}
