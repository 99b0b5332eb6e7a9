package io.github.tornadosort.spark;

import java.io.Serializable;
import java.nio.ByteBuffer;

/**
 * Converts numbers to keys in the order of the result. Smaller keys come first, also if the order is descending.
 *
 * @param type the numbers' type
 * @param ascending the order
 */
record NumberKeys(NumberType type, boolean ascending) implements Serializable {

    /** Returns a number as a key, in the order of longs. */
    long key(long bits) {
        long order = type.order(bits);
        return ascending ? order : ~order;
    }

    /** Returns a key as bytes, whose order is that of unsigned numbers. */
    static byte[] toBytes(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(key ^ Long.MIN_VALUE).array();
    }

    static long fromBytes(byte[] key) {
        return ByteBuffer.wrap(key).getLong() ^ Long.MIN_VALUE;
    }
}
