package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.files.internal.text.LineReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Merges sorted texts. Every byte of lines is compared. */
public record LineMerge(SortSettings settings, LineOrder order) implements InputMerge.Inputs {
    /**
     * Merges the texts.
     *
     * @throws io.github.tornadosort.files.UnsortedException if a text is not sorted; the message names the line
     */
    public void merge() throws IOException {
        new InputMerge(settings, order.ties(), this).merge();
    }

    @Override
    public KeyReader open(Path file) throws IOException {
        return Concatenation.ofLines(List.of(file), settings.folder(), order.end());
    }

    @Override
    public RowReader rows(Path file, KeyReader input, MemorySegment buffer, LongConsumer progress) {
        return new LineReader(file, input, order, null, buffer, progress);
    }
}
