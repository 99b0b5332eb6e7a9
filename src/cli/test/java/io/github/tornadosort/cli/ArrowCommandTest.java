package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code sort} of Arrow files; the files themselves are tested in the package {@code arrow}. */
class ArrowCommandTest {
    private static final Path SAMPLE =
            Path.of(System.getProperty("tornadosort.root"), "src/cli/test/resources/arrow/plain.arrow");

    @TempDir
    Path folder;

    @Test
    void keysDirectionsAndNullsAreOptions() throws IOException {
        Path one = folder.resolve("one.arrow");
        Path other = folder.resolve("other.arrow");
        Path nullsLast = folder.resolve("last.arrow");

        assertSorted("sort", SAMPLE, "-o", one, "--key", "price:descending", "-k", "id:uint16:descending", "--nulls",
                "first");
        assertSorted("sort", SAMPLE, "-o", other, "-k", "2", "-k", "id", "--descending", "--nulls", "first");
        assertSorted("sort", SAMPLE, "-o", nullsLast, "-k", "2", "-k", "id", "--descending");

        assertThat(one).hasSameBinaryContentAs(other);
        assertThat(Files.mismatch(one, nullsLast)).isGreaterThan(0);
    }

    @Test
    void theInputMayBeTheOutput() throws IOException {
        Path file = Files.copy(SAMPLE, folder.resolve("a.arrow"));
        Path once = folder.resolve("b.arrow");
        assertSorted("sort", SAMPLE, "-o", once, "-k", "name");
        assertSorted("sort", file, "-o", file, "-k", "name");
        assertThat(file).hasSameBinaryContentAs(once);
    }

    private static void assertSorted(Object... words) {
        CommandRun run = Program.run(words);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void truncatedFileIsRefusedWithOneLine() throws IOException {
        byte[] whole = Files.readAllBytes(SAMPLE);
        Path file = Files.write(folder.resolve("cut.arrow"), java.util.Arrays.copyOf(whole, whole.length / 2));
        Path old = Files.writeString(folder.resolve("old.arrow"), "old");
        CommandRun run = Program.run("sort", file, "-o", old, "-k", "day");
        run.assertRefused(1, file + ": the file is truncated: it does not end with a footer");
        assertThat(old).hasContent("old");
    }

    @ParameterizedTest
    @CsvSource({"--unique", "--memory=1G", "--tmp=/", "--delimiter=;", "--no-header", "--no-quotes"})
    void optionsThatWouldBeIgnoredAreRefused(String option) throws IOException {
        CommandRun run = Program.run("sort", SAMPLE, "-o", folder.resolve("o.arrow"), "-k", "day", option);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("cannot be used with 'an Arrow file'");
        assertThat(folder.resolve("o.arrow")).doesNotExist();
    }
}
