package io.github.tornadosort.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random sample of the keys of one input partition.
 *
 * @param partition index of the input partition
 * @param rows rows of the partition, exactly or nearly, of which each is in the sample with the same probability
 * @param keys the sampled keys, whose bytes are ordered as unsigned numbers
 */
record KeySample(int partition, long rows, List<byte[]> keys) implements Serializable {

    /** Samples the rows of a partition. */
    static <T> KeySample of(int partition, Iterator<T> elements, RowCodec<T> codec, int size) {
        Reservoir reservoir = new Reservoir(partition, size);
        RowBuffer row = new RowBuffer();
        while (elements.hasNext()) {
            T element = elements.next();
            if (reservoir.needsNext()) {
                reservoir.add(codec.key(element, row));
            }
        }
        return reservoir.sample();
    }

    /** Chooses rows for a sample, with a reservoir that skips most rows (Li 1994, algorithm L). */
    static final class Reservoir {
        private final int partition;
        private final int capacity;
        private final SplittableRandom random;
        private final List<byte[]> keys = new ArrayList<>();
        private long rows;
        private long nextRow;
        private double weight = 1;

        /** @param capacity the largest number of keys to keep */
        Reservoir(int partition, int capacity) {
            this.partition = partition;
            this.capacity = capacity;
            this.random = new SplittableRandom(partition);
        }

        /** Counts a row. Returns whether its key is needed. */
        boolean needsNext() {
            return rows++ >= nextRow;
        }

        /** Adds the key of the row for which {@link #needsNext} returned true. */
        void add(byte[] key) {
            if (keys.size() < capacity) {
                keys.add(key);
            } else {
                keys.set(random.nextInt(capacity), key);
            }
            if (keys.size() == capacity) {
                weight *= Math.exp(Math.log(random.nextDouble()) / capacity);
                nextRow = rows + (long) (Math.log(random.nextDouble()) / Math.log1p(-weight));
            }
        }

        KeySample sample() {
            return new KeySample(partition, rows, keys);
        }
    }
}
