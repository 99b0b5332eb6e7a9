package io.github.tornadosort.spark;

import java.io.Serializable;

/**
 * Where the key of a row in a block is. The bytes of a key are ordered as unsigned numbers.
 *
 * @param width bytes of a row, or {@link #ANY} if its first four bytes have their number
 * @param keyOffset bytes before the key
 * @param keyBytes bytes of the key
 */
record RowFormat(int width, int keyOffset, int keyBytes) implements Serializable {
    /** The width of rows that have any. */
    static final int ANY = 0;

    /** Returns bytes of the row that starts at an index. */
    int length(byte[] bytes, int row) {
        return width == ANY ? (int) Block.INTS.get(bytes, row) : width;
    }
}
