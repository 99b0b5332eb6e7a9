package io.github.tornadosort.files.internal.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The mark of UTF-8 that some programs write before a text. It is no part of the first row. */
public final class ByteOrderMark {
    private static final MemorySegment MARK = MemorySegment.ofArray(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf});

    private ByteOrderMark() {}

    /** Returns the length of the mark that a text of this length begins with, or 0. */
    public static int length(MemorySegment text, long length) {
        boolean isMarked = length >= MARK.byteSize() && MARK.mismatch(text.asSlice(0, MARK.byteSize())) < 0;
        return isMarked ? (int) MARK.byteSize() : 0;
    }

    /** Returns whether a text of this length begins with a mark of UTF-16. */
    public static boolean isOfUtf16(MemorySegment text, long length) {
        if (length < 2) {
            return false;
        }
        int first = text.get(ValueLayout.JAVA_BYTE, 0) & 0xff;
        int second = text.get(ValueLayout.JAVA_BYTE, 1) & 0xff;
        return Math.min(first, second) == 0xfe && Math.max(first, second) == 0xff;
    }
}
