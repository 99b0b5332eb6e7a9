package io.github.tornadosort.cli.io;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Strings;
import io.github.tornadosort.internal.host.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
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
    /** Lines that are brought into the cache at a time. */
    private static final int TILE = 64;
    /** Length of the longest line that is copied word by word. */
    private static final int MAX_BY_WORDS = 128;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 1 << 20;
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;

    private final MemorySegment buffer;
    private final Column offsets;
    private final boolean wide;
    private final int endLength;
    private final boolean lastEnds;

    private TextLines(MemorySegment buffer, Column offsets, int endLength, boolean lastEnds) {
        this.buffer = buffer;
        this.offsets = offsets;
        this.wide = offsets.type() == KeyType.INT64;
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
        KeyType type = buffer.byteSize() <= Integer.MAX_VALUE ? KeyType.INT32 : KeyType.INT64;
        int endLength = bareFound.get() || before[blocks] == 0 ? 1 : MAX_END;
        TextLines found = new TextLines(buffer, Column.allocate(type, (int) lines + 1), endLength, lastEnds);
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
            buffer.set(ValueLayout.JAVA_BYTE, end - i, (byte) 0);
        }
        if (wide) {
            offsets.segment().set(ValueLayout.JAVA_LONG, Long.BYTES * (line + 1), end);
        } else {
            offsets.segment().set(ValueLayout.JAVA_INT, Integer.BYTES * (line + 1), (int) end);
        }
    }

    private static long start(int block) {
        return (long) block * BLOCK;
    }

    private static long end(MemorySegment text, int block) {
        return Math.min(text.byteSize(), start(block) + BLOCK);
    }

    /** Returns the offset of the next line feed, or the end. */
    private static long next(MemorySegment text, long from, long end) {
        long at = from;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            long different = text.get(WORD, at) ^ LINE_FEEDS;
            // The highest bit of each byte that does not differ (Warren, Hacker's Delight, §6-1).
            long found = ~((different & LOW_BITS) + LOW_BITS | different | LOW_BITS);
            if (found != 0) {
                return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (at < end && text.get(ValueLayout.JAVA_BYTE, at) != '\n') {
            at++;
        }
        return at;
    }

    /** Returns the lines with their ends. */
    public Strings strings() {
        return Strings.of(offsets, buffer);
    }

    /** Returns whether two lines are equal. */
    public boolean areEqual(int line, int other) {
        return MemorySegment.mismatch(buffer, offset(line), offset(line + 1L), buffer, offset(other), offset(other + 1L))
                < 0;
    }

    /** Compares two lines as the sort does: by unsigned bytes. A line comes after its own beginning, because line ends are zeros. */
    public int compare(int line, int other) {
        long from = offset(line);
        long otherFrom = offset(other);
        long length = offset(line + 1L) - from;
        long otherLength = offset(other + 1L) - otherFrom;
        long at = MemorySegment.mismatch(buffer, from, from + length, buffer, otherFrom, otherFrom + otherLength);
        if (at < 0) {
            return 0;
        }
        return at == Math.min(length, otherLength)
                ? Long.compare(length, otherLength)
                : Byte.compareUnsigned(
                        buffer.get(ValueLayout.JAVA_BYTE, from + at), buffer.get(ValueLayout.JAVA_BYTE, otherFrom + at));
    }

    private long offset(long line) {
        return wide
                ? offsets.segment().get(ValueLayout.JAVA_LONG, Long.BYTES * line)
                : offsets.segment().get(ValueLayout.JAVA_INT, Integer.BYTES * line);
    }

    /** Returns the total length of lines. */
    public long length(int[] order, int from, int to) {
        long length = 0;
        for (int i = from; i < to; i++) {
            length += offset(order[i] + 1L) - offset(order[i]);
        }
        return length;
    }

    /** Returns the number of bytes of a file of lines with this total length: its last line ends as the last line of the text does. */
    public long fileLength(long length) {
        return length == 0 || lastEnds ? length : length - endLength;
    }

    /** Copies lines, and restores their ends. */
    public void copy(int[] order, int from, int to, MemorySegment target) {
        long[] starts = new long[TILE];
        long[] ends = new long[TILE];
        long[] words = new long[TILE];
        long at = 0;
        for (int tile = from; tile < to; tile += TILE) {
            int n = Math.min(TILE, to - tile);
            for (int i = 0; i < n; i++) {
                starts[i] = offset(order[tile + i]);
                ends[i] = offset(order[tile + i] + 1L);
            }
            // Brings the lines into the cache: these loads do not wait for each other.
            for (int i = 0; i < n; i++) {
                words[i] = buffer.get(WORD, starts[i]);
            }
            for (int i = 0; i < n; i++) {
                long length = ends[i] - starts[i];
                copy(starts[i], length, words[i], target, at);
                at += length;
                target.set(ValueLayout.JAVA_BYTE, at - 1, (byte) '\n');
                if (endLength == MAX_END) {
                    target.set(ValueLayout.JAVA_BYTE, at - MAX_END, (byte) '\r');
                }
            }
        }
    }

    /**
     * Copies a line. A call to copy a few bytes takes longer than to copy words, the last of which may reach into the next line of
     * the target, which is copied later.
     *
     * @param word the first eight bytes from {@code start} on
     */
    private void copy(long start, long length, long word, MemorySegment target, long at) {
        if (length > MAX_BY_WORDS || at + length + Long.BYTES > target.byteSize()) {
            MemorySegment.copy(buffer, start, target, at, length);
            return;
        }
        target.set(WORD, at, word);
        for (long next = Long.BYTES; next < length; next += Long.BYTES) {
            target.set(WORD, at + next, buffer.get(WORD, start + next));
        }
    }
}
