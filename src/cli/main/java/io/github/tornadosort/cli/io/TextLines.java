package io.github.tornadosort.cli.io;

import io.github.tornadosort.Column;
import io.github.tornadosort.Strings;
import io.github.tornadosort.internal.host.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lines of a text file in memory. Lines end with LF. If all of them end with CR LF, the CR is a part of the line end too. Line
 * ends are overwritten with zeros, the smallest byte, so that lines with their ends have the same order as lines without them.
 */
public final class TextLines {
    /** Bytes after the text in a buffer: room for a line end, and for a word that starts with the last byte. */
    public static final int SLACK = 16;
    /** Length of the longest line end. */
    private static final int MAX_END = 2;

    private static final int BLOCK = 1 << 20;

    private final RowBytes lines;
    private final int endLength;
    private final boolean lastEnds;

    private TextLines(RowBytes lines, int endLength, boolean lastEnds) {
        this.lines = lines;
        this.endLength = endLength;
        this.lastEnds = lastEnds;
    }

    /**
     * Finds the lines of a text, and overwrites their ends.
     *
     * @param buffer the text, followed by {@link #SLACK} bytes, which are overwritten
     * @param everyByte whether a CR is always a part of its line
     * @throws IllegalArgumentException if there are more lines than one sort takes; the message is one line
     */
    public static TextLines of(MemorySegment buffer, boolean everyByte) {
        long size = buffer.byteSize() - SLACK;
        MemorySegment text = buffer.asSlice(0, size);
        int blocks = Math.toIntExact(Math.ceilDiv(size, BLOCK));
        long[] before = new long[blocks + 1];
        AtomicBoolean bareFound = new AtomicBoolean(everyByte);
        ParallelRanges.each(blocks, block -> before[block + 1] = count(text, block, bareFound), buffer);
        for (int block = 0; block < blocks; block++) {
            before[block + 1] += before[block];
        }
        boolean lastEnds = size == 0 || text.get(ValueLayout.JAVA_BYTE, size - 1) == '\n';
        long lines = before[blocks] + (lastEnds ? 0 : 1);
        if (lines >= Integer.MAX_VALUE - MAX_END) {
            throw new IllegalArgumentException(lines + " lines are more than one sort takes");
        }
        int endLength = bareFound.get() || before[blocks] == 0 ? 1 : MAX_END;
        Column offsets = Column.allocate(RowBytes.offsetType(buffer.byteSize()), (int) lines + 1);
        TextLines found = new TextLines(new RowBytes(buffer, offsets), endLength, lastEnds);
        ParallelRanges.each(blocks, block -> found.split(text, block, before[block]), buffer);
        if (!lastEnds) {
            found.endLine(lines - 1, size + endLength);
        }
        return found;
    }

    private static long count(MemorySegment text, int block, AtomicBoolean bareFound) {
        long end = end(text, block);
        long count = 0;
        boolean bare = false;
        for (long at = next(text, start(block), end); at < end; at = next(text, at + 1, end)) {
            bare |= at == 0 || text.get(ValueLayout.JAVA_BYTE, at - 1) != '\r';
            count++;
        }
        if (bare) {
            bareFound.set(true);
        }
        return count;
    }

    /** @param line index of the first line that ends in the block */
    private void split(MemorySegment text, int block, long line) {
        long end = end(text, block);
        long next = line;
        for (long at = next(text, start(block), end); at < end; at = next(text, at + 1, end)) {
            endLine(next++, at + 1);
        }
    }

    /** Overwrites the end of a line. */
    private void endLine(long line, long end) {
        for (int i = 1; i <= endLength; i++) {
            lines.buffer().set(ValueLayout.JAVA_BYTE, end - i, (byte) 0);
        }
        lines.setOffset(line + 1, end);
    }

    private static long start(int block) {
        return (long) block * BLOCK;
    }

    private static long end(MemorySegment text, int block) {
        return Math.min(text.byteSize(), start(block) + BLOCK);
    }

    private static long next(MemorySegment text, long from, long end) {
        return ByteSearch.next(text, from, end, ByteSearch.LINE_FEEDS);
    }

    /** Returns the lines with their ends. */
    public Strings strings() {
        return Strings.of(lines.offsets(), lines.buffer());
    }

    /** Compares two lines as the sort does: by unsigned bytes. A line comes after its own beginning, because line ends are zeros. */
    public int compare(int line, int other) {
        return lines.compare(line, other);
    }

    /** Moves the first of equal lines to the front of a sorted order, and returns their number. */
    public int keepFirst(int[] order) {
        return lines.keepFirst(order);
    }

    /** Returns the total length of lines. */
    public long length(int[] order, int from, int to) {
        return lines.length(order, from, to);
    }

    /** Returns the number of bytes of a file of lines with this total length: its last line ends as the last line of the text does. */
    public long fileLength(long length) {
        return length == 0 || lastEnds ? length : length - endLength;
    }

    /** Copies lines, and restores their ends. */
    public void copy(int[] order, int from, int to, MemorySegment target) {
        lines.copy(order, from, to, target, endLength);
    }
}
