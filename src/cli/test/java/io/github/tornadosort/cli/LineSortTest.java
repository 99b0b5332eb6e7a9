package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code sort --type text}. */
class LineSortTest {
    @TempDir
    Path folder;

    private String sort(String text, Object... options) throws IOException {
        Path input = folder.resolve("words.txt");
        Path output = folder.resolve("sorted.txt");
        Files.write(input, text.getBytes(ISO_8859_1));
        List<Object> words = new ArrayList<>(List.of("sort", input, "--type", "text", "-o", output));
        words.addAll(List.of(options));
        assertThat(Program.run(words.toArray()).err()).isEmpty();
        return new String(Files.readAllBytes(output), ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "a, a",
        "'\n', '\n'",
        "'b\na\n', 'a\nb\n'",
        "'b\n\na', '\na\nb'",
        "'b\r\na\r\n', 'a\r\nb\r\n'",
        "'b\r\n\r\na', '\r\na\r\nb'",
        "'\n\r\n', '\n\r\n'",
        "'a\tb\na\n', 'a\na\tb\n'",
        "'a\0\na\n', 'a\na\0\n'",
    })
    void linesKeepTheirEnds(String text, String sorted) throws IOException {
        assertThat(sort(unescaped(text))).isEqualTo(unescaped(sorted));
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("\\0", "\0");
    }

    @Test
    void carriageReturnsAreComparedOnRequestOrIfSomeLinesHaveNone() throws IOException {
        assertThat(sort("a\tb\r\na\r\n")).isEqualTo("a\r\na\tb\r\n");
        assertThat(sort("a\r\na\tb\r\n", "--bytes")).isEqualTo("a\tb\r\na\r\n");
        assertThat(sort("a\r\na\tb\r\nz\n")).isEqualTo("a\tb\r\na\r\nz\n");
    }

    @Test
    void bytesNeedNotBeText() throws IOException {
        assertThat(sort("\u00ff\n\u0080\n\u00c3\u00a9\nz\n")).isEqualTo("z\n\u0080\n\u00c3\u00a9\n\u00ff\n");
    }

    @Test
    void optionsChooseOrderAndLines() throws IOException {
        String text = "pear\nfig\napple\nfig\nfigs";
        assertThat(sort(text, "--descending")).isEqualTo("pear\nfigs\nfig\nfig\napple");
        assertThat(sort(text, "--unique")).isEqualTo("apple\nfig\nfigs\npear");
        assertThat(sort(text, "--head", 2)).isEqualTo("apple\nfig");
        assertThat(sort(text, "--unique", "--head", 3)).isEqualTo("apple\nfig\nfigs");
        assertThat(sort(text, "--head", 0)).isEmpty();
        assertThat(sort(text, "--unique", "--head", 9, "--memory", "1M")).isEqualTo("apple\nfig\nfigs\npear");
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

    /** GNU sort adds a missing line end, so the file has none missing. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--unique", "--descending"})
    void resultsAreThoseOfGnuSort(String option) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/sort")), "there is no GNU sort");
        Random random = new Random(2);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append("\0\t\r ab\u0080\u00ff".charAt(random.nextInt(8)));
            }
            text.append('\n');
        }
        String ours = option.isEmpty() ? sort(text.toString()) : sort(text.toString(), option);
        String gnuOption = option.equals("--descending") ? "--reverse" : option.isEmpty() ? "--stable" : option;
        Path expected = folder.resolve("gnu.txt");
        ProcessBuilder gnu = new ProcessBuilder(
                "/usr/bin/sort", gnuOption, "-o", expected.toString(), folder.resolve("words.txt").toString());
        gnu.environment().put("LC_ALL", "C");
        assertThat(gnu.start().waitFor()).isZero();
        assertThat(ours.equals(Files.readString(expected, ISO_8859_1))).as("the same as GNU sort's").isTrue();
    }

    @Test
    void anInputMayBeTheOutput() throws IOException {
        Path file = folder.resolve("words");
        Files.writeString(file, "b\na\n");
        assertThat(Program.run("sort", file, "--type", "text", "-o", file).status()).isZero();
        assertThat(file).hasContent("a\nb\n");
    }
}
