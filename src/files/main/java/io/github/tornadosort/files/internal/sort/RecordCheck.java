package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowMultiset;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Checks that records are sorted.
 *
 * @param distinct whether equal keys are not in order
 */
public record RecordCheck(RecordLayout layout, boolean descending, boolean distinct, ProgressListener progress) {
    private static final int PIECE = 1 << 20;

    /** Receives records, some at a time. */
    private interface Receiver {
        void accept(MemorySegment records) throws FileSortException;
    }

    /**
     * Checks the order of all records.
     *
     * @param name the name of the file in messages
     * @return the number of records
     * @throws UnsortedException if they are not in order; the message names the record
     */
    public long requireOrder(Path name, KeyReader records) throws FileSortException {
        forEach(records, new Order(name)::accept);
        return records.count();
    }

    /**
     * Checks that a file is in order and has the records of another one.
     *
     * @return the number of records
     * @throws FileSortException if it is not
     */
    public long requireSorted(Path inputName, KeyReader input, Path name, KeyReader sorted) throws FileSortException {
        RowMultiset before = new RowMultiset("records");
        RowMultiset after = new RowMultiset("records");
        Order order = new Order(name);
        forEach(input, records -> addAll(records, before));
        forEach(sorted, records -> {
            order.accept(records);
            addAll(records, after);
        });
        String problem = after.difference(before, inputName);
        if (problem != null) {
            throw new FileSortException(name, problem);
        }
        return after.count();
    }

    /** Returns a reader that throws an {@link UnsortedException} when it reads a record that is out of order. */
    public KeyReader checked(Path name, KeyReader records) {
        Order order = new Order(name);
        return new FilterKeyReader(records) {
            @Override
            public void read(MemorySegment keys, LongConsumer step) throws FileSortException {
                super.read(keys, step);
                order.accept(keys);
            }
        };
    }

    private void addAll(MemorySegment records, RowMultiset to) {
        records.elements(
                java.lang.foreign.MemoryLayout.sequenceLayout(layout.width(), java.lang.foreign.ValueLayout.JAVA_BYTE))
                .forEach(record -> to.add(record.asByteBuffer()));
    }

    private void forEach(KeyReader records, Receiver receiver) throws FileSortException {
        int width = layout.width();
        long most = Math.max(1, PIECE / width);
        try (Arena arena = Arena.ofShared(); Step step = progress.begin("check", records.bytes())) {
            MemorySegment buffer = arena.allocate(Math.min(most, records.count()) * width, Long.BYTES);
            for (long left = records.count(); left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, most) * width);
                records.read(piece, step);
                receiver.accept(piece);
                left -= piece.byteSize() / width;
            }
        }
    }

    /** Compares each record with the one before it. */
    private final class Order {
        private final Path name;
        private final MemorySegment last = MemorySegment.ofArray(new byte[layout.width()]);
        private long before;

        private Order(Path name) {
            this.name = name;
        }

        private void accept(MemorySegment records) throws FileSortException {
            long n = records.byteSize() / layout.width();
            for (long i = before == 0 ? 1 : 0; i < n; i++) {
                int comparison = i == 0
                        ? layout.compare(last, 0, records, 0, descending)
                        : layout.compare(records, i - 1, records, i, descending);
                if (comparison > 0 || distinct && comparison == 0) {
                    long number = before + i;
                    throw new UnsortedException(name, "record " + number + (comparison == 0
                            ? " has the same keys as record " + (number - 1)
                            : " comes before record " + (number - 1) + " by its keys"));
                }
            }
            if (n > 0) {
                MemorySegment.copy(records, (n - 1) * layout.width(), last, 0, layout.width());
            }
            before += n;
        }
    }
}
