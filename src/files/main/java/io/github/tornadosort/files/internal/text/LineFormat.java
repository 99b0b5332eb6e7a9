package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.buckets.TieSort;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowEncoder;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Lines of text.
 *
 * @param areKeys whether lines are their own keys. A reader then overwrites their ends with zeros.
 */
public record LineFormat(LineOrder order, boolean areKeys) implements RowFormat {
    /** The format of runs of lines that are their own keys, without their ends. */
    private static final RunFormat LINES = (run, memory, from, to) -> {
        long feed = ByteSearch.next(memory, from, to, ByteSearch.LINE_FEEDS);
        run.found(memory, from, feed, memory, from, feed + 1);
        return feed < to ? feed + 1 : -1;
    };

    /** Returns a format of lines that are their own keys if the order is one of whole lines. */
    public static LineFormat of(LineOrder order) {
        return new LineFormat(order, order.isOfWholeLines());
    }

    @Override
    public String kind() {
        return "line";
    }

    @Override
    public RunOrder order(boolean compressed) {
        return areKeys
                ? new RunOrder(LINES, order.keys().getFirst().ordering().descending(), null, compressed)
                : RunOrder.keyed(ties(), compressed);
    }

    @Override
    public int endLength(MemorySegment row) {
        return 1;
    }

    @Override
    public TieSort ties() {
        return order.ties();
    }

    @Override
    public RowFormat withKeysApart() {
        return new LineFormat(order, false);
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.of(files, 1, file -> RowFile.openEnded(file, order.end(), false, temporary));
    }

    @Override
    public RowReader read(Parts input, Budget budget, Arena arena, LongConsumer progress) throws FileSortException {
        return new RowReader(input, null, order.end(), 0, budget, arena, progress) {
            @Override
            protected RowEncoder encoder(MemorySegment rows, long end) {
                return new LineEncoder(rows, end, LineFormat.this);
            }

            @Override
            public boolean areRowsKeys() {
                return areKeys;
            }

            /** Shows the line as GNU sort does. */
            @Override
            protected String disorder(MemorySegment row, boolean isEqual) {
                return "disorder: " + RowBytes.text(row.asSlice(0, row.byteSize() - 1));
            }
        };
    }
}
