package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.KeyFiles;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/**
 * Tests that a damaged file of any format is either sorted as it is, or rejected with a message that names the position. The
 * program must not crash, and must not change an existing output or write a partial one.
 */
@Tag("slow")
class DamagedInputTest extends FolderPerTry {
    private static final byte[] OLD_OUTPUT = "what was there before".getBytes(StandardCharsets.US_ASCII);

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(StatisticsReportMode.OFF)
    void keysOfAnyFormat(
            @ForAll KeyFormat format,
            @ForAll KeyType type,
            @ForAll @IntRange(max = 50) int n,
            @ForAll @Size(min = 1, max = 3) List<Damage> damages,
            @ForAll long seed)
            throws IOException {
        String ending = format == KeyFormat.NPY ? ".npy" : format == KeyFormat.TEXT ? ".txt" : "";
        Path input = folder.resolve("keys" + ending);
        Path output = Files.write(folder.resolve("sorted" + ending), OLD_OUTPUT);
        SplittableRandom random = new SplittableRandom(seed);
        KeyFiles.write(input, format, keys(type, n, random));
        damage(input, damages, random);

        CommandRun sort = Program.run("sort", input, "-o", output, "--type", type.label());

        Statistics.collect(sort.status());
        Statistics.coverage(sorts -> {
            sorts.check(0).percentage(share -> share > 10.0);
            sorts.check(1).percentage(share -> share > 30.0);
        });
        if (sort.status() == 0) {
            // The file is still valid, but its content has changed.
            assertThat(bits(KeyFiles.read(output, format, type)))
                    .containsExactlyInAnyOrder(bits(KeyFiles.read(input, format, type)));
        } else {
            assertRefused(sort, input, output);
            assertThat(catchThrowable(() -> KeyFiles.read(input, format, type)))
                    .isInstanceOf(FileSortException.class);
        }
    }

    /** Checks that the error is one line that names the file and the byte or line, and that no file has changed. */
    private void assertRefused(CommandRun sort, Path input, Path output) throws IOException {
        assertThat(sort.status()).isEqualTo(1);
        assertThat(sort.err().strip())
                .matches("tornado-sort: " + Pattern.quote(input.toString()) + ": (byte|line) \\d+: .*")
                .hasLineCount(1);
        assertThat(Files.readAllBytes(output)).isEqualTo(OLD_OUTPUT);
        assertThat(folder.toFile().list()).hasSize(2);
    }

    private static Column keys(KeyType type, int n, SplittableRandom random) {
        Column keys = KeyFiles.column(type, n);
        for (int i = 0; i < n; i++) {
            KeyBits.set(keys.segment(), type, i, random.nextLong());
        }
        return keys;
    }

    private static void damage(Path file, List<Damage> damages, SplittableRandom random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (Damage damage : damages) {
            bytes = damage.of(bytes, random);
        }
        Files.write(file, bytes);
    }

    private static long[] bits(Column keys) {
        return LongStream.range(0, keys.size())
                .map(i -> KeyBits.get(keys.segment(), keys.type(), i))
                .toArray();
    }
}
