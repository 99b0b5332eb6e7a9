package io.github.tornadosort.spark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import scala.Tuple2;

/** Sorts blocks of {@link NumberPacker} as two columns. */
final class NumberRunSort<K, V> implements RunSort<Tuple2<K, V>> {
    private final PairTypes types;
    private final NumberKeys keys;
    private final TaskSorter sorter;
    private final int keyBytes;
    private final int valueBytes;

    NumberRunSort(PairTypes types, NumberKeys keys, TaskSorter sorter) {
        this.types = types;
        this.keys = keys;
        this.sorter = sorter;
        this.keyBytes = types.key().bytes();
        this.valueBytes = types.value().bytes();
    }

    @Override
    public long sortBytes(long rows) {
        return rows * (keyBytes + valueBytes) + sorter.scratchBytes(rows, types.key().keyType(), types.value().keyType());
    }

    @Override
    public long cursorBytes(long rows, long blockBytes) {
        return rows * (keyBytes + valueBytes);
    }

    @Override
    public Cursor<Tuple2<K, V>> sort(List<byte[]> blocks, int rows) {
        Object keyArray = types.key().array(rows);
        Object valueArray = types.value().array(rows);
        MemorySegment keySegment = types.key().column(keyArray).segment();
        MemorySegment valueSegment = types.value().column(valueArray).segment();
        long row = 0;
        for (byte[] block : blocks) {
            MemorySegment from = MemorySegment.ofArray(block);
            int n = Block.rows(block);
            MemorySegment.copy(from, Block.HEADER, keySegment, row * keyBytes, (long) n * keyBytes);
            MemorySegment.copy(from, Block.HEADER + (long) n * keyBytes, valueSegment, row * valueBytes,
                    (long) n * valueBytes);
            row += n;
        }
        blocks.clear();
        sorter.sort(types.key().column(keyArray), types.value().column(valueArray), keys.ascending());
        return new Numbers() {
            private int index = -1;

            @Override
            public boolean advance() {
                if (++index >= rows) {
                    return false;
                }
                key = types.key().bits(keyArray, index);
                value = types.value().bits(valueArray, index);
                return true;
            }
        };
    }

    @Override
    public Cursor<Tuple2<K, V>> read(DataInputStream in, long rows) {
        return new Numbers() {
            private long left = rows;

            @Override
            public boolean advance() throws IOException {
                if (left-- == 0) {
                    return false;
                }
                key = in.readLong();
                value = in.readLong();
                return true;
            }
        };
    }

    private abstract class Numbers implements Cursor<Tuple2<K, V>> {
        long key;
        long value;

        @Override
        @SuppressWarnings("unchecked")
        public Tuple2<K, V> row() {
            return new Tuple2<>((K) types.key().box(key), (V) types.value().box(value));
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeLong(key);
            out.writeLong(value);
        }

        @Override
        public int compareTo(Cursor<Tuple2<K, V>> other) {
            return Long.compare(keys.key(key), keys.key(((Numbers) other).key));
        }
    }
}
