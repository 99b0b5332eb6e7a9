package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowEncoder;
import io.github.tornadosort.files.internal.table.RowEnds;
import io.github.tornadosort.files.internal.table.RowFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** Lines of text. */
public record LineFormat(LineOrder order) implements RowFormat {
    @Override
    public String kind() {
        return "line";
    }

    @Override
    public RowEnds ends() {
        return new RowEnds(order.end(), null, 0);
    }

    @Override
    public RunOrder order(boolean compressed) {
        RunFormat stored = areRowsKeys()
                ? KeyedRows.lines(order.end())
                : order.hasTies() ? KeyedRows.ENDING : KeyedRows.KEYED;
        return new RunOrder(stored, order.isReversed(), null, compressed);
    }

    @Override
    public boolean areRowsKeys() {
        return order.isOfWholeLines();
    }

    @Override
    public int endLength(MemorySegment row) {
        return 1;
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.of(files, 1, file -> InputFile.open(file, temporary).from(0, String.valueOf((char) order.end())));
    }

    @Override
    public RowEncoder encoder() {
        return new LineEncoder(order);
    }

    /** Shows the line as GNU sort does. */
    @Override
    public String disorder(MemorySegment row, boolean isEqual) {
        return "disorder: " + RowBytes.text(row.asSlice(0, row.byteSize() - 1));
    }
}
