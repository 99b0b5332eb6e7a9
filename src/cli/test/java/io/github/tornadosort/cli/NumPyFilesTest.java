package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
}
