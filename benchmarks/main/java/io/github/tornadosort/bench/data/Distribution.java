package io.github.tornadosort.bench.data;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.util.stream.LongStream;

/**
 * The distribution of the keys of a data set. A distribution is an exact function of seed and index: the same seed produces
 * the same keys on every machine, for any number of pieces and threads.
 */
@FunctionalInterface
public interface Distribution {
    /** Number of keys that a thread generates at a time. */
    int BLOCK = 1 << 16;

    /**
     * Returns one key.
     *
     * @param type the type of the keys
     * @param seed selects one data set of this distribution
     * @param index the index of the key, from 0
     * @param n the number of keys in the whole data set
     * @return the bits of the key, as defined by {@link KeyBits}
     */
    long key(KeyType type, long seed, long index, long n);

    /** Returns why keys of this type are not supported, or null if they are. */
    default String objection(KeyType type) {
        return null;
    }

    /** Fills a column with a whole data set. */
    default void fill(Column keys, long seed) {
        fill(keys, seed, 0, keys.size());
    }

    /**
     * Fills a column with part of a data set.
     *
     * @param first the index of the column's first key in the data set
     * @param n the number of keys in the whole data set
     * @throws IllegalArgumentException if keys of this type are not supported
     */
    default void fill(Column keys, long seed, long first, long n) {
        String objection = objection(keys.type());
        if (objection != null) {
            throw new IllegalArgumentException(objection);
        }
        // A single block is not worth a parallel stream: benchmarks fill many small columns.
        LongStream blocks = LongStream.range(0, Math.ceilDiv(keys.size(), BLOCK));
        (keys.size() > BLOCK ? blocks.parallel() : blocks).forEach(block -> {
            long end = Math.min(keys.size(), (block + 1) * BLOCK);
            for (long i = block * BLOCK; i < end; i++) {
                KeyBits.set(keys.segment(), keys.type(), i, key(keys.type(), seed, first + i, n));
            }
        });
    }

    /**
     * Returns the distribution of a specification such as {@code banded:8:20}. {@link Distributions} lists all of them.
     *
     * @throws IllegalArgumentException if it does not exist; the message lists all distributions
     */
    static Distribution of(String specification) {
        return Distributions.parse(specification);
    }
}
