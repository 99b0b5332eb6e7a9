package io.github.tornadosort.spark;

import java.util.Arrays;
import scala.Tuple2;

/**
 * Pairs of a number and a byte array. The key of a row is the number as {@link NumberKeys} orders it; its bits follow, since NaNs with
 * different bits are equal keys.
 *
 * @param keys the order of the numbers
 */
record BytesValueCodec<K, V>(PairTypes types, NumberKeys keys) implements RowCodec<Tuple2<K, V>> {
    private static final int BITS = RowFormat.Framed.HEADER + Long.BYTES;
    private static final int VALUE = BITS + Long.BYTES;

    @Override
    public RowFormat format() {
        return new RowFormat.Framed();
    }

    @Override
    public void write(Tuple2<K, V> pair, RowBuffer row) {
        long bits;
        byte[] value;
        try {
            bits = types.key().bits(pair._1());
            value = (byte[]) pair._2();
            row.startFramed();
            row.putBigEndian(keys.key(bits) ^ Long.MIN_VALUE);
            row.endKey();
            row.putLong(bits);
            row.put(value, 0, value.length);
            row.endFramed();
        } catch (ClassCastException | NullPointerException _) {
            throw types.mismatch(pair);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Tuple2<K, V> read(byte[] bytes, int row) {
        int end = row + (int) Block.INTS.get(bytes, row);
        long bits = (long) Block.LONGS.get(bytes, row + BITS);
        return new Tuple2<>((K) types.key().box(bits), (V) Arrays.copyOfRange(bytes, row + VALUE, end));
    }
}
