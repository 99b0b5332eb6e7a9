package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.text.LineEnds;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.files.internal.text.LineReader;
import java.io.IOException;

/** Sorts the lines of a text. */
public record LineSort(SortSettings settings, LineOrder order) {
    public void sort() throws IOException {
        WrongGuessException.repeat(
                settings.inputs(), isAgain -> new LineSort(settings, isAgain ? order.ofEveryByte() : order).sortOnce());
    }

    private void sortOnce() throws IOException {
        LineEnds ends = order.isOfWholeLines() ? new LineEnds(order) : null;
        EncodedSort sort = ends == null
                ? EncodedSort.keyed(settings, order.ties())
                : new EncodedSort(
                        settings, new RunOrder(format(ends), order.isDescendingByLines(), null, settings.compressed()),
                        null);
        try (Sorter sorter = settings.sorter().get();
                KeyReader input = order.open(settings.inputs(), settings.folder());
                OutputFile file = settings.output().create()) {
            sort.sort(
                    input, (buffer, progress) -> new LineReader(settings.input(), input, order, ends, buffer, progress),
                    sorter, file);
            file.commit();
        }
    }

    /** Returns the format of runs of lines, whose keys are the lines without their ends. */
    private static RunFormat format(LineEnds ends) {
        return (run, memory, from, to) -> {
            long feed = ByteSearch.next(memory, from, to, ByteSearch.LINE_FEEDS);
            run.found(memory, from, feed + 1 - ends.length(), memory, from, feed + 1);
            return feed < to ? feed + 1 : -1;
        };
    }
}
