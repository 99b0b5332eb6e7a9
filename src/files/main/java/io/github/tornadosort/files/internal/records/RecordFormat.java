package io.github.tornadosort.files.internal.records;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.buckets.TieSort;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Records without anything between them, which are sorted by some of their bytes.
 *
 * @param width bytes per record
 * @param keys the keys, the primary key first
 */
public record RecordFormat(int width, List<Range> keys, boolean descending) implements RowFormat {
    /** Bytes of a record that are compared. */
    public record Range(int offset, int length) {}

    /** Returns the length of the keys of a record. */
    int keyLength() {
        return keys.stream().mapToInt(Range::length).sum();
    }

    @Override
    public String kind() {
        return "record";
    }

    @Override
    public RunOrder order(boolean compressed) {
        return RunOrder.keyed(null, compressed);
    }

    @Override
    public int endLength(MemorySegment row) {
        return 0;
    }

    @Override
    public TieSort ties() {
        return null;
    }

    @Override
    public RowFormat withKeysApart() {
        return this;
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.of(files, 1, file -> RowFile.openRecords(file, width, temporary));
    }

    @Override
    public RowReader read(Parts input, Budget budget, Arena arena, LongConsumer progress) throws FileSortException {
        return new RecordReader(input, this, budget, arena, progress);
    }
}
