package io.github.tornadosort.spark;

import java.util.Arrays;

/**
 * Records of equal width.
 *
 * @param format the width and the key
 */
record RecordCodec(RowFormat format) implements RowCodec<byte[]> {
    @Override
    public byte[] key(byte[] bytes) {
        requireWidth(bytes);
        return Arrays.copyOfRange(bytes, format.keyOffset(), format.keyOffset() + format.keyBytes());
    }

    private void requireWidth(byte[] bytes) {
        if (bytes.length != format.width()) {
            throw new IllegalArgumentException("a record of " + bytes.length + " bytes; the width is " + format.width());
        }
    }

    @Override
    public void write(byte[] bytes, RowBuffer row) {
        requireWidth(bytes);
        row.start(0);
        row.put(bytes);
    }

    @Override
    public byte[] read(byte[] bytes, int length) {
        return Arrays.copyOf(bytes, length);
    }
}
