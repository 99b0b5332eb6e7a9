package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.Column;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lines of a text in memory. Lines end with LF. If all of them end with CR LF, the CR is a part of the line end too. Line
 * ends are overwritten with zeros, the smallest byte, so that lines with their ends have the same order as lines without them.
 */
public final class TextLines {
    /** Bytes after the lines in a buffer: a word may start with the last byte. */
    public static final int SLACK = RowBytes.SLACK;
    /** Length of the longest line end. */
    private static final int MAX_END = 2;

    private static final int BLOCK = 1 << 20;

    private TextLines() {}

    /**
     * Returns the length of line ends: 2 if all lines end with CR LF, otherwise 1.
     *
     * @param text lines with their ends
     */
    public static int endLength(MemorySegment text) {
        long first = next(text, 0, text.byteSize());
        if (first == text.byteSize() || isBare(text, first)) {
            return 1;
        }
        AtomicBoolean bareFound = new AtomicBoolean();
        ParallelRanges.each(blocks(text), block -> {
            long end = end(text, block);
            for (long at = next(text, start(block), end); at < end && !bareFound.get(); at = next(text, at + 1, end)) {
                if (isBare(text, at)) {
                    bareFound.set(true);
                }
            }
        }, text);
        return bareFound.get() ? 1 : MAX_END;
    }

    /** Returns whether there is no CR before a line feed. */
    private static boolean isBare(MemorySegment text, long feed) {
        return feed == 0 || text.get(ValueLayout.JAVA_BYTE, feed - 1) != '\r';
    }

    /**
     * Finds lines, and overwrites their ends.
     *
     * @param buffer lines with their ends, followed by {@link #SLACK} bytes
     * @param endLength the length of line ends
     */
    public static RowBytes of(MemorySegment buffer, int endLength) {
        long size = buffer.byteSize() - SLACK;
        MemorySegment text = buffer.asSlice(0, size);
        int blocks = blocks(text);
        long[] before = new long[blocks + 1];
        ParallelRanges.each(blocks, block -> before[block + 1] = count(text, block), buffer);
        for (int block = 0; block < blocks; block++) {
            before[block + 1] += before[block];
        }
        long lines = before[blocks];
        Column offsets = Column.allocate(RowBytes.offsetType(buffer.byteSize()), Math.toIntExact(lines + 1));
        RowBytes found = new RowBytes(buffer, offsets);
        ParallelRanges.each(blocks, block -> split(text, block, before[block], found, endLength), buffer);
        return found;
    }

    private static long count(MemorySegment text, int block) {
        return ByteSearch.count(text, start(block), end(text, block), ByteSearch.LINE_FEEDS);
    }

    /** @param line index of the first line that ends in the block */
    private static void split(MemorySegment text, int block, long line, RowBytes lines, int endLength) {
        long end = end(text, block);
        long next = line;
        for (long at = next(text, start(block), end); at < end; at = next(text, at + 1, end)) {
            endLine(lines, next++, at + 1, endLength);
        }
    }

    /** Overwrites the end of a line. */
    private static void endLine(RowBytes lines, long line, long end, int endLength) {
        for (int i = 1; i <= endLength; i++) {
            lines.buffer().set(ValueLayout.JAVA_BYTE, end - i, (byte) 0);
        }
        lines.setOffset(line + 1, end);
    }

    private static int blocks(MemorySegment text) {
        return Math.toIntExact(Math.ceilDiv(text.byteSize(), BLOCK));
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
}
