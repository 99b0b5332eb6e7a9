package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.JdkSort;

/**
 * Sorts runs of rows that are equal up to a depth. Each row becomes a long: the upper bits are those of its next word in which the rows of
 * the run differ, and the lower bits are its index in the run. After a stable sort of these longs, rows that are still equal form shorter
 * runs. This is a radix sort by the most significant digit, whose digits are words that are cached with the rows (Kärkkäinen and Rantala
 * 2008).
 */
final class TieRuns {
    /** Strings of a run that are compared to find out how far all are equal. */
    private static final int SAMPLED_STRINGS = 8;
    /** Most bits of a long that are used, so that no shift by 64 occurs. */
    private static final int MAX_BITS = 63;

    private final WordSource source;
    private final long flip;
    private final int[] order;
    private final long[] rows;
    private final long[] spare;

    /**
     * @param order the rows, in runs
     * @param rows room for a long per row
     * @param spare the same
     */
    TieRuns(WordSource source, boolean descending, int[] order, long[] rows, long[] spare) {
        this.source = source;
        this.flip = descending ? -1 : 0;
        this.order = order;
        this.rows = rows;
        this.spare = spare;
    }

    /**
     * How the rows of a run are packed.
     *
     * @param mask the bits of a word that are packed
     * @param compressed whether bits of the word that are equal in all rows are left out between those of the mask
     * @param exact whether words do not differ in other bits
     */
    record Packing(int from, int to, long depth, long mask, boolean compressed, int indexBits, boolean exact) {
        /** @param varying a mask of the bits in which words of the run differ; not 0 */
        static Packing of(int from, int to, long depth, long varying) {
            int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(to - from - 1);
            int room = MAX_BITS - indexBits;
            int span = Long.SIZE - Long.numberOfLeadingZeros(varying) - Long.numberOfTrailingZeros(varying);
            if (span <= room) {
                long mask = (1L << span) - 1 << Long.numberOfTrailingZeros(varying);
                return new Packing(from, to, depth, mask, false, indexBits, true);
            }
            long mask = varying;
            for (int bits = Long.bitCount(varying); bits > room; bits--) {
                mask &= mask - 1;
            }
            return new Packing(from, to, depth, mask, true, indexBits, mask == varying);
        }

        /** Returns the packed bits of a word. */
        long digits(long word) {
            return compressed ? Long.compress(word, mask) : (word & mask) >>> Long.numberOfTrailingZeros(mask);
        }

        /** Returns the number of bytes of a word that do not differ if the packed bits do not. */
        int bytes() {
            return (Long.SIZE - Long.numberOfTrailingZeros(mask)) / Byte.SIZE;
        }
    }

    /** Returns a depth up to which some rows of a run, and so most probably all of them, are equal. */
    long likelyDepth(int from, int to, long depth) {
        long common = Long.MAX_VALUE;
        for (int sample = 1; sample < SAMPLED_STRINGS; sample++) {
            int row = order[from + (int) ((long) (to - from) * sample / SAMPLED_STRINGS)];
            common = source.commonPrefix(order[from], row, depth, common);
        }
        return common;
    }

    /**
     * Reads the words of rows at a depth, unless rows are found to differ before that.
     *
     * @param first a row to compare others with
     * @param depth the depth up to which rows are known to be equal
     * @param wordDepth where the words to read start
     * @return the depth up to which the rows are equal, at most {@code wordDepth}; if it is less, the words are undefined
     */
    long read(int first, int from, int to, long depth, long wordDepth) {
        if (depth == wordDepth) {
            source.words(order, from, to, depth, rows);
            for (int i = from; flip != 0 && i < to; i++) {
                rows[i] ^= flip;
            }
            return depth;
        }
        long common = wordDepth;
        for (int end, at = from; at < to; at = end) {
            end = at + Math.min(HostPolicy.STEPS, to - at);
            // Brings the rows into the cache: these loads do not wait for each other.
            for (int i = at; i < end; i++) {
                rows[i] = source.length(order[i]);
            }
            for (int i = at; i < end; i++) {
                common = source.commonPrefix(first, order[i], depth, common);
                rows[i] = source.word(order[i], wordDepth) ^ flip;
            }
        }
        return common;
    }

    /** Returns a mask of the bits in which the words of rows differ from a word. */
    long varying(int from, int to, long word) {
        long varying = 0;
        for (int i = from; i < to; i++) {
            varying |= rows[i] ^ word;
        }
        return varying;
    }

    /** Replaces the words of rows by longs to sort. */
    void pack(Packing packing, int from, int to) {
        for (int i = from; i < to; i++) {
            rows[i] = packing.digits(rows[i]) << packing.indexBits | i - packing.from;
        }
    }

    /** Collects the rows in their new order. */
    void collect(Packing packing, int from, int to) {
        long mask = (1L << packing.indexBits) - 1;
        for (int i = from; i < to; i++) {
            spare[i] = order[packing.from + (int) (rows[i] & mask)];
        }
    }

