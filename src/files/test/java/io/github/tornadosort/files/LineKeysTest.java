package io.github.tornadosort.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineKeysTest {
    private static final Path GNU_SORT = Path.of("/usr/bin/sort");
    /** No NaN follows a sign: GNU sort 9.1 and 9.2 have other orders of NaNs. */
    private static final String[] PIECES = {
        " ", "\t", "  ", ":", "-", "+", ".", "..", "~", "0", "1", "007", "10", "9", "1.5", ".5", "-3", "1e2", "1E-3", "2K",
        "3M", "1G",
        "-1k", "inf", "-inf", " NaN", "0x1F", "Jan", "feb", "DEC", "a", "B", "abc", "-1e5000", "_", "\001", "é", "v1.2",
        "v1.10",
        ".tar.gz",
        "1.0~rc", "", "\r", "1e4933", "1e-4960", "infinity"
    };

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(1);

    private Path text(String content) throws IOException {
        return Files.writeString(folder.resolve("a.txt"), content, ISO_8859_1);
    }

    private String sorted(FileSorter sorter, String content) throws IOException {
        Path output = folder.resolve("out.txt");
        sorter.sort(List.of(text(content)), output);
        return Files.readString(output, ISO_8859_1);
    }

    @Test
    void generalNumbersFollowNaNsAndOtherText() throws IOException {
        FileSorter sorter = FileSorter.lines().letters("g").stable();

        assertThat(sorted(sorter, "1\nnan\n-nan\n-inf\n+NaN\nx\n-NAN(1)\n"))
                .isEqualTo("x\n-nan\n-NAN(1)\nnan\n+NaN\n-inf\n1\n");
    }

    @Test
    void linesMayEndWithZeros() throws IOException {
        FileSorter sorter = FileSorter.lines().zeroTerminated();

        assertThat(sorted(sorter, "b\nc\0a\0b\nb")).isEqualTo("a\0b\nb\0b\nc\0");
        assertThat(sorted(sorter.key(FileKey.fields("2,2n")), "a 2\0b\n1")).isEqualTo("b\n1\0a 2\0");
    }

    @Test
    void linesThatDoNotFitInMemoryAreSortedInRuns() throws IOException {
        List<String> lines = random.ints(100_000, 0, 1000).mapToObj(n -> n + " " + random.nextInt(1000)).toList();
        Path input = text(String.join("\n", lines));
        Path output = folder.resolve("out.txt");
        FileSorter sorter = FileSorter.lines().key(FileKey.fields("2,2n")).memory(Files.size(input) / 2);

        sorter.sort(List.of(input), output);

        List<String> expected = new ArrayList<>(lines);
        expected.sort(Comparator.<String>comparingInt(line -> Integer.parseInt(line.split(" ")[1]))
                .thenComparing(Comparator.naturalOrder()));
        assertThat(Files.readAllLines(output, ISO_8859_1)).isEqualTo(expected);
        assertThat(sorter.requireSorted(List.of(output))).isEqualTo(lines.size());
        sorter.verify(List.of(input), output);
    }

    /** Few and many lines have equal keys, and some lines are the beginning of others. */
    @ParameterizedTest
    @CsvSource({"2000, 1000000000, false", "2000, 1000000000, true", "60000, 1000000000, false", "60000, 400000, true"})
    void linesWithEqualKeysAreOrderedByTheirBytes(int count, long memory, boolean isDescending) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int key = i % 2 == 0 ? random.nextInt(2) : random.nextInt(count / 10);
            lines.add(key + " " + "\t".repeat(random.nextInt(3)) + "-".repeat(random.nextInt(20)));
        }
        Path input = text(String.join("\n", lines) + "\n");
        Path output = folder.resolve("out.txt");
        FileSorter sorter = FileSorter.lines().key(FileKey.fields("1,1n")).memory(memory);

        (isDescending ? sorter.descending() : sorter).sort(List.of(input), output);

        Comparator<String> byBytes = isDescending ? Comparator.reverseOrder() : Comparator.naturalOrder();
        lines.sort(Comparator.<String>comparingInt(line -> Integer.parseInt(line.split(" ")[0])).thenComparing(byBytes));
        assertThat(Files.readAllLines(output, ISO_8859_1)).isEqualTo(lines);
    }

    @Test
    void checksAndMergesOrderLinesWithEqualKeysByTheirBytes() throws IOException {
        FileSorter sorter = FileSorter.lines().key(FileKey.fields("1,1n"));
        Path one = Files.writeString(folder.resolve("one.txt"), "1 a\n1 c\n2\n");
        Path other = Files.writeString(folder.resolve("other.txt"), "1 b\n2 \t\n");
        Path output = folder.resolve("out.txt");

        sorter.merge(List.of(other, one), output);

        assertThat(output).hasContent("1 a\n1 b\n1 c\n2\n2 \t\n");
        assertThat(sorter.isSorted(List.of(one, other))).isFalse();
        Path unsorted = text("1 b\n1 a\n");
        assertThat(sorter.isSorted(List.of(unsorted))).isFalse();
        assertThat(sorter.stable().isSorted(List.of(unsorted))).isTrue();
        assertThatThrownBy(() -> sorter.merge(List.of(unsorted), output))
                .isInstanceOf(UnsortedException.class).hasMessageContaining("line 2");
    }

    @Test
    void namesTheFirstLineThatIsNotInOrder() throws IOException {
        Path file = text("a 1\nb 3\nc 2\n");
        FileSorter sorter = FileSorter.lines().key(FileKey.fields("2n"));

        assertThatThrownBy(() -> sorter.requireSorted(List.of(file)))
                .isInstanceOf(UnsortedException.class).hasMessage(file + ": line 3: disorder: c 2");
        assertThat(sorter.isSorted(List.of(text("a 1\nb 1\n")))).isTrue();
        assertThat(sorter.unique().isSorted(List.of(text("a 1\nb 1\n")))).isFalse();
        assertThat(sorter.isSorted(List.of(text("a 1\nb 2\n"), file))).isFalse();
    }

    @Test
    void verifyFindsLinesThatWereLost() throws IOException {
        Path input = text("a 1\nb 3\n");
        Path output = Files.writeString(folder.resolve("lost.txt"), "a 1\nb 2\n");

        assertThatThrownBy(() -> FileSorter.lines().key(FileKey.fields("2n")).verify(List.of(input), output))
                .isInstanceOf(FileSortException.class).hasMessageContaining("lost.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "1.0", "1,0", "1.x", "1,", "1x", "1nh", "1dn", "1in", "n", "1;2"})
    void refusesKeysWithoutMeaning(String key) {
        assertThatThrownBy(() -> FileKey.fields(key))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("the key '" + key + "': ");
    }

    @Test
    void settingsOfLinesAreRefusedForOtherFiles() {
        FileSorter records = FileSorter.records(4);

        assertThatThrownBy(records::stable).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("stable");
        assertThatThrownBy(records::zeroTerminated).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> records.separator(',')).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> records.key(FileKey.fields("1"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.lines().key(FileKey.column(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.lines().separator('é')).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileKey.fields("1").descending()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sortsAsGnuSortDoes() throws Exception {
        assumeTrue(Files.isExecutable(GNU_SORT));
        for (int round = 0; round < 300; round++) {
            StringBuilder content = new StringBuilder();
            for (int line = random.nextInt(60); line > 0; line--) {
                for (int piece = random.nextInt(5); piece > 0; piece--) {
                    content.append(PIECES[random.nextInt(PIECES.length)]);
                }
                content.append(line > 1 || random.nextBoolean() ? "\n" : "");
            }
            FileSorter sorter = FileSorter.lines();
            List<String> command = new ArrayList<>(List.of(GNU_SORT.toString()));
            for (int key = random.nextInt(3); key >= 0; key--) {
                String positions = key();
                sorter = sorter.key(FileKey.fields(positions));
                command.add("-k" + positions);
            }
            if (random.nextBoolean()) {
                sorter = sorter.separator(':');
                command.add("-t:");
            }
            if (random.nextInt(3) == 0) {
                sorter = sorter.descending();
                command.add("-r");
            }
            if (random.nextInt(3) == 0) {
                sorter = sorter.stable();
                command.add("-s");
            }
            if (random.nextInt(3) == 0) {
                sorter = sorter.unique();
                command.add("-u");
            }

            String sorted = sorted(sorter, content.toString());

            assertThat(sorted).describedAs(command + " of " + content).isEqualTo(gnu(command));
        }
    }

    /** Returns a key of one of all types. */
    private String key() {
        String start = 1 + random.nextInt(3) + (random.nextBoolean() ? "" : "." + (1 + random.nextInt(3)));
        String end = random.nextBoolean()
                ? ""
                : "," + (1 + random.nextInt(3)) + (random.nextBoolean() ? "" : "." + random.nextInt(4));
        String[] types = {"", "n", "g", "h", "M", "V", "f", "d", "i", "df", "Vf", "fM"};
        String letters = types[random.nextInt(types.length)] + (random.nextInt(4) == 0 ? "r" : "");
        return start + letters + (random.nextInt(3) == 0 ? "b" : "")
                + (end.isEmpty() ? "" : end + (random.nextInt(3) == 0 ? "b" : ""));
    }

    private String gnu(List<String> command) throws Exception {
        Path output = folder.resolve("gnu.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(folder.resolve("a.txt").toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output, ISO_8859_1);
    }
}
