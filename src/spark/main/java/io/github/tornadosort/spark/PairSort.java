package io.github.tornadosort.spark;

import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.array.LongArray;

/**
 * Sorts pairs of a word and an address by unsigned words, and those with the same word by their next words, on one thread. Upper digits
 * that leave few pairs tied are sorted first, the least significant of them first; the ties are then repaired, so that the lower digits
 * of random words are never moved.
 *
 * <p>Memory: 16 bytes per pair in addition to the pairs.
 */
final class PairSort {
    /** Bytes of a pair. */
    static final int PAIR = 2 * Long.BYTES;

    /** Pairs. Up to this number are sorted by insertion, which takes less time than to count digits. */
    private static final int FEW = 24;
    /** Bits of a digit, at most: its counters stay in the first-level cache. */
    private static final int MAX_DIGIT = 12;
    /** Bits that are sorted beyond the logarithm of the number of pairs: one pair in 8 stays tied if words are random. */
    private static final int MORE_BITS = 3;
    /** Words of rows. Rows tied in these are compared: rows with a longer common beginning would be read too often. */
    private static final int MAX_DEPTH = 16;

    /** What pairs are sorted by. */
    interface Rows {
        /** Returns the word of a row at a position of its words. */
        long word(long address, long position);

        /** Compares two rows. */
        int compare(long a, long b);
    }

    private final KeyWords words;
    private final Rows rows;
    private final int[] count = new int[1 << MAX_DIGIT];
    /** The digits of a sort, from its lowest one on. */
    private final int[] shifts = new int[Long.SIZE];
    private Object base;
    private long pairs;
    private long spare;

    PairSort(KeyWords words, Rows rows) {
        this.words = words;
        this.rows = rows;
    }

    /**
     * Sorts the first n pairs of an array, whose words are the first ones of their rows.
     *
     * @param array twice as many pairs, which is the memory of the sort too
     */
    void sort(LongArray array, int n) {
        base = array.getBaseObject();
        pairs = array.getBaseOffset();
        spare = pairs + (long) n * PAIR;
        sort(0, n, KeyWords.FIRST, 0);
    }

    /** Sorts pairs whose words are those at a position. The depth counts the words before it. */
    private void sort(int from, int to, long position, int depth) {
        if (depth == MAX_DEPTH) {
            compareRows(from, to);
        } else {
            sortWords(from, to);
            if (!words.isLast(position)) {
                sortTies(from, to, position, depth);
            }
        }
    }

    /** Replaces words by those at a position. */
    private void loadWords(int from, int to, long position) {
        for (int i = from; i < to; i++) {
            set(i, rows.word(address(i), position), address(i));
        }
    }

    /** Sorts pairs with the same word by their next ones. */
    private void sortTies(int from, int to, long position, int depth) {
        for (int i = from; i < to;) {
            long word = word(i);
            int end = i + 1;
            while (end < to && word(end) == word) {
                end++;
            }
            if (end - i > 1) {
                long next = words.next(position, word);
                if (next != KeyWords.END) {
                    loadWords(i, end, next);
                    sort(i, end, next, depth + 1);
                }
            }
            i = end;
        }
    }

    /** Sorts pairs by their words. */
    private void sortWords(int from, int to) {
        if (to - from <= FEW) {
            insert(from, to);
            return;
        }
        Object array = base;
        long end = pairs + (long) to * PAIR;
        long first = word(from);
        long least = first;
        long most = first;
        long varying = 0;
        boolean ascending = true;
        for (long at = pairs + (long) from * PAIR; at < end; at += PAIR) {
            long word = Platform.getLong(array, at);
            varying |= word ^ first;
            ascending &= Long.compareUnsigned(most, word) <= 0;
            most = Long.compareUnsigned(most, word) < 0 ? word : most;
            least = Long.compareUnsigned(word, least) < 0 ? word : least;
        }
        if (!ascending) {
            long range = -1L >>> Long.numberOfLeadingZeros(most - least) & -Long.lowestOneBit(varying);
            boolean subtract = Long.bitCount(range) < Long.bitCount(varying); // for example if words are of both signs
            sortWords(from, to, subtract ? least : 0, subtract ? range : varying);
        }
    }

