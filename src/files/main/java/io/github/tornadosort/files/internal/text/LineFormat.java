package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowEnds;
import io.github.tornadosort.files.internal.table.RowFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Lines of text, and their order.
 *
 * @param keys the first key is the most significant one; at least one
 * @param separator the byte between fields, or {@link LineKey#BLANKS}
 * @param isStable whether lines with equal keys stay in their order; otherwise their bytes are compared
 * @param descending whether greater bytes come first then
 * @param end the byte that ends a line
 */
public record LineFormat(List<LineKey> keys, int separator, boolean isStable, boolean descending, byte end)
        implements RowFormat {
    @Override
    public String kind() {
        return "line";
    }

    @Override
    public RowEnds ends() {
        return new RowEnds(end, null, 0);
    }

    @Override
    public RunOrder order(boolean compressed) {
        RunFormat stored = areRowsKeys() ? KeyedRows.lines(end) : hasTies() ? KeyedRows.ENDING : KeyedRows.KEYED;
        return new RunOrder(stored, isReversed(), null, compressed);
    }

    /** Returns whether lines are compared as a whole, by their bytes. */
    @Override
    public boolean areRowsKeys() {
        return keys.size() == 1 && keys.getFirst().isLine();
    }

    /** Returns whether the bytes of lines with equal keys are compared. */
    boolean hasTies() {
        return !isStable && !keys.getLast().isLine();
    }

    /** Returns whether lines are in descending order of what they are sorted by: lines, or the bytes of their keys. */
    boolean isReversed() {
        return areRowsKeys() ? keys.getFirst().ordering().descending() : descending && hasTies();
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.of(files, 1,
                file -> InputFile.open(file, temporary, input -> input.from(0, String.valueOf((char) end))));
    }

    @Override
    public Encoder encoder() {
        return new LineEncoder(this);
    }

    /** Shows the line as GNU sort does. */
    @Override
    public String disorder(MemorySegment row, boolean isEqual) {
        return "disorder: " + RowBytes.text(row.asSlice(0, row.byteSize() - 1));
    }
}
