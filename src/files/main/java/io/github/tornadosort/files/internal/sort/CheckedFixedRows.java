package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Reads keys.
 *
 * @param folder the folder for temporary files
 */
public record CheckedFixedRows(FixedFormat format, Path folder, ProgressListener progress) implements CheckedRows {
    private static final int PIECE = 1 << 20;

    @Override
    public String kind() {
        return format.order().kind();
    }

    @Override
    public String read(List<Path> files, Receiver receiver) throws IOException {
        RowOrder order = format.order();
        FixedRow row = new FixedRow(order, Concatenation.name(files));
        long most = Math.max(1, PIECE / order.width());
        try (KeyReader rows = format.open(files, folder);
                Arena arena = Arena.ofShared();
                Step step = progress.begin("check", rows.bytes())) {
            MemorySegment buffer = arena.allocate(Math.min(most, rows.count()) * order.width(), Long.BYTES);
            for (long left = rows.count(); left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, most) * order.width());
                rows.read(piece, step);
                row.read(piece, receiver);
                left -= piece.byteSize() / order.width();
            }
        }
        return "";
    }

    /** Returns a reader that throws an {@link UnsortedException} when it reads a row that is out of order. */
    static KeyReader checked(RowOrder order, Path name, KeyReader rows) {
        FixedRow row = new FixedRow(order, name);
        return new FilterKeyReader(rows) {
            @Override
            public void read(MemorySegment target, LongConsumer step) throws FileSortException {
                super.read(target, step);
                row.read(target, read -> {
                    if (read.compareLast() > 0) {
                        throw read.disorder(false);
                    }
                });
            }
        };
    }

    private static final class FixedRow implements Row {
        private final RowOrder order;
        private final Path file;
        /** The last row of the piece before, or null. */
        private MemorySegment last;
        private MemorySegment piece;
        private long index;
        private long before;

        private FixedRow(RowOrder order, Path file) {
            this.order = order;
            this.file = file;
        }

        private void read(MemorySegment rows, Receiver receiver) throws FileSortException {
            long n = rows.byteSize() / order.width();
            piece = rows;
            for (index = 0; index < n; index++) {
                receiver.accept(this);
            }
            if (n > 0) {
                last = MemorySegment.ofArray(row(n - 1).toArray(ValueLayout.JAVA_BYTE));
            }
            before += n;
        }

        private MemorySegment row(long i) {
            return piece.asSlice(i * order.width(), order.width());
        }

        @Override
        public int compareLast() {
            if (index > 0) {
                return order.compare(piece, index - 1, piece, index);
            }
            return last == null ? -1 : order.compare(last, 0, piece, 0);
        }

        @Override
        public MemorySegment bytes() {
            return row(index);
        }

        @Override
        public String name(long number) {
            return order.name(row(index), number);
        }

        @Override
        public UnsortedException disorder(boolean isEqual) {
            MemorySegment previous = index > 0 ? row(index - 1) : last;
            return new UnsortedException(file, order.disorder(previous, row(index), before + index, isEqual));
        }
    }
}
