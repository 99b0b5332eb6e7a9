package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the sorts of values and records, and argsort and merge. */
class OrderCommandsTest {
    @TempDir
    Path folder;

    private Path text(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    private Path out() {
        return folder.resolve("out.txt");
    }

    private void assertDone(Object... words) {
        assertThat(Program.run(words)).isEqualTo(new CommandRun(0, "", ""));
    }

    private void assertFails(int status, String message, Object... words) {
        assertThat(Program.run(words)).isEqualTo(new CommandRun(status, "", "tornado-sort: " + message + "\n"));
    }

    private static void assertLines(Path file, String... lines) {
        assertThat(file).hasContent(String.join("\n", lines) + "\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 10, 16})
    void valuesOfAnyWidthMoveWithTheirKeys(int width) throws IOException {
        Path keys = text("keys.txt", "3", "1", "2", "1");
        Path values = Files.writeString(folder.resolve("values"), "abcd".replaceAll("(.)", "$1".repeat(width)));
        Path moved = folder.resolve("moved");

        assertDone("sort", keys, "-o", out(), "--type", "int32", "--values", values, "-v", moved);

        assertLines(out(), "1", "1", "2", "3");
        assertThat(moved).hasContent("bdca".replaceAll("(.)", "$1".repeat(width)));
    }

    @Test
    void rejectsAWrongNumberOfValues() throws IOException {
        Path keys = text("keys.txt", "3", "1", "2");
        Path values = Files.write(folder.resolve("values"), new byte[10]);

        assertFails(1, values + ": expected the same number of bytes, at least one, for each of the 3 keys of " + keys
                + ", found 10 bytes", "sort", keys, "-o", out(), "--type", "int32", "--values", values, "-v",
                folder.resolve("v"));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.txt", "values");
    }

    @Test
    void recordsAreSortedByTheBytesOfTheirKey() throws IOException {
        Path records = Files.write(folder.resolve("r"), "1b2a3\u00e44a5z".getBytes(StandardCharsets.ISO_8859_1));
        Path sorted = folder.resolve("s");

        assertDone("sort", records, "-o", sorted, "--records", 2, "--key", "1:1");
        assertThat(Files.readString(sorted, StandardCharsets.ISO_8859_1)).isEqualTo("2a4a1b5z3\u00e4");

        assertDone("sort", records, "-o", sorted, "--records", 2, "--key", "1:1", "--descending", "--unique", "--head=4");
        assertThat(Files.readString(sorted, StandardCharsets.ISO_8859_1)).isEqualTo("3\u00e45z1b2a");
    }

    @Test
    void laterKeysOrderRecordsThatAreEqualSoFar() throws IOException {
        Path records = Files.write(folder.resolve("r"), "1bz2ay3ax4bx5ax".getBytes(StandardCharsets.US_ASCII));
        Path sorted = folder.resolve("s");

        assertDone("sort", records, "-o", sorted, "--records", 3, "--key", "1:1", "--key", "2:1");
        assertThat(sorted).hasContent("3ax5ax2ay4bx1bz");
        assertDone("sort", records, "-o", sorted, "--records", 3, "--key", "2:1", "--key", "1:1", "--descending");
        assertThat(sorted).hasContent("1bz2ay4bx3ax5ax");
        assertDone("sort", records, "-o", sorted, "--records", 3, "--key", "2:1", "--key", "1:1", "--unique");
        assertThat(sorted).hasContent("3ax4bx2ay1bz");
    }

    @Test
    void rejectsAnIncompleteRecord() throws IOException {
        Path records = Files.write(folder.resolve("r"), new byte[25]);

        assertFails(1, records + ": byte 20: expected records of 10 bytes, but the file's length of 25 is not a multiple of"
                + " that", "sort", records, "-o", folder.resolve("out"), "--records", 10, "--key", "0:10");
    }

    @Test
    void uniqueAndHead() throws IOException {
        Path keys = text("keys.txt", "3", "1", "NaN", "3", "-0.0", "NaN", "0.0", "1");

        assertDone("sort", keys, "-o", out(), "--type", "float32", "--unique");
        assertLines(out(), "-0.0", "0.0", "1.0", "3.0", "NaN");
        assertDone("sort", keys, "-o", out(), "--type", "float32", "--head", "3");
        assertLines(out(), "-0.0", "0.0", "1.0");
        assertDone("sort", keys, "-o", out(), "--type", "float32", "--head", "3", "--descending");
        assertLines(out(), "NaN", "NaN", "3.0");
        assertDone("sort", keys, "-o", out(), "--type", "float32", "--head", "100", "--unique");
        assertLines(out(), "-0.0", "0.0", "1.0", "3.0", "NaN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--records 4 --key 0:4 --type int32|'--type' cannot be used with '--records'",
                "--records 4 --key 0:4 --format npy|'--format npy' and '--format text' cannot be used with '--records'",
                "--records 4 --key 0:4 --bits 0:1|'--bits' cannot be used with '--records'; use '--key' to select bytes",
                "--records 4|'--records' requires '--key'",
                "--type int8 --key 0:4|'--type' cannot be used with '--key COLUMN'",
                "--type int8 --values x|'--values' requires '-v'",
                "--type int8 --values x -v y --unique|'--unique' cannot be used with '--values'",
                "--type int8 --values x -v y --head 2|'--head' cannot be used with '--values'",
                "--type int8 --values x -v y --tmp z|'--memory' and '--tmp' cannot be used with '--values'",
                "--type int8 --head 3 --stats x|'--stats' cannot be used with '--head'",
                "--unique|Missing required option: '--type=TYPE'",
                "--records 4 --key 2:3|Invalid value for option '--key': expected OFFSET:LENGTH with 1 <= LENGTH <= 64"
                        + " and OFFSET + LENGTH <= 4, found '2:3'",
            })
    void rejectsInvalidCombinations(String options, String message) {
        assertFails(2, message + " (see 'tornado-sort sort --help')",
                (Object[]) ("sort missing -o out " + options).split(" "));
    }

    @Test
    void argsortWritesIndices() throws IOException {
        Path keys = text("keys.txt", "30", "-1", "7", "-1");

        assertDone("argsort", keys, "-o", out(), "--type", "int64");
        assertLines(out(), "1", "3", "2", "0");
        assertDone("argsort", keys, "-o", folder.resolve("indices.npy"), "--type", "int64", "--descending");
        assertDone("sort", folder.resolve("indices.npy"), "-o", out(), "--type", "int32");
        assertLines(out(), "0", "1", "2", "3");
    }

    @Test
    void mergesTwoFiles() throws IOException {
        Path a = text("a.txt", "1", "3", "3", "90");
        Path b = text("b.txt", "-5", "3", "4");

        assertDone("merge", a, b, "-o", out(), "--type", "int32");
        assertLines(out(), "-5", "1", "3", "3", "3", "4", "90");
        Path empty = Files.createFile(folder.resolve("empty.txt"));
        assertDone("merge", empty, b, "-o", out(), "--type", "int32");
        assertLines(out(), "-5", "3", "4");
        assertDone("merge", empty, empty, "-o", out(), "--type", "int32");
        assertThat(out()).isEmptyFile();
    }

    @Test
    void mergeRejectsAnUnsortedFile() throws IOException {
        Path a = text("a.txt", "1", "3");
        Path b = text("b.txt", "5", "7", "6");

        assertFails(1, b + ": key 2 (6) is less than key 1 (7), expected ascending order", "merge", a, b, "-o",
                out(), "--type", "int32");
        assertThat(out()).doesNotExist();
    }
}
