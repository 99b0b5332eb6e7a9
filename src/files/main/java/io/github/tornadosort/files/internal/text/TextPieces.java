package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Reads a text piece by piece. A piece has whole lines, each with its end. */
public final class TextPieces {
    /** Bytes after the text in a buffer: an end for the last line, and the bytes after all lines. */
    public static final int SLACK = TextLines.SLACK + 2;

    private final Path file;
    private final KeyReader input;
    private final MemorySegment buffer;
    private final LongConsumer progress;
    private long unread;
    /** The range of the buffer that holds bytes that were not returned. */
    private long from;
    private long to;
    /** Bytes of all pieces returned. */
    private long returned;
    /** The length of line ends, or 0 if none was read. */
    private int endLength;

    /**
     * Opens a text.
     *
     * @param file the name of the text in messages
     * @param buffer memory for a piece and {@link #SLACK} more bytes
     * @param everyByte whether a CR is always a part of its line
     * @param progress receives the number of bytes read since the last call
     */
    public TextPieces(Path file, KeyReader input, MemorySegment buffer, boolean everyByte, LongConsumer progress) {
        this.file = file;
        this.input = input;
        this.buffer = buffer;
        this.progress = progress;
        this.unread = input.bytes();
        this.endLength = everyByte ? 1 : 0;
    }

    /** Returns whether all lines were returned. */
    public boolean isAtEnd() {
        return from == to && unread == 0;
    }

    /** Returns the length of the ends of the lines returned; see {@link TextLines#endLength}. */
    public int endLength() {
        return Math.max(1, endLength);
    }

    /**
     * Returns the next lines, followed by {@link TextLines#SLACK} bytes. They are valid until the next call, and may be overwritten.
     *
     * @param maxLines the maximum number of lines
     * @throws FileSortException if the file cannot be read, or a line is too long for the buffer
     */
    public MemorySegment next(long maxLines) throws FileSortException {
        MemorySegment.copy(buffer, from, buffer, 0, to - from);
        to -= from;
        long length = Math.min(unread, buffer.byteSize() - SLACK - to);
        input.read(buffer.asSlice(to, length), progress);
        to += length;
        unread -= length;
        long end = lastLineEnd();
        findEndLength(end);
        if (unread == 0 && end < to) {
            addEnd();
            end = to;
        }
        from = end <= maxLines ? end : endOfLines(end, maxLines);
        if (from == 0 && to > 0) {
            throw new FileSortException(file,
                    "byte " + returned + ": the line that starts here needs more memory; use a larger"
                            + " --memory");
        }
        returned += from;
        return buffer.asSlice(0, from + TextLines.SLACK);
    }

    private long lastLineEnd() {
        long end = to;
        while (end > 0 && buffer.get(ValueLayout.JAVA_BYTE, end - 1) != '\n') {
            end--;
        }
        return end;
    }

    private void findEndLength(long end) throws WrongGuessException {
        if (endLength == 1 || end == 0) {
            return;
        }
        int found = TextLines.endLength(buffer.asSlice(0, end));
        if (found < endLength) {
            throw new WrongGuessException(file, "not all lines end with CR LF as the first ones do, and this"
                    + " input cannot be read again; add --bytes to compare every CR");
        }
        endLength = found;
    }

    private void addEnd() {
        if (endLength == 2) {
            buffer.set(ValueLayout.JAVA_BYTE, to++, (byte) '\r');
        }
        buffer.set(ValueLayout.JAVA_BYTE, to++, (byte) '\n');
        endLength = endLength();
    }

    /** Returns the end of the last of a number of lines. */
    private long endOfLines(long end, long lines) {
        long at = 0;
        for (long line = 0; line < lines && at < end; line++) {
            at = ByteSearch.next(buffer, at, end, ByteSearch.LINE_FEEDS) + 1;
        }
        return at;
    }
}