    /** Stores the collected rows. */
    void store(int from, int to) {
        for (int i = from; i < to; i++) {
            order[i] = (int) spare[i];
        }
    }

    /** Returns the end of the run that begins with a packed row, at most {@code limit}. */
    int runEnd(Packing packing, int at, int limit) {
        long digits = rows[at] >>> packing.indexBits;
        int end = at + 1;
        while (end < limit && rows[end] >>> packing.indexBits == digits) {
            end++;
        }
        return end;
    }

    /** Returns the depth up to which the rows of a run of equal digits are equal, or {@link WordSource#EQUAL}. */
    long depthOfRun(Packing packing, int at) {
        long word = source.word(order[at], packing.depth);
        return packing.exact
                ? source.next(word, packing.depth)
                : source.inside(word, packing.depth, packing.bytes());
    }

    /**
     * Sorts a run on the calling thread.
     *
     * @param count overwritten: {@link DigitSort#counters} ints
     */
    void sort(int first, int end, long firstDepth, int[] count) {
        int from = first;
        int to = end;
        long depth = firstDepth;
        // The longest run that is left is sorted by the next turn, so that recursion ends after a few levels.
        while (to - from > HostPolicy.INSERTION && depth != WordSource.EQUAL) {
            depth = readRun(from, to, depth);
            long varying = varying(from, to, rows[from]);
            if (varying == 0) {
                return;
            }
            Packing packing = Packing.of(from, to, depth, varying);
            pack(packing, from, to);
            if (to - from <= HostPolicy.FOR_JDK) {
                // No two longs are equal, so that this sort need not be stable.
                JdkSort.sort(rows, from, to);
            } else {
                DigitSort.sort(rows, spare, from, to, packing.indexBits, count);
            }
            collect(packing, from, to);
            store(from, to);
            int longest = longestRun(packing);
            for (int at = packing.from; at < packing.to;) {
                int next = runEnd(packing, at, packing.to);
                if (at == longest) {
                    from = at;
                    to = next;
                } else if (next - at > 1) {
                    sort(at, next, depthOfRun(packing, at), count);
                }
                at = next;
            }
            depth = to - from > 1 ? depthOfRun(packing, from) : WordSource.EQUAL;
        }
        if (depth != WordSource.EQUAL) {
            insertionSort(from, to, depth);
        }
    }

    /** Reads words of a run at the depth up to which its rows are equal, and returns this depth. */
    private long readRun(int from, int to, long depth) {
        long likely = likelyDepth(from, to, depth);
        long common = read(order[from], from, to, depth, likely);
        return common == likely ? common : read(order[from], from, to, common, common);
    }

    private int longestRun(Packing packing) {
        int longest = packing.from;
        int length = 0;
        for (int at = packing.from; at < packing.to;) {
            int next = runEnd(packing, at, packing.to);
            if (next - at > length) {
                longest = at;
                length = next - at;
            }
            at = next;
        }
        return longest;
    }

    private void insertionSort(int from, int to, long firstDepth) {
        // Brings the rows into the cache: these loads do not wait for each other.
        for (int i = from; i < to; i++) {
            rows[i] = source.word(order[i], firstDepth) ^ flip;
        }
        long depth = depthToInsertAt(from, to, firstDepth);
        for (int i = from; i < to; i++) {
            int row = order[i];
            long word = depth == firstDepth ? rows[i] : source.word(row, depth) ^ flip;
            int at = i;
            while (at > from && isAfter(rows[at - 1], order[at - 1], word, row, depth)) {
                rows[at] = rows[at - 1];
                order[at] = order[at - 1];
                at--;
            }
            rows[at] = word;
            order[at] = row;
        }
    }

    /**
     * Returns a depth up to which the rows of a short run are equal. If the words of its first and its last row are equal, so are
     * most probably all, and each comparison would read the next words of both rows again.
     *
     * @param depth the depth of the words that have been read
     */
    private long depthToInsertAt(int from, int to, long depth) {
        if (to - from < 2 || rows[from] != rows[to - 1]) {
            return depth;
        }
        long common = Long.MAX_VALUE;
        for (int i = from + 1; i < to; i++) {
            common = source.commonPrefix(order[from], order[i], depth, common);
        }
        return common;
    }

    /** Returns whether a row whose word is {@code word} comes after another one. */
    private boolean isAfter(long word, int row, long otherWord, int other, long depth) {
        if (word != otherWord) {
            return Long.compareUnsigned(word, otherWord) > 0;
        }
        long after = source.next(word ^ flip, depth);
        if (after == WordSource.EQUAL) {
            return false;
        }
        int comparison = source.compare(row, other, after);
        return flip == 0 ? comparison > 0 : comparison < 0;
    }
}
