package io.github.tornadosort.spark;

import java.util.Arrays;

/** A row that is being written. */
final class RowBuffer {
    /** The largest row: a block has room for one. */
    private static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private byte[] bytes = new byte[256];
    private int length;
    private int keyEnd;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Starts a row whose bytes are the key and others. */
    void start() {
        length = 0;
    }

    /** Starts a row of {@link RowFormat.Framed}. The key follows. */
    void startFramed() {
        length = RowFormat.Framed.HEADER;
    }

    /** Ends the key of a row of {@link RowFormat.Framed}. Any bytes may follow. */
    void endKey() {
        keyEnd = length;
    }

    /** Ends a row of {@link RowFormat.Framed}. */
    void endFramed() {
        Block.INTS.set(bytes, 0, length);
        Block.INTS.set(bytes, 4, keyEnd - RowFormat.Framed.HEADER);
    }

    void putLong(long bits) {
        reserve(Long.BYTES);
        Block.LONGS.set(bytes, length, bits);
        length += Long.BYTES;
    }

    /** Writes a long whose first byte is the most significant one. */
    void putBigEndian(long bits) {
        putLong(Long.reverseBytes(bits));
    }

    void put(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    private void reserve(int more) {
        if (more > MAX_BYTES - length) {
            throw new IllegalArgumentException("a row of more than " + MAX_BYTES + " bytes");
        }
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(2L * bytes.length, (long) length + more)));
        }
    }
}
