package io.github.tornadosort.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.files.UnsortedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrowFileSorterTest {
    private static final Path SAMPLES = Path.of(System.getProperty("tornadosort.root"), "src/arrow/test/resources/arrow");
    private static final Path MANY = SAMPLES.resolve("many.arrow.gz");

    @TempDir
    private Path folder;

    private final ArrowFileSorter sorter = ArrowFileSorter.by(ArrowKey.ascending("name"), ArrowKey.descending("price"));

    @ParameterizedTest
    @ValueSource(longs = {1 << 20, 1 << 30})
    void sortsFilesInMemoryAndByRuns(long memory) throws IOException {
        Path output = folder.resolve("out.arrow");

        sorter.memory(memory).temporaryFolder(folder).sort(List.of(MANY), output);

        long rows = sorter.requireSorted(List.of(output));
        assertThat(rows).isPositive().isEqualTo(sorter.verify(MANY, output));
        assertThatThrownBy(() -> sorter.requireSorted(List.of(MANY))).isInstanceOf(UnsortedException.class)
                .hasMessageStartingWith(MANY.toString());
        Path first = folder.resolve("first.arrows");
        sorter.unique().head(2).sort(List.of(output), first);
        assertThat(sorter.unique().requireSorted(List.of(first))).isEqualTo(2);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("out.arrow", "first.arrows");
    }

    @Test
    void anInterruptLeavesTheOutputAsItWas() throws IOException {
        Path output = Files.writeString(folder.resolve("out.arrow"), "old");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> sorter.sort(List.of(MANY), output)).isInstanceOf(InterruptedIOException.class);
        } finally {
            Thread.interrupted();
        }
        assertThat(output).hasContent("old");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(ArrowFileSorter::by).isInstanceOf(IllegalArgumentException.class).hasMessage("no key to sort by");
        assertThatThrownBy(() -> ArrowFileSorter.by(ArrowKey.ascending()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("name of a column");
        assertThatThrownBy(() -> ArrowFileSorter.by(ArrowKey.ascending("a").withNullsFirst(), ArrowKey.ascending("b")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("nulls");
        assertThatThrownBy(() -> sorter.head(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sorter.memory(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sorter.sort(List.of(), folder)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ArrowFileSorter.by(ArrowKey.ascending("nothing")).sort(List.of(MANY), folder.resolve("out")))
                .isInstanceOf(IOException.class).hasMessageContaining("no column 'nothing'");
        assertThat(folder).isEmptyDirectory();
    }
}
