package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** The length of the ends of lines: 2 if all lines end with CR LF, and otherwise 1. The lines read first lead to a guess. */
public final class LineEnds {
    private static final int BLOCK = 1 << 20;

    /** 0 if no line was read. */
    private int length;

    /** @param order the order of the lines, which tells whether a CR can be a part of an end */
    public LineEnds(LineOrder order) {
        this.length = order.mayEndWithReturn() ? 0 : 1;
    }

    /** Returns the length of the ends of the lines that were read. */
    public int length() {
        return Math.max(1, length);
    }

    /**
     * Looks at some lines.
     *
     * @param file the name of the text in messages
     * @param text whole lines
     * @throws WrongGuessException if lines before them end with CR LF, and not all of these do
     */
    void read(Path file, MemorySegment text) throws WrongGuessException {
        if (length == 1 || text.byteSize() == 0) {
            return;
        }
        int found = hasBareFeed(text) ? 1 : 2;
        if (found < length) {
            throw new WrongGuessException(file, "not all lines end with CR LF as the first ones do, and this"
                    + " input cannot be read again; add --bytes to compare every CR");
        }
        length = found;
    }

    private static boolean hasBareFeed(MemorySegment text) {
        if (isBare(text, next(text, 0, text.byteSize()))) {
            return true;
        }
        AtomicBoolean bareFound = new AtomicBoolean();
        ParallelRanges.each(Math.toIntExact(Math.ceilDiv(text.byteSize(), BLOCK)), block -> {
            long from = (long) block * BLOCK;
            long end = Math.min(text.byteSize(), from + BLOCK);
            for (long at = next(text, from, end); at < end && !bareFound.get(); at = next(text, at + 1, end)) {
                if (isBare(text, at)) {
                    bareFound.set(true);
                }
            }
        }, text);
        return bareFound.get();
    }

    /** Returns whether there is no CR before a line feed. */
    private static boolean isBare(MemorySegment text, long feed) {
        return feed == 0 || text.get(ValueLayout.JAVA_BYTE, feed - 1) != '\r';
    }

    private static long next(MemorySegment text, long from, long end) {
        return ByteSearch.next(text, from, end, ByteSearch.LINE_FEEDS);
    }
}
