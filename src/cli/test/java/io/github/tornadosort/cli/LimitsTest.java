package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Tests that inputs that are too large for int32 indices or for memory are rejected before any work is done. */
class LimitsTest {
    @TempDir
    Path folder;

    /** Creates a sparse file of zeros, which needs no disk space. */
    private Path sparse(String name, long bytes) throws IOException {
        Path path = folder.resolve(name);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes);
        }
        return path;
    }

    private static void assertFails(String pattern, Object... words) {
        CommandRun run = Program.run(words);
        assertThat(run.err()).matches("tornado-sort: " + pattern + "\n");
        assertThat(run.status()).isOne();
    }

    @Test
    void rejectsMoreKeysThanInt32Indices() throws IOException {
        Path keys = sparse("keys", 1L << 31);
        Path values = sparse("values", 3L << 31);
        Path out = folder.resolve("out");
        String message =
                "\\Q" + keys + "\\E: expected at most 2147483647 keys, the limit of int32 indices, found 2147483648";

        assertFails(message, "argsort", keys, "-o", out, "--type", "int8");
        assertFails(message, "sort", keys, "-o", out, "--type", "int8", "--values", values, "-v", folder.resolve("v"));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys", "values");
    }

    @Test
    void rejectsMoreThanTheMemoryOfTheMachine() throws IOException {
        long n = Math.min(Integer.MAX_VALUE, SystemMemory.bytes() / 16);
        Path keys = sparse("keys", 8 * n);
        Path values = sparse("values", SystemMemory.bytes() / n * n);
        Path out = folder.resolve("out");
        String message = "\\Q%s\\E: %s needs [0-9.]+ [A-Z]iB of memory, but this machine has only [0-9.]+ [A-Z]iB";

        assertFails(message.formatted(keys, "sorting its " + n + " keys and their values"),
                "sort", keys, "-o", out, "--type", "int64", "--values", values, "-v", folder.resolve("v"));
        if (n < Integer.MAX_VALUE) {
            assertFails(message.formatted(keys, "computing the order of its " + n + " keys"), "argsort", keys, "-o", out,
                    "--type", "int64");
        }
        assertThat(out).doesNotExist();
    }

    @Test
    void filesAreSortedInHalfOfTheFreeMemory() {
        long free = SystemMemory.free();
        assertThat(SystemMemory.limit(1L << 40)).isBetween(free / 4, 3 * (free / 4));
    }

    /** A command that fails with an error of the JVM. */
    @Command(name = "fail")
    private record Failing(Error error) implements Runnable {
        @Override
        public void run() {
            throw error;
        }
    }

    @Test
    void reportsThatTheJvmIsOutOfMemory() {
        StringWriter err = new StringWriter();
        CommandLine program = Main.commandLine().setErr(new PrintWriter(err));
        program.addSubcommand(new Failing(new OutOfMemoryError("Java heap space")));
        program.setErr(new PrintWriter(err));

        assertThat(program.execute("fail")).isOne();
        assertThat(err).hasToString("tornado-sort: not enough memory (Java heap space)\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--debug"})
    void aMissingCommandPrintsTheUsage(String word) {
        CommandRun run = word.isEmpty() ? Program.run() : Program.run(word);

        assertThat(run.err()).startsWith("Usage: tornado-sort ").contains("generate");
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isEqualTo(2);
    }
}
