package io.github.tornadosort.files.internal.records;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.table.EncodedKeys;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowEncoder;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.files.internal.table.TableException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Records without anything between them, which are sorted by some of their bytes. Their keys are copies of these bytes, all of which are
 * inverted if the order is descending.
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
    public int endLength(MemorySegment row) {
        return 0;
    }

    @Override
    public Parts open(List<Path> files, Path temporary) throws IOException {
        return Parts.of(files, 1, file -> RowFile.openRecords(file, width, temporary));
    }

    @Override
    public RowReader read(Parts input, Budget budget, Arena arena, LongConsumer progress) throws FileSortException {
        return new RowReader(input, null, (byte) 0, width, budget, arena, progress) {
            @Override
            protected RowEncoder encoder(MemorySegment rows, long end) {
                int length = keys.stream().mapToInt(Range::length).sum();
                return new RowEncoder() {
                    private long next;

                    @Override
                    public void moveTo(long row) {
                        next = row;
                    }

                    @Override
                    public long position() {
                        return next;
                    }

                    @Override
                    public void encode(EncodedKeys to) throws TableException {
                        if (!to.makeRoom(length)) {
                            throw new TableException(next, TableException.ROW,
                                    "the keys of this record are too long to sort by");
                        }
                        int at = to.size();
                        for (Range key : keys) {
                            MemorySegment.copy(rows, JAVA_BYTE, next + key.offset(), to.bytes(), at, key.length());
                            at += key.length();
                        }
                        for (int i = to.size(); descending && i < at; i++) {
                            to.bytes()[i] ^= -1;
                        }
                        to.setSize(at);
                        next += width;
                    }
                };
            }

            @Override
            protected String disorder(MemorySegment row, boolean isEqual) {
                return isEqual
                        ? "it has the same keys as the one before it"
                        : "it is not in the order of its keys";
            }
        };
    }
}
