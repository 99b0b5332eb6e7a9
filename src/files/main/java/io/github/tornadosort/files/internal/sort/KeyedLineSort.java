package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.files.internal.text.LineReader;
import java.io.IOException;

/** Sorts the lines of a text by keys. */
public record KeyedLineSort(SortSettings settings, LineOrder order) {
    public void sort() throws IOException {
        try (Sorter sorter = settings.sorter().get();
                KeyReader input = Concatenation.ofLines(settings.inputs(), settings.folder(), order.end());
                OutputFile file = settings.output().create()) {
            new EncodedSort(settings, order.ties()).sort(
                    input,
                    (buffer, progress) -> new LineReader(settings.input(), input, order, buffer, progress),
                    sorter,
                    file);
            file.commit();
        }
    }
}
