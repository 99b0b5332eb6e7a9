package io.github.tornadosort.spark;

import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.array.LongArray;

/**
 * Sorts pairs of a word and an address by unsigned words, and those with the same word by their next words, on one thread.
 *
 * <p>Many pairs are divided by their upper digit until the parts fit in the cache. A part is sorted by as many upper digits as leave
 * few pairs tied, the least significant of them first; the ties are then repaired, so that most lower digits of random words are never
 * sorted. A part whose upper digit is uneven, such as the exponent of doubles, is divided by it.
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
    /** Bits of a digit of pairs in the cache, at most. */
    private static final int CACHED_DIGIT = 11;
    /** Bits of a digit that divides pairs evenly: 256 parts are written at a time. */
    private static final int EVEN_DIGIT = 8;
    /** Logarithm of the number of pairs that are sorted in the cache: 2 MiB, and as much spare memory. */
    private static final int CACHED = 17;
    /** Passes over all bits of pairs that do not fit in the cache take no more time than to divide them first, up to this number. */
    private static final int ALL_PASSES = 3;
    /** Pairs of a part, at most, if a wider digit can divide them. */
    private static final int LARGE_PART = 1 << 15;
    /** Logarithm of how many times as many pairs as the average may have the same digit, if it is even. */
    private static final int UNEVEN = 3;
    /** Bits that are sorted beyond the logarithm of the number of pairs: one pair in 8 stays tied if words are random. */
    private static final int MORE_BITS = 3;
    /** Words of rows. Rows tied in these are compared: rows with a longer common beginning would be read too often. */
    private static final int MAX_DEPTH = 16;

    /** The rows of pairs, by their addresses. */
    interface Rows {
        /** Returns the word of a row at a position of its words. */
        long word(long address, long position);

        /** Compares two rows. */
        int compare(long a, long b);
    }

    private final Rows rows;
    private final KeyWords words;
    /** Pairs with each value of the upper digit. */
    private final int[] count = new int[1 << MAX_DIGIT];
    /** Pairs with each value of a lower digit. */
    private final int[] lowerCount = new int[1 << MAX_DIGIT];
    /** Where the parts end, for each level of parts that are being divided. */
    private final int[][] ends = new int[Long.SIZE][];
    private int all;
    private Object base;
    private long pairs;
    private long spare;

    PairSort(Rows rows, KeyWords words) {
        this.rows = rows;
        this.words = words;
    }

    /**
     * Sorts the first n pairs of an array, whose words are the first ones of their rows.
     *
     * @param array twice as many pairs, which is the memory of the sort too
     * @return the index of the first sorted pair: 0 or n
     */
    int sort(LongArray array, int n) {
        base = array.getBaseObject();
        all = n;
        pairs = array.getBaseOffset();
        spare = pairs + (long) n * PAIR;
        WordRange range = WordRange.of(base, pairs, n);
        DenseBits dense = range.dense();
        if (n <= FEW || range.isAscending() || dense.gaps() < EVEN_DIGIT) {
            sortWords(0, n, false, 0, range);
        } else {
            dense.pack(base, pairs, pairs + (long) n * PAIR);
            sortWords(0, n, false, 0, range.packed(dense));
            if (!words.areToldByFirst(range)) {
                dense.unpack(base, pairs, pairs + (long) n * PAIR);
            }
        }
        if (!words.areToldByFirst(range)) {
            sortTies(0, n, KeyWords.FIRST, 0);
        }
        return pairs == array.getBaseOffset() ? 0 : n;
    }

    /** Sorts pairs whose words are those at a position. The depth counts the words before it. */
    private void sort(int from, int to, long position, int depth) {
        if (depth == MAX_DEPTH) {
            compareRows(from, to);
        } else {
            sortWords(from, to, false, 0);
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

    /**
     * Sorts pairs by their words.
     *
     * @param isSpare whether they are in the spare memory
     * @param level number of parts that are being divided and have these pairs
     */
    private void sortWords(int from, int to, boolean isSpare, int level) {
        long first = place(from, isSpare);
        long end = place(to, isSpare);
        if (to - from <= FEW) {
            insert(base, first, end, place(from, false));
            return;
        }
        sortWords(from, to, isSpare, level, WordRange.of(base, first, to - from));
    }

    private void sortWords(int from, int to, boolean isSpare, int level, WordRange range) {
        if (range.isAscending()) {
            fetch(from, to, isSpare);
            return;
        }
        int n = to - from;
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        int bits = range.highest() - range.lowest();
        int wanted = Math.min(bits, log + MORE_BITS);
        int passes = Math.ceilDiv(wanted, Math.min(CACHED_DIGIT, log));
        if (log > CACHED && bits <= ALL_PASSES * CACHED_DIGIT) {
            wanted = bits;
            passes = Math.ceilDiv(bits, CACHED_DIGIT);
        } else if (log > CACHED) {
            divide(from, to, isSpare, level, range);
            return;
        }
        int width = Math.ceilDiv(wanted, passes);
        int largest = count(from, to, isSpare, range.least(), range.highest() - width, width, count);
        if (wanted < bits && largest > Math.max(FEW, n >> Math.max(0, width - UNEVEN))) {
            divide(from, to, isSpare, level, range, width);
        } else {
            sortDigits(from, to, isSpare, level, range, passes, width);
        }
    }

    /** Divides pairs that do not fit in the cache by their upper digit, which is as narrow as their distribution allows. */
    private void divide(int from, int to, boolean isSpare, int level, WordRange range) {
        int width = MAX_DIGIT;
        int largest = count(from, to, isSpare, range.least(), range.highest() - width, width, count);
        while (width > EVEN_DIGIT && 2 * largest <= LARGE_PART) {
            width--;
            largest = 0;
            for (int digit = 0; digit < 1 << width; digit++) {
                count[digit] = count[2 * digit] + count[2 * digit + 1];
                largest = Math.max(largest, count[digit]);
            }
        }
        divide(from, to, isSpare, level, range, width);
    }

    /** Divides pairs by their upper digit, which was counted, and sorts the parts. */
    private void divide(int from, int to, boolean isSpare, int level, WordRange range, int width) {
        if (ends[level] == null) {
            ends[level] = new int[1 << MAX_DIGIT];
        }
        int[] end = ends[level];
        System.arraycopy(count, 0, end, 0, 1 << width);
        move(from, to, isSpare, range.least(), range.highest() - width, width, end);
        if (range.highest() - width == range.lowest()) {
            fetch(from, to, !isSpare);
            return;
        }
        int start = 0;
        for (int digit = 0; digit < 1 << width; digit++) {
            if (end[digit] > start) {
                sortWords(from + start, from + end[digit], !isSpare, level + 1);
                start = end[digit];
            }
        }
    }

    /** Sorts pairs by their upper digits, of which the highest was counted, and repairs the ties. */
    private void sortDigits(int from, int to, boolean isSpare, int level, WordRange range, int passes, int width) {
        boolean source = isSpare;
        for (int pass = passes - 1; pass > 0; pass--) {
            int shift = Math.max(range.lowest(), range.highest() - (pass + 1) * width);
            count(from, to, source, range.least(), shift, width, lowerCount);
            move(from, to, source, range.least(), shift, width, lowerCount);
            source = !source;
        }
        move(from, to, source, range.least(), range.highest() - width, width, count);
        fetch(from, to, !source);
        int lowest = range.highest() - passes * width;
        if (lowest > range.lowest()) {
            repair(from, to, range.least(), lowest, level);
        }
    }

    /** Sorts pairs that are tied in the bits from {@code shift} on, and are in order by these. */
    private void repair(int from, int to, long least, int shift, int level) {
        for (int i = from; i < to;) {
            long upper = word(i) - least >>> shift;
            int end = i + 1;
            while (end < to && word(end) - least >>> shift == upper) {
                end++;
            }
            if (end - i > 1) {
                sortWords(i, end, false, level);
            }
            i = end;
        }
    }

    /** Moves sorted pairs from the spare memory, if they are there. All pairs stay where they are. */
    private void fetch(int from, int to, boolean isSpare) {
        if (isSpare && to - from == all) {
            long swapped = pairs;
            pairs = spare;
            spare = swapped;
        } else if (isSpare) {
            Platform.copyMemory(base, place(from, true), base, place(from, false), (long) (to - from) * PAIR);
        }
    }

    private long place(int index, boolean isSpare) {
        return (isSpare ? spare : pairs) + (long) index * PAIR;
    }

    /** Counts pairs with each value of a digit. Returns the largest count. */
    private int count(int from, int to, boolean isSpare, long least, int shift, int width, int[] count) {
        countDigits(base, place(from, isSpare), place(to, isSpare), least, shift, (1 << width) - 1, count);
        int largest = 0;
        for (int digit = 0; digit < 1 << width; digit++) {
            largest = Math.max(largest, count[digit]);
        }
        return largest;
    }

    /** Local variables are not loaded again after each store, here and below. */
    private static void countDigits(Object base, long first, long end, long least, int shift, int mask, int[] count) {
        Arrays.fill(count, 0, mask + 1, 0);
        for (long at = first; at < end; at += PAIR) {
            count[(int) (Platform.getLong(base, at) - least >>> shift) & mask]++;
        }
    }

    /** Moves pairs to the other memory, stably sorted by a digit whose counts are then where its pairs end. */
    private void move(int from, int to, boolean isSpare, long least, int shift, int width, int[] count) {
        int sum = 0;
        for (int digit = 0; digit < 1 << width; digit++) {
            int found = count[digit];
            count[digit] = sum;
            sum += found;
        }
        moveByDigit(base, place(from, isSpare), place(to, isSpare), place(from, !isSpare), least, shift, (1 << width) - 1,
                count);
    }

    private static void moveByDigit(Object base, long first, long end, long target, long least, int shift, int mask,
            int[] next) {
        for (long at = first; at < end; at += PAIR) {
            long word = Platform.getLong(base, at);
            long address = Platform.getLong(base, at + Long.BYTES);
            int digit = (int) (word - least >>> shift) & mask;
            int place = next[digit];
            next[digit] = place + 1;
            long to = target + (long) place * PAIR;
            Platform.putLong(base, to, word);
            Platform.putLong(base, to + Long.BYTES, address);
        }
    }

    /** Inserts pairs into those at a target, which may be where they are. */
    private static void insert(Object base, long first, long end, long target) {
        long next = target;
        for (long at = first; at < end; at += PAIR) {
            long word = Platform.getLong(base, at);
            long address = Platform.getLong(base, at + Long.BYTES);
            long to = next;
            while (to > target && Long.compareUnsigned(Platform.getLong(base, to - PAIR), word) > 0) {
                Platform.putLong(base, to, Platform.getLong(base, to - PAIR));
                Platform.putLong(base, to + Long.BYTES, Platform.getLong(base, to - Long.BYTES));
                to -= PAIR;
            }
            Platform.putLong(base, to, word);
            Platform.putLong(base, to + Long.BYTES, address);
            next += PAIR;
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
