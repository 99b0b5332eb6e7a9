package io.github.tornadosort.cli;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.file.ArrowFileSort;
import io.github.tornadosort.arrow.internal.file.TextToArrow;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.KeyedSort;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.table.TableFormat;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * Sorts a table of delimited text to a temporary file, and writes that as an Arrow file: all rows tell the types of the columns.
 */
record TableToArrow(SortSettings settings, TableSpec spec, TableFormat format) {
    void sort(Sorter sorter, Path output) throws IOException {
        TemporaryFile[] sorted = {null};
        try (OutputFile file = OutputFile.create(output)) {
            new KeyedSort(settings.withOutput(() -> {
                // A sort with a wrong guess begins again.
                close(sorted[0]);
                sorted[0] = TemporaryFile.create(settings.folder());
                return sorted[0].output();
            }), format).sort(sorter);
            write(sorted[0], file, ArrowFileSort.isStream(output));
            file.commit();
        } finally {
            close(sorted[0]);
        }
    }

    private void write(TemporaryFile sorted, OutputFile file, boolean stream) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            long size = sorted.size();
            boolean hasEnd = size == 0 || sorted.map(arena).get(ValueLayout.JAVA_BYTE, size - 1) == '\n';
            sorted.append(MemorySegment.ofArray(new byte[] {'\n'}).asSlice(0, hasEnd ? 0 : 1));
            sorted.append(MemorySegment.ofArray(new byte[TextToArrow.SLACK]));
            TextToArrow.write(
                    settings.input(), sorted.map(arena), spec.dialect(), !Boolean.FALSE.equals(spec.header()), file, stream);
        }
    }

    private static void close(TemporaryFile file) throws FileSortException {
        if (file != null) {
            file.close();
        }
    }
}