    /**
     * Sorts pairs by their words.
     *
     * @param least is subtracted from all words, none of which is less
     * @param varying the bits that are not the same in all words then
     */
    private void sortWords(int from, int to, long least, long varying) {
        int n = to - from;
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        int wanted = Math.min(Long.bitCount(varying), log + MORE_BITS);
        int digits = Math.ceilDiv(wanted, Math.min(MAX_DIGIT, log));
        int width = Math.ceilDiv(wanted, digits);
        long rest = varying;
        int lowest = digits;
        while (lowest > 0 && rest != 0) {
            int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(rest) - width);
            shifts[--lowest] = shift;
            rest &= (1L << shift) - 1;
        }
        long source = pairs + (long) from * PAIR;
        long target = spare + (long) from * PAIR;
        for (int digit = lowest; digit < digits; digit++) {
            moveByDigit(base, source, n, target, least, shifts[digit], width, count);
            long swapped = source;
            source = target;
            target = swapped;
        }
        if (source != pairs + (long) from * PAIR) {
            Platform.copyMemory(base, source, base, target, (long) n * PAIR);
        }
        if (rest != 0) {
            repair(from, to, least, shifts[lowest]);
        }
    }

    /** Sorts pairs that are tied in the bits from {@code shift} on, and are in order by these. */
    private void repair(int from, int to, long least, int shift) {
        for (int i = from; i < to;) {
            long upper = word(i) - least >>> shift;
            int end = i + 1;
            while (end < to && word(end) - least >>> shift == upper) {
                end++;
            }
            if (end - i > 1) {
                sortWords(i, end);
            }
            i = end;
        }
    }

    /** Moves pairs from one place to another, stably sorted by a digit. Local variables are not loaded again after each store. */
    private static void moveByDigit(Object base, long first, int n, long target, long least, int shift, int width,
            int[] count) {
        int mask = (1 << width) - 1;
        long end = first + (long) n * PAIR;
        Arrays.fill(count, 0, mask + 1, 0);
        for (long at = first; at < end; at += PAIR) {
            count[(int) (Platform.getLong(base, at) - least >>> shift) & mask]++;
        }
        int sum = 0;
        for (int value = 0; value <= mask; value++) {
            int found = count[value];
            count[value] = sum;
            sum += found;
        }
        for (long at = first; at < end; at += PAIR) {
            long word = Platform.getLong(base, at);
            long address = Platform.getLong(base, at + Long.BYTES);
            int value = (int) (word - least >>> shift) & mask;
            int place = count[value];
            count[value] = place + 1;
            long to = target + (long) place * PAIR;
            Platform.putLong(base, to, word);
            Platform.putLong(base, to + Long.BYTES, address);
        }
    }

    private void insert(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long word = word(i);
            long address = address(i);
            int j = i;
            while (j > from && Long.compareUnsigned(word(j - 1), word) > 0) {
                set(j, word(j - 1), address(j - 1));
                j--;
            }
            set(j, word, address);
        }
    }

    /** Sorts pairs by comparing rows: two halves are sorted, and merged. */
    private void compareRows(int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = from + to >>> 1;
        compareRows(from, middle);
        compareRows(middle, to);
        long left = spare + (long) from * PAIR;
        Platform.copyMemory(base, pairs + (long) from * PAIR, base, left, (long) (middle - from) * PAIR);
        long end = spare + (long) middle * PAIR;
        int right = middle;
        for (int i = from; left < end; i++) {
            if (right < to && rows.compare(address(right), Platform.getLong(base, left + Long.BYTES)) < 0) {
                set(i, word(right), address(right));
                right++;
            } else {
                set(i, Platform.getLong(base, left), Platform.getLong(base, left + Long.BYTES));
                left += PAIR;
            }
        }
    }

    private long word(int index) {
        return Platform.getLong(base, pairs + (long) index * PAIR);
    }

    private long address(int index) {
        return Platform.getLong(base, pairs + (long) index * PAIR + Long.BYTES);
    }

    private void set(int index, long word, long address) {
        long at = pairs + (long) index * PAIR;
        Platform.putLong(base, at, word);
        Platform.putLong(base, at + Long.BYTES, address);
    }
}
