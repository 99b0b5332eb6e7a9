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
import java.lang.foreign.ValueLayout;
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

    /** Reads the rows of files, one file after the other, and returns what comes before them in the first file. */
    private interface Reading {
        /**
         * @param inOrder whether a row that is out of order is refused
         * @param receiver receives rows without their ends
         */
        String read(List<Path> files, boolean inOrder, Consumer<MemorySegment> receiver) throws IOException;
    }

    /** Returns the name of a row in messages. */
    private interface Naming {
        /** @param index of the row in the files that are read */
        String of(MemorySegment row, long index);
    }

    private final String kind;
    private final Reading rows;
    private final Naming names;

    private FileCheck(String kind, Reading rows, Naming names) {
        this.kind = kind;
        this.rows = rows;
        this.names = names;
    }

    /** Returns a check of keys. */
    public static FileCheck of(SortSettings settings, RawKeys format) {
        return new FileCheck("key", (files, inOrder, to) -> read(settings, format, files, inOrder, to),
                format.order()::name);
    }

    /** Returns a check of rows of any length. */
    public static FileCheck of(SortSettings settings, RowFormat format) {
        return new FileCheck(format.kind(), (files, inOrder, to) -> read(settings, format, files, inOrder, to),
                (row, index) -> RowBytes.name(format.kind(), index, row));
    }

    private static String read(
            SortSettings settings, RawKeys format, List<Path> files, boolean inOrder, Consumer<MemorySegment> receiver)
            throws IOException {
        int width = format.order().width();
        try (KeyReader opened = format.open(files, settings.folder());
                Arena arena = Arena.ofShared();
                Step step = settings.progress().begin("check", opened.bytes())) {
            KeyReader keys =
                    inOrder ? inOrder(format.order(), settings.unique(), Parts.name(files), opened) : opened;
            long most = Math.max(1, PIECE / width);
            MemorySegment buffer = arena.allocate(Math.min(most, keys.count()) * width, Long.BYTES);
            for (long left = keys.count() * width; left > 0;) {
                MemorySegment piece = buffer.asSlice(0, Math.min(left, most * width));
                keys.read(piece, step);
                for (long at = 0; at < piece.byteSize(); at += width) {
                    receiver.accept(piece.asSlice(at, width));
                }
                left -= piece.byteSize();
            }
        }
        return "";
    }

    private static String read(
            SortSettings settings, RowFormat format, List<Path> files, boolean inOrder, Consumer<MemorySegment> receiver)
            throws IOException {
        Parts opened = format.open(files, settings.folder());
        long allowed = Math.min(MAX_MEMORY, settings.memory().applyAsLong(opened.bytes()));
        try (Step step = settings.progress().begin("check", opened.bytes());
                RowInput input = new RowInput(0, format, opened, files.size() > 1, new Budget(allowed), step)) {
            while (input.advance()) {
                if (inOrder) {
                    input.requireOrder(settings.unique());
                }
                receiver.accept(input.bytes());
            }
            format.end(files);
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
                long n = piece.byteSize() / width;
                if (last != null && n > 0) {
                    require(last, 0, piece, 0);
                }
                for (long i = 1; i < n; i++) {
                    require(piece, i - 1, piece, i);
                }
                if (n > 0) {
                    last = MemorySegment.ofArray(key(piece, n - 1).toArray(ValueLayout.JAVA_BYTE));
                }
                before += n;
            }

            private void require(MemorySegment in, long previous, MemorySegment piece, long i) throws UnsortedException {
                int comparison = order.compare(in, previous, piece, i);
                if (comparison > 0 || distinct && comparison == 0) {
                    throw new UnsortedException(
                            file, order.disorder(key(in, previous), key(piece, i), before + i, comparison == 0));
                }
            }

            private MemorySegment key(MemorySegment in, long i) {
                return in.asSlice(i * width, width);
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
        rows.read(files, true, _ -> count[0]++);
        return count[0];
    }

    /**
     * Checks that a file is in order and has the rows of others.
     *
     * @return the number of rows
     * @throws FileSortException if it has not
     */
    public long requireSorted(List<Path> inputs, Path sorted) throws IOException {
        RowMultiset before = new RowMultiset(kind + "s");
        RowMultiset after = new RowMultiset(kind + "s");
        // A stream may end only when the inputs have been written, as in "… | tee in | sort | verify in -".
        boolean isStream = sorted.equals(StandardStreams.INPUT);
        String stream = isStream ? rows.read(List.of(sorted), true, after::add) : null;
        String expected = rows.read(inputs, false, before::add);
        String found = isStream ? stream : rows.read(List.of(sorted), true, after::add);
        Path input = Parts.name(inputs);
        String problem =
                found.equals(expected) ? after.difference(before, input) : "expected the header of " + input;
        if (problem != null) {
            throw new FileSortException(sorted, problem + oneOf(inputs, before.more(after))
                    + oneOf(List.of(sorted), after.more(before)));
        }
        return after.count();
    }

    /** Names the first row with this hash, which the files have once more than they should, if they can be read again. */
    private String oneOf(List<Path> files, RowMultiset.Hash hash) throws IOException {
        String[] found = {""};
        if (hash != null && files.stream().allMatch(Files::isRegularFile)) {
            long[] index = {0};
            rows.read(files, false, row -> {
                if (found[0].isEmpty() && RowMultiset.Hash.of(row).equals(hash)) {
                    found[0] = "; " + Parts.name(files) + " has " + names.of(row, index[0]) + " once more";
                }
                index[0]++;
            });
        }
        return found[0];
    }
}
