package io.github.tornadosort.spark;

import java.util.Iterator;
import scala.Tuple2;

/** Packs pairs of numbers. A block has the keys of its rows, then their values. */
final class NumberPacker<K, V> extends BlockPacker<Tuple2<K, V>> {
    private final PairTypes types;
    private final NumberKeys keys;
    private final long[] thresholds;
    private final int keyBytes;
    private final int valueBytes;
    private final int capacity;

    NumberPacker(Iterator<Tuple2<K, V>> input, int partition, Splitters splitters, PairTypes types,
            NumberKeys keys) {
        super(input, partition, splitters.outputs());
        this.types = types;
        this.keys = keys;
        this.thresholds = splitters.thresholds(partition);
        this.keyBytes = types.key().bytes();
        this.valueBytes = types.value().bytes();
        this.capacity = (blockBytes() - Block.HEADER) / (keyBytes + valueBytes);
    }

    @Override
    void add(Tuple2<K, V> pair) {
        long key;
        long value;
        try {
            key = types.key().bits(pair._1());
            value = types.value().bits(pair._2());
        } catch (ClassCastException | NullPointerException _) {
            throw types.mismatch(pair);
        }
        int output = Splitters.target(keys.key(key), thresholds);
        if (block(output) == null) {
            open(output, Block.HEADER + capacity * (keyBytes + valueBytes));
        }
        byte[] block = block(output);
        int row = rows(output);
        Block.put(block, Block.HEADER + row * keyBytes, keyBytes, key);
        Block.put(block, Block.HEADER + capacity * keyBytes + row * valueBytes, valueBytes, value);
        if (countRow(output) == capacity) {
            send(output);
        }
    }

    @Override
    int close(byte[] block, int rowsInBlock, int output) {
        int values = Block.HEADER + rowsInBlock * keyBytes;
        System.arraycopy(block, Block.HEADER + capacity * keyBytes, block, values, rowsInBlock * valueBytes);
        return values + rowsInBlock * valueBytes;
    }
}
