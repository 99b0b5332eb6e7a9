package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowEncoder;
import io.github.tornadosort.files.internal.table.RowReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Reads lines. If they are their own keys, their ends are overwritten with zeros. */
final class LineReader extends RowReader {
    private final LineFormat format;

    /** @param input lines, each with its end */
    LineReader(Parts input, LineFormat format, Budget budget, Arena arena, LongConsumer progress) throws FileSortException {
        super(input, null, format.order().end(), budget, arena, progress);
        this.format = format;
    }

    @Override
    protected RowEncoder encoder(MemorySegment rows, long end) {
        return new LineEncoder(rows, end, format);
    }

    @Override
    public boolean areRowsKeys() {
        return format.areKeys();
    }

    /** Shows the line as GNU sort does. */
    @Override
    protected String disorder(MemorySegment row, boolean isEqual) {
        return "disorder: " + RowBytes.text(row.asSlice(0, row.byteSize() - 1));
    }
}
