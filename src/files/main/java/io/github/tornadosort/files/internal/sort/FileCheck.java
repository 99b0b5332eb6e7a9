package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.runs.Budget;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.files.internal.table.RowFormat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Checks that files are sorted. */
public final class FileCheck {
    private static final int PIECE = 1 << 20;
    private static final long MAX_MEMORY = 1 << 30;

    private final SortSettings settings;
    /** One of these is null. */
    private final RawKeys keys;

    private final RowFormat rows;

    /** @param keys the format of keys, or null for rows of any length */
    public FileCheck(SortSettings settings, RawKeys keys, RowFormat rows) {
        this.settings = settings;
        this.keys = keys;
        this.rows = rows;
    }

    /**
     * Reads the rows of files, one file after the other, and returns what comes before them in the first file.
     *
     * @param inOrder whether a row that is out of order is refused
     * @param receiver receives rows without their ends
     */
    private String read(List<Path> files, boolean inOrder, Consumer<MemorySegment> receiver) throws IOException {
        return keys != null ? readKeys(files, inOrder, receiver) : readRows(files, inOrder, receiver);
    }

    private String readKeys(List<Path> files, boolean inOrder, Consumer<MemorySegment> receiver) throws IOException {
        int width = keys.order().width();
        try (KeyReader opened = keys.open(files, settings.folder());
                Arena arena = Arena.ofShared();
                Step step = settings.progress().begin("check", opened.bytes())) {
            KeyReader reader =
                    inOrder ? inOrder(keys.order(), settings.unique(), Parts.name(files), opened) : opened;
            long size = reader.count() * width;
            MemorySegment buffer = arena.allocate(Math.min(PIECE, size), Long.BYTES);
            for (long left = size; left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, PIECE));
                reader.read(piece, step);
                for (long at = 0; at < piece.byteSize(); at += width) {
                    receiver.accept(piece.asSlice(at, width));
                }
                left -= piece.byteSize();
            }
        }
        return "";
    }

    private String readRows(List<Path> files, boolean inOrder, Consumer<MemorySegment> receiver) throws IOException {
        Parts opened = rows.open(files, settings.folder());
        long allowed = Math.min(MAX_MEMORY, settings.memory().applyAsLong(opened.bytes()));
        try (Step step = settings.progress().begin("check", opened.bytes());
                RowInput input = new RowInput(0, rows, opened, files.size() > 1, new Budget(allowed), step)) {
            while (input.advance()) {
                if (inOrder) {
                    input.requireOrder(settings.unique());
                }
                receiver.accept(input.bytes());
            }
            rows.end(files);
            return new String(input.preamble(), StandardCharsets.ISO_8859_1);
        }
    }

    /**
     * Returns a reader of keys that throws an {@link UnsortedException} when it reads one that is out of order.
     *
     * @param distinct whether equal keys are not in order
     * @param file the name of the keys
     */
    static KeyReader inOrder(KeyOrder order, boolean distinct, Path file, KeyReader keys) {
        int width = order.width();
        return new FilterKeyReader(keys) {
            /** The last key of the piece before, or null. */
            private MemorySegment last;
            private long before;

            @Override
            public void read(MemorySegment piece, LongConsumer step) throws FileSortException {
                super.read(piece, step);
                MemorySegment previous = last;
                long at = 0;
                for (long i = 0; i < piece.byteSize() / width; i++) {
                    int comparison = previous == null ? -1 : order.compare(previous, at, piece, i);
                    if (comparison > 0 || distinct && comparison == 0) {
                        MemorySegment key = piece.asSlice(i * width);
                        throw new UnsortedException(file,
                                order.disorder(previous.asSlice(at * width), key, before + i, comparison == 0));
                    }
                    previous = piece;
                    at = i;
                }
                if (piece.byteSize() > 0) {
                    last = order.copyOfLast(piece);
                    before += at + 1;
                }
            }
        };
    }

    /**
     * Checks the order of the rows of files, one after the other.
     *
     * @return the number of rows
     * @throws UnsortedException if they are not in order; the message names the row
     */
    public long requireOrder(List<Path> files) throws IOException {
        long[] count = {0};
        read(files, true, _ -> count[0]++);
        return count[0];
    }

    /**
     * Checks that a file is in order and has the rows of others.
     *
     * @return the number of rows
     * @throws FileSortException if it has not
     */
    public long requireSorted(List<Path> inputs, Path sorted) throws IOException {
        RowMultiset before = new RowMultiset(kind() + "s");
        RowMultiset after = new RowMultiset(kind() + "s");
        // A stream may end only when the inputs have been written, as in "… | tee in | sort | verify in -".
        boolean isStream = sorted.equals(StandardStreams.INPUT);
        String stream = isStream ? read(List.of(sorted), true, after::add) : null;
        String expected = read(inputs, false, before::add);
        String found = isStream ? stream : read(List.of(sorted), true, after::add);
        Path input = Parts.name(inputs);
        String problem =
                found.equals(expected) ? after.difference(before, input) : "expected the header of " + input;
        if (problem != null) {
            throw new FileSortException(sorted, problem + oneOf(inputs, before.more(after))
                    + oneOf(List.of(sorted), after.more(before)));
        }
        return after.count();
    }

    private String kind() {
        return keys != null ? "key" : rows.kind();
    }

    private String name(MemorySegment row, long index) {
        return keys != null ? keys.order().name(row, index) : RowBytes.name(kind(), index, row);
    }

    /** Names the first row with this hash, which the files have once more than they should, if they can be read again. */
    private String oneOf(List<Path> files, RowMultiset.Hash hash) throws IOException {
        String[] found = {""};
        if (hash != null && files.stream().allMatch(Files::isRegularFile)) {
            long[] index = {0};
            read(files, false, row -> {
                if (found[0].isEmpty() && RowMultiset.Hash.of(row).equals(hash)) {
                    found[0] = "; " + Parts.name(files) + " has " + name(row, index[0]) + " once more";
                }
                index[0]++;
            });
        }
        return found[0];
    }
}
