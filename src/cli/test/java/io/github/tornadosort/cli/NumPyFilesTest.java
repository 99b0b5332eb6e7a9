package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts files that NumPy wrote (make.py), and compares the results with those of NumPy's sort. */
class NumPyFilesTest {
    private static final Path SAMPLES = Path.of(System.getProperty("tornadosort.root"), "src/cli/test/resources/npy");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"big-double", "bytes"})
    void resultsAreThoseOfNumPy(String name) {
        Path sorted = folder.resolve("sorted.npy");
        assertThat(Program.run("sort", SAMPLES.resolve(name + ".npy"), "-o", sorted)).isEqualTo(new CommandRun(0, "", ""));
        assertThat(sorted).hasSameBinaryContentAs(SAMPLES.resolve("sorted-" + name + ".npy"));
    }

    /** Half floats, records and arrays of several dimensions. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'<f2', 'fortran_order': False, 'shape': (2,) | expected keys of a type that can be sorted, found '<f2'",
                "[('a', '<i4')], 'fortran_order': False, 'shape': (1,) | expected a .npy dictionary with a valid 'descr'",
                "'|u1', 'fortran_order': False, 'shape': (2, 2) | expected a one-dimensional array, found shape (2, 2)"
            })
    void otherArraysAreRefused(String header, String message) throws IOException {
        String dictionary = "{'descr': " + header + ", }\n";
        byte[] bytes = ("\u0093NUMPY\1\0" + (char) dictionary.length() + "\0" + dictionary + "keys").getBytes(ISO_8859_1);
        Path file = Files.write(folder.resolve("a.npy"), bytes);
        Program.run("sort", file, "-o", folder.resolve("b.npy")).assertRefused(1, file + ": byte 10: " + message);
    }
}
