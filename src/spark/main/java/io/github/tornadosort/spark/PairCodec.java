package io.github.tornadosort.spark;

import java.util.Arrays;
import scala.Tuple2;

/**
 * Pairs of a number and a number or a byte array. A row has the key in the order of the result, the bits of a key that is a double or
 * a float, since NaNs with different bits are equal keys, and the value. Rows of byte arrays begin with their length.
 *
 * @param types the types of keys and values
 * @param ascending the order
 */
record PairCodec<K, V>(PairTypes types, boolean ascending) implements RowCodec<Tuple2<K, V>> {
    @Override
    public RowFormat format() {
        int width = types.value() == null ? RowFormat.ANY : valueOffset() + Long.BYTES;
        return new RowFormat(width, keyOffset(), Long.BYTES);
    }

    private int keyOffset() {
        return types.value() == null ? Integer.BYTES : 0;
    }

    private int valueOffset() {
        return keyOffset() + (types.key().isExact() ? 1 : 2) * Long.BYTES;
    }

    @Override
    public void write(Tuple2<K, V> pair, RowBuffer row) {
        try {
            long bits = types.key().bits(pair._1());
            long order = types.key().order(bits);
            row.start(keyOffset());
            row.putBigEndian((ascending ? order : ~order) ^ Long.MIN_VALUE);
            if (!types.key().isExact()) {
                row.putLong(bits);
            }
            if (types.value() == null) {
                row.put((byte[]) pair._2());
                row.setLength();
            } else {
                row.putLong(types.value().bits(pair._2()));
            }
        } catch (ClassCastException | NullPointerException _) {
            throw types.mismatch(pair);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Tuple2<K, V> read(byte[] bytes, int length) {
        int value = valueOffset();
        long bits = (long) Block.LONGS.get(bytes, value - Long.BYTES);
        if (types.key().isExact()) {
            long order = Long.reverseBytes(bits) ^ Long.MIN_VALUE;
            bits = ascending ? order : ~order;
        }
        return new Tuple2<>((K) types.key().box(bits), (V) (types.value() == null
                ? Arrays.copyOfRange(bytes, value, length)
                : types.value().box((long) Block.LONGS.get(bytes, value))));
    }
}
