package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.testing.CommandRun;
import io.github.tornadosort.testing.OtherJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code lines}. */
class LineSortTest {
    @TempDir
    Path folder;

    private String sort(String text, Object... options) throws IOException {
        Path input = folder.resolve("words.txt");
        Path output = folder.resolve("sorted.txt");
        Files.write(input, text.getBytes(ISO_8859_1));
        List<Object> words = new ArrayList<>(List.of("lines", input, "-o", output));
        words.addAll(List.of(options));
        assertThat(Program.run(words.toArray()).err()).isEmpty();
        return new String(Files.readAllBytes(output), ISO_8859_1);
    }

    /** Lines cross the borders of the blocks that are searched for line ends; one is longer than a block. */
    @Test
    void longFilesAreSorted() throws IOException {
        Random random = new Random(1);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            lines.add(Integer.toString(random.nextInt(1 << 20), 36).repeat(random.nextInt(12)));
        }
        lines.add(500, "x".repeat(1_200_000) + "y");
        lines.add(700, "x".repeat(1_200_000));
        String sorted = sort(String.join("\n", lines) + "\n");
        lines.sort(null);
        assertThat(Arrays.mismatch(sorted.toCharArray(), (String.join("\n", lines) + "\n").toCharArray())).isEqualTo(-1);
    }

    /** Texts that are split into buckets, and what makes it difficult to split them. */
    private static final Map<String, Function<Random, String>> KINDS = Map.of(
            "short", random -> text(random, random.nextInt(12), "\0\t\r ab\u0080\u00ff"),
            "words", random -> text(random, 4 + random.nextInt(17), "abcdefghijklmnopqrstuvwxyz"),
            "empty", random -> random.nextInt(9) > 0 ? "" : text(random, 1, "ab"),
            "equal", random -> "the same line",
            "half equal", random -> random.nextBoolean() ? "the same line" : text(random, 9, "abcxyz"),
            "prefixes",
            random -> (random.nextInt(9) > 0 ? "https://www.example.org/" : "http://") + text(random, 8, "/abcdefgh"),
            "one differs", random -> "a long common prefix" + (random.nextInt(20_000) > 0 ? "" : text(random, 3, "\0z")),
            "zeros", random -> "prefix".substring(random.nextInt(7)) + text(random, random.nextInt(14), "\0\1"),
            "long", random -> text(random, random.nextInt(9), "ab").repeat(random.nextInt(2_000)));

    private static String text(Random random, int length, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** Returns bytes that are split into buckets, and need several runs in a megabyte and a half. */
    private static String lines(String kind, String end) {
        Random random = new Random(kind.hashCode());
        StringBuilder text = new StringBuilder();
        while (text.length() < 1_200_000) {
            text.append(KINDS.get(kind).apply(random)).append(end);
        }
        return text.toString();
    }

    private static Stream<Arguments> kindsAndOptions() {
        return KINDS.keySet().stream().sorted().flatMap(kind -> Stream.of(
                Arguments.of(kind, "--stable", "1G"),
                Arguments.of(kind, "--reverse", "1500K"),
                Arguments.of(kind, "--unique", kind.length() % 2 == 0 ? "1G" : "1500K")));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("kindsAndOptions")
    void resultsAreThoseOfGnuSort(String kind, String option, String memory) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/sort")), "there is no GNU sort");
        String text = lines(kind, "\n");
        List<Object> options = new ArrayList<>(List.of("-S", memory));
        if (!option.equals("--stable")) {
            options.add(option.equals("--reverse") ? "-r" : option);
        }
        String ours = sort(text, options.toArray());
        Path expected = folder.resolve("gnu.txt");
        ProcessBuilder gnu = new ProcessBuilder(
                "/usr/bin/sort", option, "-o", expected.toString(), folder.resolve("words.txt").toString());
        gnu.environment().put("LC_ALL", "C");
        assertThat(gnu.start().waitFor()).isZero();
        assertThat(ours.equals(Files.readString(expected, ISO_8859_1))).as("the same as GNU sort's").isTrue();
        assertThat(folder.toFile().list()).as("no temporary file is left").hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1G", "1500K"})
    void longTextsKeepTheirEnds(String memory) throws IOException {
        for (String end : List.of("\n", "\r\n")) {
            String text = lines("words", end) + "zzz";
            String[] lines = text.split("\n");
            Arrays.sort(lines);
            String expected = String.join("\n", lines) + "\n";
            assertThat(sort(text, "-S", memory).equals(expected)).isTrue();
            assertThat(sort(text, "-S", memory, "--head", 30_000))
                    .isEqualTo(String.join("\n", Arrays.copyOf(lines, 30_000)) + "\n");
            assertThat(sort(text, "-S", memory, "--head", 0)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1G", "900K"})
    void longTextsAreChecked(String memory) throws IOException {
        String sorted = sort(lines("words", "\n"));
        Path file = folder.resolve("sorted.txt");
        assertThat(Program.run("lines", "-c", file, "-S", memory))
                .isEqualTo(new CommandRun(0, "", ""));
        int count = (int) sorted.lines().count();
        Files.writeString(file, sorted + "a\n", ISO_8859_1);
        Program.run("lines", "-c", file, "-S", memory)
                .assertRefused(1, file + ": line " + (count + 1) + ": disorder: a");
        Files.writeString(file, "same\n".repeat(200_000), ISO_8859_1);
        assertThat(Program.run("lines", "-c", file, "-S", memory).status()).isZero();
        Program.run("lines", "-c", "-u", file, "-S", memory)
                .assertRefused(1, file + ": line 2: disorder: same");
    }

    @Test
    void aLongLineNeedsTheMemoryThatTheMessageSays() throws IOException {
        String text = "b\n" + "x".repeat(100_000) + "\na\n";
        Path file = folder.resolve("words");
        assertThatThrownBy(() -> sorted(FileSorter.lines().memory(100 << 10), text))
                .hasMessage(file + ": line 2: this row of 97.6 KiB needs 3.1 MiB of memory; choose it by memory(long)");
        assertThat(sorted(FileSorter.lines().memory(3200 << 10), text)).isEqualTo("a\nb\n" + "x".repeat(100_000) + "\n");
    }

    @Test
    void littleMemoryIsEnoughForLines() throws IOException {
        for (String line : List.of("a word", "b".repeat(8000))) {
            String text = (line + "\n").repeat(300);
            assertThat(sort(text + "a\n", "-S", "1b")).isEqualTo("a\n" + text);
        }
    }

    /** Each line is a run. */
    @Test
    void linesOfDifferentPiecesAreCompared() throws IOException {
        String a = "a".repeat(1000);
        String b = "b".repeat(1000);
        String c = "c".repeat(1000);
        Path file = Files.write(folder.resolve("words"), List.of(b, a, a));
        FileSorter sorter = FileSorter.lines().memory(4500);
        assertDisorder(sorter, file, 2, a);
        Files.write(file, List.of(a, b, b));
        assertThat(sorter.requireSorted(List.of(file))).isEqualTo(3);
        assertDisorder(sorter.unique(), file, 3, b);
        assertDisorder(sorter.descending(), file, 2, b);
        assertThat(sorted(sorter, b + "\r\n" + a + "\r\n" + c)).isEqualTo(a + "\r\n" + b + "\r\n" + c + "\n");
        assertThat(sorted(sorter.unique(), b + "\n" + a + "\n" + b)).isEqualTo(a + "\n" + b + "\n");
        assertThat(sorted(sorter.descending().head(2), b + "\n" + a + "\n" + c)).isEqualTo(c + "\n" + b + "\n");
    }

    private static void assertDisorder(FileSorter sorter, Path file, int line, String text) {
        assertThatThrownBy(() -> sorter.requireSorted(List.of(file)))
                .hasMessage(file + ": line " + line + ": disorder: " + text.substring(0, 100) + "...");
    }

    private String sorted(FileSorter sorter, String text) throws IOException {
        Path input = Files.writeString(folder.resolve("words"), text, ISO_8859_1);
        Path output = folder.resolve("sorted");
        sorter.sort(List.of(input), output);
        return Files.readString(output, ISO_8859_1);
    }

    /** Any bytes are a text. Some of the memory limits allow a line or two at a time. */
    @Test
    void anyBytesAreSorted() throws IOException {
        Path input = folder.resolve("words");
        Path output = folder.resolve("sorted");
        Random random = new Random(7);
        int sorted = 0;
        for (int i = 0; i < 250; i++) {
            String text = text(random, random.nextInt(40), "\n\n\r\0ab\u00ff");
            boolean descending = random.nextInt(3) == 0;
            boolean unique = random.nextInt(3) == 0;
            int limit = random.nextInt(3) == 0 ? random.nextInt(4) : 99;
            Files.writeString(input, text, ISO_8859_1);
            Files.writeString(output, "old");
            FileSorter sorter = FileSorter.lines().head(limit);
            sorter = descending ? sorter.descending() : sorter;
            sorter = unique ? sorter.unique() : sorter;
            sorter = random.nextBoolean() ? sorter.memory(4096 + random.nextInt(300)) : sorter;
            try {
                sorter.sort(List.of(input), output);
                assertThat(Files.readString(output, ISO_8859_1)).as("%s: %s", sorter, text)
                        .isEqualTo(expected(text, descending, unique, limit));
                sorted++;
            } catch (FileSortException e) {
                assertThat(e).hasMessageEndingWith("of memory; choose it by memory(long)");
                assertThat(output).hasContent("old");
            }
            assertThat(folder.toFile().list()).hasSize(2);
        }
        assertThat(sorted).isGreaterThan(170);
    }

    /** Sorts the lines of a text in the plainest way. */
    private static String expected(String text, boolean descending, boolean unique, int limit) {
        boolean lastEnds = text.isEmpty() || text.endsWith("\n");
        String ended = lastEnds ? text : text + "\n";
        int count = ended.split("\n", -1).length - 1;
        Stream<String> lines = Arrays.stream(ended.split("\n", -1)).limit(count);
        List<String> sorted = lines.sorted(descending ? Comparator.reverseOrder() : Comparator.naturalOrder()).toList();
        return (unique ? sorted.stream().distinct() : sorted.stream()).limit(limit).map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** A sort in memory takes two copies of the text. */
    @Test
    @Tag("slow")
    void aTextLargerThanMemoryTakesLittleMemory() throws IOException, InterruptedException {
        assumeTrue(Files.exists(PeakMemory.STATUS), "this system does not report the memory of a process");
        byte[] block = lines("words", "\n").getBytes(ISO_8859_1);
        Path input = folder.resolve("words");
        try (OutputStream text = Files.newOutputStream(input)) {
            for (int i = 0; i < 140; i++) {
                text.write(block);
            }
        }
        // The launcher's flags: a generation of young objects that grows would be memory in use.
        List<String> flags =
                List.of("-XX:+UseTransparentHugePages", "@" + SourceTree.original().resolve("tornado-config/java.argfile"),
                        "@" + SourceTree.original().resolve("tornado-config/files.argfile"));
        String peak =
                OtherJvm.run(300, flags, PeakMemory.class, "lines", input, "-o", input, "-S", "32M")
                        .getLast();
        assertThat(Long.parseLong(peak)).isLessThan(260_000_000).isLessThan(3 * Files.size(input) / 2);
        assertThat(Program.run("lines", "-c", input).status()).isZero();
        assertThat(input).hasSize(140L * block.length);
    }
}
