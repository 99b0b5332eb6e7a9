package io.github.tornadosort.files.internal.records;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.table.EncodedKeys;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowEncoder;
import io.github.tornadosort.files.internal.table.RowReader;
import io.github.tornadosort.files.internal.table.TableException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Reads records. Their keys are copies of their bytes, all of which are inverted if the order is descending. */
final class RecordReader extends RowReader {
    private final RecordFormat format;

    RecordReader(Parts input, RecordFormat format, Budget budget, Arena arena, LongConsumer progress)
            throws FileSortException {
        super(input, format.width(), budget, arena, progress);
        this.format = format;
    }

    @Override
    protected RowEncoder encoder(MemorySegment rows, long end) {
        int length = format.keyLength();
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
                    throw new TableException(next, TableException.ROW, "the keys of this record are too long to sort by");
                }
                int at = to.size();
                for (RecordFormat.Range key : format.keys()) {
                    MemorySegment.copy(rows, JAVA_BYTE, next + key.offset(), to.bytes(), at, key.length());
                    at += key.length();
                }
                for (int i = to.size(); format.descending() && i < at; i++) {
                    to.bytes()[i] ^= -1;
                }
                to.setSize(at);
                next += format.width();
            }
        };
    }

    @Override
    protected String disorder(MemorySegment row, boolean isEqual) {
        return isEqual
                ? "it has the same keys as the one before it"
                : "it is not in the order of its keys";
    }
}
