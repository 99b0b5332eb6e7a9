package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.text.TextLines;
import io.github.tornadosort.files.internal.text.TextPieces;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** Reads lines that are compared by all of their bytes. If all lines end with CR LF, the CR is not compared. */
public final class CheckedLines implements CheckedRows {
    private final LongUnaryOperator memory;
    private final boolean descending;
    private final Path folder;
    private final ProgressListener progress;
    /** Whether a CR before a line feed is a part of the line. If it is one of some lines of an input, it is one in the output too. */
    private boolean everyByte;

    /**
     * @param memory returns the limit of the memory for an input of a number of bytes
     * @param everyByte whether a CR before a line feed is always a part of the line
     * @param folder the folder for temporary files
     */
    public CheckedLines(
            LongUnaryOperator memory, boolean everyByte, boolean descending, Path folder, ProgressListener progress) {
        this.memory = memory;
        this.everyByte = everyByte;
        this.descending = descending;
        this.folder = folder;
        this.progress = progress;
    }

    @Override
    public Frame read(List<Path> files, Supplier<Receiver> receivers) throws IOException {
        int[] end = {0};
        WrongGuessException.repeat(files, isAgain -> end[0] = read(files, everyByte || isAgain, receivers.get()));
        everyByte |= end[0] == 1;
        return new Frame(String.valueOf(end[0]), "that all lines end with CR LF as those");
    }

    private int read(List<Path> files, boolean everyCarriageReturn, Receiver receiver)
            throws IOException {
        try (KeyReader input = Concatenation.ofText(files, folder);
                Arena arena = Arena.ofShared();
                Step step = progress.begin("check", input.bytes())) {
            Path name = Concatenation.name(files);
            long allowed = memory.applyAsLong(input.bytes());
            long text = LineSort.textBytes(name, input.bytes(), allowed);
            MemorySegment buffer = NativeMemory.allocate(arena, text + TextPieces.SLACK);
            TextPieces pieces = new TextPieces(name, input, buffer, everyCarriageReturn, step);
            Line line = new Line(name);
            do {
                MemorySegment piece = pieces.next(LineSort.maxLines(text, allowed));
                line.read(TextLines.of(piece, pieces.endLength()), pieces.endLength(), receiver);
            } while (!pieces.isAtEnd());
            return pieces.endLength();
        }
    }

    private final class Line implements Row {
        private final Path file;
        private RowBytes lines;
        private int endLength;
        private int index;
        private MemorySegment last;
        private long before;

        private Line(Path file) {
            this.file = file;
        }

        private void read(RowBytes piece, int end, Receiver receiver) throws FileSortException {
            lines = piece;
            endLength = end;
            long count = piece.offsets().size() - 1;
            for (index = 0; index < count; index++) {
                receiver.accept(this);
            }
            if (count > 0) {
                last = MemorySegment.ofArray(piece.row(count - 1).toArray(ValueLayout.JAVA_BYTE));
            }
            before += count;
        }

        @Override
        public int compareLast() {
            if (index == 0 && last == null) {
                return -1;
            }
            int comparison = index == 0
                    ? RowBytes.compare(last, 0, last.byteSize(), lines.buffer(), lines.offset(0), lines.offset(1))
                    : lines.compare(index - 1, index);
            return descending ? -comparison : comparison;
        }

        @Override
        public MemorySegment bytes() {
            MemorySegment line = lines.row(index);
            return line.asSlice(0, line.byteSize() - endLength);
        }

        @Override
        public String name(long number) {
            return RowBytes.name("line", number, bytes());
        }

        @Override
        public UnsortedException disorder(boolean isEqual) {
            long number = before + index + 1;
            String found = isEqual ? "equal to" : descending ? "greater than" : "less than";
            return new UnsortedException(file, "line " + number + " is " + found + " line " + (number - 1));
        }
    }
}
