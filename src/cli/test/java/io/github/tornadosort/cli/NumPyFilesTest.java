package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts files that NumPy wrote (make.py), and compares the results with those of NumPy's sort. */
class NumPyFilesTest {
    private static final Path SAMPLES = Path.of(System.getProperty("tornadosort.root"), "src/cli/test/resources/npy");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"half", "big-half", "half-rows", "big-double", "big-rows", "rows", "bytes"})
    void resultsAreThoseOfNumPy(String name) {
        Path sorted = folder.resolve("sorted.npy");
        assertThat(Program.run("sort", SAMPLES.resolve(name + ".npy"), "-o", sorted)).isEqualTo(new CommandRun(0, "", ""));
        assertThat(sorted).hasSameBinaryContentAs(SAMPLES.resolve("sorted-" + name + ".npy"));
    }

    /** A damaged array is refused with one line, or sorted as another array. */
    @ParameterizedTest
    @ValueSource(strings = {"half", "big-half", "half-rows", "big-double", "big-rows", "rows"})
    void damagedArraysAreSortedOrRefused(String name) throws IOException {
        byte[] whole = Files.readAllBytes(SAMPLES.resolve(name + ".npy"));
        Path input = folder.resolve("damaged.npy");
        Path output = folder.resolve("sorted.npy");
        SplittableRandom random = new SplittableRandom(1);
        int refused = 0;
        for (int i = 0; i < 40; i++) {
            for (Damage damage : Damage.values()) {
                Files.write(input, damage.of(whole, random));
                Files.writeString(output, "old");
                CommandRun run = Program.run("sort", input, "-o", output);
                if (run.status() == 0) {
                    assertThat(run.err()).isEmpty();
                    assertThat(Files.size(output)).isGreaterThanOrEqualTo(128);
                } else {
                    run.assertRefused(1, "tornado-sort: " + input + ": byte ");
                    assertThat(output).hasContent("old");
                    refused++;
                }
                assertThat(folder.toFile().list()).hasSize(2);
            }
        }
        assertThat(refused).isBetween(60, 300);
    }

    @Test
    void halfFloatsAreReadAsFloats() throws IOException {
        Path half = SAMPLES.resolve("half.npy");
        Path text = folder.resolve("sorted.txt");
        assertThat(Program.run("sort", half, "-o", text, "--descending").status()).isZero();
        assertThat(Files.readAllLines(text)).hasSize(100).startsWith("NaN", "Infinity", "65504.0");
        assertThat(Program.run("verify", half, SAMPLES.resolve("sorted-half.npy")).out())
                .contains("100 float32 keys in order");
        assertThat(Program.run("sort", half, "-o", text, "--type", "float32", "--output-format", "raw").status()).isZero();
        assertThat(text).hasSize(400);
        Path floats = folder.resolve("floats.npy");
        assertThat(Program.run("generate", "-n", 10, "--type", "float32", "-o", floats).status()).isZero();
        assertThat(Program.run("sort", half, floats, "-o", floats).status()).isZero();
        assertThat(Files.size(floats)).as("with floats").isEqualTo(128 + 4 * 110);
        assertThat(Program.run("sort", half, half, "-o", floats).status()).isZero();
        assertThat(Files.size(floats)).as("without floats").isEqualTo(128 + 2 * 200);
        Program.run("sort", half, "-o", floats, "--type", "int16")
                .assertRefused(1, "expected int16 keys ('<i2'), found '<f2'");
    }

    /** More keys than are converted at a time, sorted in runs. */
    @Test
    void manyHalfFloatsAreSorted() throws IOException {
        byte[] one = Files.readAllBytes(SAMPLES.resolve("half.npy"));
        int n = 2_000_000;
        byte[] many = new byte[128 + 2 * n];
        System.arraycopy(one, 0, many, 0, 128);
        String header = new String(one, 0, 128, ISO_8859_1)
                .replace("(100,), }    ", "(" + n + ",), }");
        System.arraycopy(header.getBytes(ISO_8859_1), 0, many, 0, 128);
        for (int i = 0; i < 2 * n; i += 2) {
            many[128 + i] = (byte) (i * 31);
            many[129 + i] = (byte) (i / 65_536 & 0x3b);
        }
        Path input = Files.write(folder.resolve("many.npy"), many);
        Path sorted = folder.resolve("sorted.npy");
        assertThat(Program.run("sort", input, "-o", sorted, "--memory", "6M").status()).isZero();
        assertThat(Files.size(sorted)).isEqualTo(many.length);
        assertThat(Program.run("verify", input, sorted).err()).isEmpty();
    }
}
