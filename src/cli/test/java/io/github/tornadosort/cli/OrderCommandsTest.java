package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the sorts of values, argsort and merge. */
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

        assertDone("sort", "--merge", a, b, "-o", out(), "--type", "int32");
        assertLines(out(), "-5", "1", "3", "3", "3", "4", "90");
        Path empty = Files.createFile(folder.resolve("empty.txt"));
        assertDone("sort", "--merge", empty, b, "-o", out(), "--type", "int32");
        assertLines(out(), "-5", "3", "4");
        assertDone("sort", "--merge", empty, empty, "-o", out(), "--type", "int32");
        assertThat(out()).isEmptyFile();
    }
}
