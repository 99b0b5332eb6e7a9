package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.io.KeyFormats;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.RunOrder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Records without anything between them, which are sorted by some of their bytes. Their keys are copies of these bytes.
 *
 * @param width bytes per record
 * @param keys the keys, the primary key first
 */
public record RecordFormat(int width, List<Range> keys, boolean descending) implements RowFormat {
    /** Bytes of a record that are compared. */
    public record Range(int offset, int length) {}

    @Override
    public String kind() {
        return "record";
    }

    @Override
    public RowEnds ends() {
        return new RowEnds((byte) 0, null, width);
    }

    @Override
    public RunOrder order(boolean compressed) {
        return new RunOrder(KeyedRows.KEYED, descending, null, compressed);
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.of(files, 1, file -> KeyFormats.openRecords(file, width, temporary));
    }

    @Override
    public Encoder encoder() {
        long length = keys.stream().mapToLong(Range::length).sum();
        return (text, row, _, to) -> {
            byte[] encoded = to.withRoom(length, row);
            int at = to.size();
            for (Range key : keys) {
                System.arraycopy(text, row + key.offset(), encoded, at, key.length());
                at += key.length();
            }
            to.setSize(at);
            return row + width;
        };
    }

    @Override
    public String disorder(MemorySegment row, boolean isEqual) {
        return isEqual ? "it has the same keys as the one before it" : "it is not in the order of its keys";
    }
}
