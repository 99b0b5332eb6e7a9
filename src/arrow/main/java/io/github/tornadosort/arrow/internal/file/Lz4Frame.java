package io.github.tornadosort.arrow.internal.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Decodes frames of LZ4 (LZ4 Frame Format Description 1.6.4, LZ4 Block Format Description). Checksums are not verified. */
final class Lz4Frame {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAGIC = 0x184D2204;
    private static final int VERSION = 1;
    /** Bytes before the first block: magic number, flags, size of blocks, checksum of the header. */
    private static final long HEADER = 7;
    /** Flags: checksums after blocks, the content's length, a dictionary. */
    private static final int BLOCK_CHECKSUM = 1 << 4;
    private static final int CONTENT_LENGTH = 1 << 3;
    private static final int DICTIONARY = 1;
    private static final int MIN_MATCH = 4;
    /** The value of four bits that says that more bytes of the length follow. */
    private static final int LONG = 15;

    private final MemorySegment from;
    private final MemorySegment to;
    private long in;
    private long out;

    private Lz4Frame(MemorySegment from, MemorySegment to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Decodes one frame.
     *
     * @param to as long as the decoded data
     * @throws IllegalArgumentException if the frame is damaged, or does not have as much data
     */
    static void decode(MemorySegment from, MemorySegment to) {
        try {
            new Lz4Frame(from, to).decode();
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("damaged LZ4 frame", e);
        }
    }

    private void decode() {
        int flags = from.get(ValueLayout.JAVA_BYTE, Integer.BYTES);
        if (from.get(INT, 0) != MAGIC || (flags & 0xff) >>> 6 != VERSION || (flags & DICTIONARY) != 0) {
            throw new IllegalArgumentException("expected an LZ4 frame without a dictionary");
        }
        in = HEADER + ((flags & CONTENT_LENGTH) != 0 ? Long.BYTES : 0);
        for (int size = nextInt(); size != 0; size = nextInt()) {
            long end = in + (size & Integer.MAX_VALUE);
            if (size < 0) {
                copy(size & Integer.MAX_VALUE);
            } else {
                block(end);
            }
            in = end + ((flags & BLOCK_CHECKSUM) != 0 ? Integer.BYTES : 0);
        }
        if (out != to.byteSize()) {
            throw new IllegalArgumentException("an LZ4 frame of " + out + " bytes, expected " + to.byteSize());
        }
    }

    private int nextInt() {
        int next = from.get(INT, in);
        in += Integer.BYTES;
        return next;
    }

    private int nextByte() {
        return from.get(ValueLayout.JAVA_BYTE, in++) & 0xff;
    }

    /** Copies bytes that are not compressed. */
    private void copy(long length) {
        MemorySegment.copy(from, in, to, out, length);
        in += length;
        out += length;
    }

    /** Decodes sequences: literals, then a match. The last sequence has no match. */
    private void block(long end) {
        while (in < end) {
            int token = nextByte();
            copy(length(token >>> 4));
            if (in >= end) {
                return;
            }
            int distance = from.get(SHORT, in) & 0xffff;
            in += Short.BYTES;
            match(distance, length(token & LONG) + MIN_MATCH);
        }
    }

    private long length(int bits) {
        long length = bits;
        if (bits == LONG) {
            int next;
            do {
                next = nextByte();
                length += next;
            } while (next == 0xff);
        }
        return length;
    }

    /** Repeats decoded bytes; a match may overlap what it writes. */
    private void match(int distance, long length) {
        if (distance == 0 || distance > out) {
            throw new IllegalArgumentException("damaged LZ4 frame");
        }
        if (distance >= length) {
            MemorySegment.copy(to, out - distance, to, out, length);
        } else {
            for (long i = out; i < out + length; i++) {
                to.set(ValueLayout.JAVA_BYTE, i, to.get(ValueLayout.JAVA_BYTE, i - distance));
            }
        }
        out += length;
    }
}
