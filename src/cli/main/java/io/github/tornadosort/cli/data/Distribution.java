package io.github.tornadosort.cli.data;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.util.stream.LongStream;

/**
 * How the keys of a data set are spread. A distribution is a function of seed and index in exact arithmetic: the same
 * seed gives the same keys on every machine, in whatever pieces and on however many threads they are made.
 */
@FunctionalInterface
public interface Distribution {
    /** Keys that one thread makes at a time. */
    int BLOCK = 1 << 16;

    /**
     * One key.
     *
     * @param type the type of the keys
     * @param seed chooses among data sets of this distribution
     * @param index from 0
     * @param n keys in the whole data set
     * @return the key's bits, as {@link KeyBits} has them
     */
    long key(KeyType type, long seed, long index, long n);

    /** Why keys of this type cannot be made, or null if they can. */
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
     * @param first index, within the data set, of the column's first key
     * @param n keys in the whole data set
     * @throws IllegalArgumentException if keys of this type cannot be made
     */
    default void fill(Column keys, long seed, long first, long n) {
        String objection = objection(keys.type());
        if (objection != null) {
            throw new IllegalArgumentException(objection);
        }
        long blocks = Math.ceilDiv(keys.size(), BLOCK);
        LongStream.range(0, blocks).parallel().forEach(block -> {
            long end = Math.min(keys.size(), (block + 1) * BLOCK);
            for (long i = block * BLOCK; i < end; i++) {
                KeyBits.set(keys.segment(), keys.type(), i, key(keys.type(), seed, first + i, n));
            }
        });
    }

    /**
     * The distribution that a specification such as {@code banded:8:20} names; {@link Distributions} lists them.
     *
     * @throws IllegalArgumentException if there is none; the message lists what there is
     */
    static Distribution of(String specification) {
        return Distributions.parse(specification);
    }
}
