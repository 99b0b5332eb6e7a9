package io.github.tornadosort.spark;

import java.util.Arrays;

/**
 * Records of equal width.
 *
 * @param format the width and the key
 */
record RecordCodec(RowFormat.Fixed format) implements RowCodec<byte[]> {
    @Override
    public void write(byte[] bytes, RowBuffer row) {
        if (bytes.length != format.width()) {
            throw new IllegalArgumentException("a record of " + bytes.length + " bytes; the width is " + format.width());
        }
        row.start();
        row.put(bytes, 0, bytes.length);
    }

    @Override
    public byte[] read(byte[] bytes, int row) {
        return Arrays.copyOfRange(bytes, row, row + format.width());
    }
}
