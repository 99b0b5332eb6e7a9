package io.github.tornadosort.spark;

import java.util.Arrays;

/** A row that is being written. */
final class RowBuffer {
    /** The largest row: a block has room for one. */
    static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private byte[] bytes = new byte[256];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Starts a row whose first bytes are set later. */
    void start(int bytesBefore) {
        length = bytesBefore;
    }

    /** Writes the number of bytes of the row to its first four bytes. */
    void setLength() {
        Block.INTS.set(bytes, 0, length);
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

    void put(byte[] from) {
        reserve(from.length);
        System.arraycopy(from, 0, bytes, length, from.length);
        length += from.length;
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
