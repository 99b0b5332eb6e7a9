package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import java.lang.foreign.MemorySegment;

/**
 * The keys of rows as sequences of words, which are compared as unsigned numbers. A depth says where a word starts; 0 is the first one's.
 * What the order is, directions, types and bits, is in the words.
 */
public abstract class WordSource {
    /** The depth after a word that ends its rows. */
    public static final long EQUAL = -1;

    /** Returns the number of rows. */
    public abstract int size();

    /** Returns the native or foreign memory that the keys are in. */
    public MemorySegment[] accessed() {
        return new MemorySegment[0];
    }

    /** Returns whether a key is null. */
    public boolean isNull(int row) {
        return false;
    }

    /** Returns the length of a key, for sources whose keys are far apart: to read it brings the key into the cache. */
    public long length(int row) {
        return 0;
    }

    /**
     * Returns a word of a key, which is 0 if the key has ended.
     *
     * @param depth where the word starts: a depth that {@link #next} or {@link #inside} returned, or 0
     */
    public abstract long word(int row, long depth);

    /** Writes the words of some rows at a depth: word i is that of row {@code order[i]}. */
    public void words(int[] order, int from, int to, long depth, long[] words) {
        for (int end, at = from; at < to; at = end) {
            end = at + Math.min(HostPolicy.STEPS, to - at);
            // Brings the keys into the cache: these loads do not wait for each other.
            for (int i = at; i < end; i++) {
                words[i] = length(order[i]);
            }
            for (int i = at; i < end; i++) {
                words[i] = word(order[i], depth);
            }
        }
    }

    /** Returns the depth after a word that some rows have there, or {@link #EQUAL} if they are equal then. */
    public abstract long next(long word, long depth);

    /**
     * Returns a depth from which rows have to be compared that are equal in the first bytes of their words.
     *
     * @param word the word of one of them
     * @param depth the depth of the word
     */
    public long inside(long word, long depth, int bytes) {
        return depth;
    }

    /** Compares two keys that are equal up to a depth. */
    public final int compare(int a, int b, long depth) {
        long at = depth;
        while (at != EQUAL) {
            long word = word(a, at);
            long other = word(b, at);
            if (word != other) {
                return Long.compareUnsigned(word, other);
            }
            at = next(word, at);
        }
        return 0;
    }

    /** Returns the depth up to which two keys are equal, at most a limit, if they are equal up to a given depth. */
    public final long commonPrefix(int a, int b, long depth, long limit) {
        long at = depth;
        while (at < limit) {
            long word = word(a, at);
            long different = word ^ word(b, at);
            long next = different == 0 ? next(word, at) : EQUAL;
            if (next == EQUAL) {
                return Math.min(limit, inside(word, at, Long.numberOfLeadingZeros(different) / Byte.SIZE));
            }
            at = next;
        }
        return limit;
    }

    /**
     * Writes the indices of rows, nulls first or last.
     *
     * @param first index of the first row
     * @param end index after the last one
     * @param at where to write the first index
     * @return the number of nulls
     */
    public final int placeNulls(int first, int end, boolean nullsFirst, int[] order, int at) {
        int nulls = 0;
        for (int row = first; row < end; row++) {
            nulls += isNull(row) ? 1 : 0;
        }
        int next = nullsFirst ? at + nulls : at;
        int nextNull = nullsFirst ? at : at + end - first - nulls;
        for (int row = first; row < end; row++) {
            if (nulls > 0 && isNull(row)) {
                order[nextNull++] = row;
            } else {
                order[next++] = row;
            }
        }
        return nulls;
    }

}
