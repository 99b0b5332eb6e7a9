package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.files.internal.text.LineReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Checks that lines are sorted by keys. Keys are compared as the sort compares them.
 *
 * @param distinct whether no two lines may have equal keys
 * @param folder the folder for temporary files
 */
public record KeyedLineCheck(
        LineOrder order, LongUnaryOperator memory, boolean distinct, Path folder, ProgressListener progress) {
    /** The parts of the memory that hold text. The keys of its lines need the rest. */
    private static final int TEXT_PART = 4;
    private static final long MAX_TEXT = 256 << 20;
    /** Bytes of a line that a message has. */
    private static final int MAX_SHOWN = 100;

    /** Receives lines, some at a time. */
    private interface Receiver {
        void accept(KeyedRows lines) throws FileSortException;
    }

    /**
     * Checks the order of lines.
     *
     * @return the number of lines
     * @throws UnsortedException if they are not in order; the message names the file and the line
     */
    public long requireOrder(List<Path> files) throws IOException {
        long count = 0;
        byte[][] last = {null};
        for (Path file : files) {
            count += read(List.of(file), new Order(file, last)::check);
        }
        return count;
    }

    /**
     * Checks that a file is in order and has the lines of others.
     *
     * @return the number of lines
     * @throws FileSortException if it has not
     */
    public long requireSorted(List<Path> inputs, Path sorted) throws IOException {
        RowMultiset before = new RowMultiset("lines");
        RowMultiset after = new RowMultiset("lines");
        read(inputs, lines -> addAll(lines, before));
        requireOrder(List.of(sorted));
        long count = read(List.of(sorted), lines -> addAll(lines, after));
        String problem = after.difference(before, Concatenation.name(inputs));
        if (problem != null) {
            throw new FileSortException(sorted, problem);
        }
        return count;
    }

    private static void addAll(KeyedRows lines, RowMultiset to) {
        for (int line = 0; line < lines.count(); line++) {
            to.add(bytes(lines.rows(), line).asByteBuffer());
        }
    }

    private static MemorySegment bytes(RowBytes rows, long row) {
        return rows.buffer().asSlice(rows.offset(row), rows.length(row));
    }

    private long read(List<Path> files, Receiver receiver) throws IOException {
        try (KeyReader input = Concatenation.ofLines(files, folder, order.end());
                Arena arena = Arena.ofShared();
                Step step = progress.begin("check", input.bytes())) {
            long allowed = memory.applyAsLong(input.bytes());
            long text = Math.min(Math.min(input.bytes(), MAX_TEXT), allowed / TEXT_PART);
            MemorySegment buffer = NativeMemory.allocate(arena, text + LineReader.SLACK);
            LineReader reader = new LineReader(Concatenation.name(files), input, order, buffer, step);
            long count = 0;
            do {
                try (Arena piece = Arena.ofShared()) {
                    KeyedRows lines = reader.next(allowed - text, (bytes, _) -> NativeMemory.allocate(piece, bytes));
                    receiver.accept(lines);
                    count += lines.count();
                }
            } while (!reader.isAtEnd());
            return count;
        }
    }

    /** Compares each line of a file with the one before it. */
    private final class Order {
        private final Path file;
        private final byte[][] last;
        private long before;

        /** @param last the key of the last line of the files before this one, or null */
        private Order(Path file, byte[][] last) {
            this.file = file;
            this.last = last;
        }

        private void check(KeyedRows lines) throws UnsortedException {
            RowBytes keys = lines.keys();
            for (int line = 0; line < lines.count(); line++) {
                int comparison = line > 0 ? keys.compare(line - 1, line) : last[0] == null ? -1 : -compareWithLast(keys);
                if (comparison > 0 || distinct && comparison == 0) {
                    throw new UnsortedException(file,
                            "line " + (before + line + 1) + ": disorder: " + shown(lines.rows(), line));
                }
            }
            if (lines.count() > 0) {
                last[0] = bytes(keys, lines.count() - 1).toArray(ValueLayout.JAVA_BYTE);
            }
            before += lines.count();
        }

        private int compareWithLast(RowBytes keys) {
            return RowBytes.compare(
                    keys.buffer(), keys.offset(0), keys.offset(1), MemorySegment.ofArray(last[0]), 0, last[0].length);
        }

        private static String shown(RowBytes lines, int line) {
            byte[] bytes = bytes(lines, line).toArray(ValueLayout.JAVA_BYTE);
            String text = new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
            return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
        }
    }
}
