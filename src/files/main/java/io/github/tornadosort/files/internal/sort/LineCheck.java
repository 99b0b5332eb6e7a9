package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.text.TextAttempt;
import io.github.tornadosort.files.internal.text.TextLines;
import io.github.tornadosort.files.internal.text.TextPieces;
import io.github.tornadosort.files.internal.text.TextPieces.OtherEndException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Checks that the lines of texts are sorted.
 *
 * @param memory returns the limit of the memory for an input of a number of bytes
 * @param everyByte whether a CR before a line feed is always a part of the line
 * @param distinct whether equal lines are not in order
 * @param folder the folder for temporary files
 */
public record LineCheck(
        LongUnaryOperator memory, boolean everyByte, boolean descending, boolean distinct, Path folder,
        ProgressListener progress) {
    /** Receives the lines of a text, some at a time. */
    private interface Receiver {
        void accept(TextLines lines) throws FileSortException;
    }

    /** Creates a receiver for each time that the text is read. */
    private interface Receivers {
        Receiver create();
    }

    /**
     * Checks the order of the lines of files, one after the other.
     *
     * @return the number of lines
     * @throws IOException if they are not in order; the message names the line
     */
    public long requireOrder(List<Path> files) throws IOException {
        long[] count = {0};
        read(files, everyByte, () -> {
            Order order = new Order(Concatenation.name(files));
            return lines -> count[0] = order.check(lines);
        });
        return count[0];
    }

    /**
     * Checks that a file is in order and has the lines of others.
     *
     * @return the number of lines
     * @throws IOException if it is not
     */
    public long requireSorted(List<Path> inputs, Path sorted) throws IOException {
        Path input = Concatenation.name(inputs);
        RowMultiset[] before = {null};
        RowMultiset[] after = {null};
        int end = read(inputs, everyByte, () -> {
            before[0] = new RowMultiset("lines");
            return lines -> addAll(lines, before[0]);
        });
        // If a CR is a part of some lines of the input, it is one of the same lines when they are sorted.
        int sortedEnd = read(List.of(sorted), end == 1, () -> {
            Order order = new Order(sorted);
            after[0] = new RowMultiset("lines");
            return lines -> {
                order.check(lines);
                addAll(lines, after[0]);
            };
        });
        String problem = end != sortedEnd
                ? "expected that all lines end with CR LF as those of " + input
                : after[0].difference(before[0], input);
        if (problem != null) {
            throw new FileSortException(sorted, problem);
        }
        return after[0].count();
    }

    private static void addAll(TextLines lines, RowMultiset to) {
        for (int line = 0; line < lines.count(); line++) {
            byte[] bytes = lines.bytes(line);
            to.add(ByteBuffer.wrap(bytes, 0, bytes.length - lines.endLength()));
        }
    }

    /** Reads a text, and returns the length of its line ends. */
    private int read(List<Path> files, boolean everyCarriageReturn, Receivers receivers) throws IOException {
        int[] end = {0};
        TextAttempt.repeat(
                files, everyCarriageReturn, everyOne -> end[0] = readOnce(files, everyOne, receivers.create()));
        return end[0];
    }

    private int readOnce(List<Path> files, boolean everyCarriageReturn, Receiver receiver)
            throws IOException, OtherEndException {
        try (KeyReader input = Concatenation.ofText(files, folder);
                Arena arena = Arena.ofShared();
                Step step = progress.begin("check", input.bytes())) {
            Path name = Concatenation.name(files);
            long allowed = memory.applyAsLong(input.bytes());
            long text = LineSort.textBytes(name, input.bytes(), allowed);
            MemorySegment buffer = NativeMemory.allocate(arena, text + TextPieces.SLACK);
            TextPieces pieces = new TextPieces(name, input, buffer, everyCarriageReturn, step);
            do {
                MemorySegment piece = pieces.next(LineSort.maxLines(text, allowed));
                receiver.accept(TextLines.of(piece, pieces.endLength()));
            } while (!pieces.isAtEnd());
            return pieces.endLength();
        }
    }

    /** Compares each line with the one before it. */
    private final class Order {
        private final Path file;
        private byte[] last;
        private long before;

        private Order(Path file) {
            this.file = file;
        }

        /** Checks the next lines, and returns the number of all lines so far. */
        private long check(TextLines lines) throws FileSortException {
            for (int line = last == null ? 1 : 0; line < lines.count(); line++) {
                int comparison = line == 0 ? -lines.compare(0, last) : lines.compare(line - 1, line);
                int expected = descending ? -comparison : comparison;
                if (expected > 0 || distinct && comparison == 0) {
                    String found = comparison == 0 ? "equal to" : descending ? "greater than" : "less than";
                    long number = before + line + 1;
                    throw new UnsortedException(file, "line " + number + " is " + found + " line " + (number - 1));
                }
            }
            if (lines.count() > 0) {
                last = lines.bytes(lines.count() - 1);
            }
            before += lines.count();
            return before;
        }
    }
}
