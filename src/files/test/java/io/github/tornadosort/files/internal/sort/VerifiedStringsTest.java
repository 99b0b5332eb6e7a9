package io.github.tornadosort.files.internal.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.WrongDevice;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.table.Dialect;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.TableFormat;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.files.internal.table.TableSpec;
import io.github.tornadosort.files.internal.text.LineFormat;
import io.github.tornadosort.files.internal.text.LineKey;
import io.github.tornadosort.files.internal.text.LineOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A verified sort of lines or rows on a wrong device notices the wrong result, and writes the right one. */
class VerifiedStringsTest {
    private static final int ROWS = 300;

    @TempDir
    Path folder;

    private Path input() throws IOException {
        return Files.writeString(folder.resolve("input"), rows(i -> i * 7 % ROWS));
    }

    private static String rows(IntUnaryOperator number) {
        return IntStream.range(0, ROWS).map(number).mapToObj(i -> "%03d,a\n".formatted(i)).collect(Collectors.joining());
    }

    private SortSettings settings(boolean verified) throws IOException {
        return new SortSettings(
                List.of(input()), () -> OutputFile.create(folder.resolve("output")), _ -> Long.MAX_VALUE, folder, false,
                Long.MAX_VALUE, RunMerge.MOST, false, true, verified, ProgressListener.NONE);
    }

    private void sort(RowFormat format, boolean verified) throws IOException {
        try (Sorter sorter = WrongDevice.open()) {
            new KeyedSort(settings(verified), format).sort(sorter);
        }
    }

    private void assertSorted() {
        assertThat(folder.resolve("output")).hasContent(rows(i -> i));
    }

    @Test
    void lines() throws IOException {
        sort(LineFormat.of(new LineOrder(List.of(LineKey.ofLine("")), LineOrder.BLANKS, false, false, (byte) '\n')), true);
        assertSorted();
    }

    @Test
    void linesByKeys() throws IOException {
        sort(LineFormat.of(new LineOrder(List.of(LineKey.of("1,1n", "")), ',', true, false, (byte) '\n')), true);
        assertSorted();
    }

    @Test
    void tables() throws IOException {
        sort(table(), true);
        assertSorted();
    }

    private static RowFormat table() {
        TableSpec spec = new TableSpec(new Dialect((byte) ',', true), false, false, List.of(TableKey.of("1:text")), false);
        return new TableFormat(spec, _ -> {});
    }

    /** The device is wrong: without a verification, the output is too. */
    @Test
    void notVerified() throws IOException {
        sort(table(), false);
        assertThat(Files.readString(folder.resolve("output"))).isNotEqualTo(rows(i -> i));
    }
}
