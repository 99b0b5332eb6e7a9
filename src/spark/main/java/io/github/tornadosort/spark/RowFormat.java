package io.github.tornadosort.spark;

import java.io.Serializable;

/** Finds the key of a row in a block. The bytes of a key are ordered as unsigned numbers; a key that another begins with comes first. */
sealed interface RowFormat extends Serializable {
    /** Returns bytes of the row that starts at an index. */
    int length(byte[] bytes, int row);

    /** Returns the index of the first byte of its key. */
    int keyFrom(byte[] bytes, int row);

    /** Returns bytes of its key. */
    int keyLength(byte[] bytes, int row);

    /** Rows of equal width with the key at the same offset. */
    record Fixed(int width, int keyOffset, int keyBytes) implements RowFormat {
        @Override
        public int length(byte[] bytes, int row) {
            return width;
        }

        @Override
        public int keyFrom(byte[] bytes, int row) {
            return row + keyOffset;
        }

        @Override
        public int keyLength(byte[] bytes, int row) {
            return keyBytes;
        }
    }

    /** Rows of different lengths: the bytes of the row, the bytes of the key, the key, then anything. */
    record Framed() implements RowFormat {
        /** Bytes before the key. */
        static final int HEADER = 8;

        @Override
        public int length(byte[] bytes, int row) {
            return (int) Block.INTS.get(bytes, row);
        }

        @Override
        public int keyFrom(byte[] bytes, int row) {
            return row + HEADER;
        }

        @Override
        public int keyLength(byte[] bytes, int row) {
            return (int) Block.INTS.get(bytes, row + 4);
        }
    }
}
