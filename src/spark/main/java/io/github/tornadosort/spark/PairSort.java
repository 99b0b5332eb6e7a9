package io.github.tornadosort.spark;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.array.LongArray;

/**
 * Sorts pairs of a word and an address by unsigned words, and those with the same word by their next words, on one thread.
 *
 * <p>Pairs are sorted by as many upper bits as leave few pairs tied, the least significant digit of these bits first. The ties are then
 * sorted in the same way, so that most lower bits of random words are never looked at.
 *
 * <p>Memory: 16 bytes per pair in addition to the pairs.
 */
final class PairSort {
    /** Bytes of a pair. */
    static final int PAIR = 2 * Long.BYTES;

    /** Pairs. Up to this number are sorted by insertion, which takes less time than to count digits. */
    private static final int FEW = 40;
    /** Bits of a digit, at most: its counters stay in the first-level cache. */
    private static final int DIGIT = 11;
    /** Bits that are sorted beyond the logarithm of the number of pairs: one pair in 8 stays tied if words are random. */
    private static final int MORE_BITS = 3;
    /** Constant bits between varying ones. This number is worth a pass that takes them out. */
    private static final int GAPS = 8;
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
    private final RowOrder order;
    /** Pairs with each value of a digit, then where the next of them goes. */
    private final int[] next = new int[1 << DIGIT];
    private int all;
    private Object base;
    private long pairs;
    private long spare;

    PairSort(Rows rows, RowOrder order) {
        this.rows = rows;
        this.order = order;
    }

    /**
     * Sorts the first n pairs of an array, whose words are the first ones of their rows.
     *
     * @param array twice as many pairs, which is the memory of the sort too
     * @param range the range of the words
     * @return the index of the first sorted pair: 0 or n
     */
    int sort(LongArray array, int n, WordRange range) {
        use(array, n);
        long varying = range.varying();
        int bits = Long.bitCount(varying);
        int lowest = Long.numberOfTrailingZeros(varying);
        int highest = Long.SIZE - Long.numberOfLeadingZeros(varying);
        if (!range.isAscending() && highest - lowest - bits < GAPS) {
            sortWords(0, n, highest, lowest);
        } else if (!range.isAscending()) {
            long constant = word(0) & ~varying;
            replaceWords(n, word -> Long.compress(word, varying));
            sortWords(0, n, bits, 0);
            if (!order.areToldByFirst(range)) {
                replaceWords(n, word -> Long.expand(word, varying) | constant);
            }
        }
        sortTies(n, range);
        return pairs == array.getBaseOffset() ? 0 : n;
    }

    /** Sorts the first n pairs of an array, which are in order by their words, by the further words of their rows. */
    void sortTies(LongArray array, int n, WordRange range) {
        use(array, n);
        sortTies(n, range);
    }

    private void use(LongArray array, int n) {
        base = array.getBaseObject();
        all = n;
        pairs = array.getBaseOffset();
        spare = pairs + (long) n * PAIR;
    }

    private void replaceWords(int n, LongUnaryOperator change) {
        for (int i = 0; i < n; i++) {
            set(i, change.applyAsLong(word(i)), address(i));
        }
    }

    private void sortTies(int n, WordRange range) {
        if (!order.areToldByFirst(range)) {
            sortTies(0, n, RowOrder.FIRST, 0);
        }
    }

    /** Sorts pairs whose words are those at a position. The depth counts the words before it. */
    private void sort(int from, int to, long position, int depth) {
        if (depth == MAX_DEPTH) {
            compareRows(from, to);
        } else {
            sortWords(from, to);
            if (!order.isLast(position)) {
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
            int end = endOfTies(i, to, 0);
            if (end - i > 1) {
                long next = order.next(position, word(i));
                if (next != RowOrder.END) {
                    loadWords(i, end, next);
                    sort(i, end, next, depth + 1);
                }
            }
            i = end;
        }
    }

    /** Returns the end of the pairs whose words have the same bits from {@code shift} on as the one at {@code from}. */
    private int endOfTies(int from, int to, int shift) {
        long upper = word(from) >>> shift;
        int end = from + 1;
        while (end < to && word(end) >>> shift == upper) {
            end++;
        }
        return end;
    }

    private void sortWords(int from, int to) {
        if (to - from <= FEW) {
            insert(base, pairs + (long) from * PAIR, pairs + (long) to * PAIR);
            return;
        }
        long varying = 0;
        long first = word(from);
        for (int i = from + 1; i < to; i++) {
            varying |= first ^ word(i);
        }
        if (varying != 0) {
            sortWords(from, to, Long.SIZE - Long.numberOfLeadingZeros(varying), Long.numberOfTrailingZeros(varying));
        }
    }

    /** Sorts pairs by their words, whose bits from {@code highest} on, and below {@code lowest}, are the same. */
    private void sortWords(int from, int to, int highest, int lowest) {
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(to - from - 1);
        int bits = Math.min(highest - lowest, log + MORE_BITS);
        int passes = Math.ceilDiv(bits, Math.min(DIGIT, log));
        int width = Math.ceilDiv(bits, passes);
        long source = pairs + (long) from * PAIR;
        long target = spare + (long) from * PAIR;
        long bytes = (long) (to - from) * PAIR;
        for (int pass = passes; pass > 0; pass--) {
            move(base, source, source + bytes, target, Math.max(lowest, highest - pass * width), (1 << width) - 1, next);
            long moved = target;
            target = source;
            source = moved;
        }
        if (passes % 2 == 1 && to - from == all) {
            spare = pairs;
            pairs = source;
        } else if (passes % 2 == 1) {
            Platform.copyMemory(base, source, base, target, bytes);
        }
        int shift = highest - passes * width;
        for (int i = from; shift > lowest && i < to;) {
            int end = endOfTies(i, to, shift);
            if (end - i > 1) {
                sortWords(i, end);
            }
            i = end;
        }
    }

    /** Moves pairs to the other memory, stably sorted by a digit. Local variables are not loaded again after each store, here and below. */
    private static void move(Object base, long first, long end, long target, int shift, int mask, int[] next) {
        Arrays.fill(next, 0, mask + 1, 0);
        for (long at = first; at < end; at += PAIR) {
            next[(int) (Platform.getLong(base, at) >>> shift) & mask]++;
        }
        int sum = 0;
        for (int digit = 0; digit <= mask; digit++) {
            int found = next[digit];
            next[digit] = sum;
            sum += found;
        }
        for (long at = first; at < end; at += PAIR) {
            long word = Platform.getLong(base, at);
            long address = Platform.getLong(base, at + Long.BYTES);
            long to = target + (long) next[(int) (word >>> shift) & mask]++ * PAIR;
            Platform.putLong(base, to, word);
            Platform.putLong(base, to + Long.BYTES, address);
        }
    }

    /** Sorts a few pairs by insertion. */
    private static void insert(Object base, long first, long end) {
        for (long at = first + PAIR; at < end; at += PAIR) {
            long word = Platform.getLong(base, at);
            long address = Platform.getLong(base, at + Long.BYTES);
            long to = at;
            while (to > first && Long.compareUnsigned(Platform.getLong(base, to - PAIR), word) > 0) {
                Platform.putLong(base, to, Platform.getLong(base, to - PAIR));
                Platform.putLong(base, to + Long.BYTES, Platform.getLong(base, to - Long.BYTES));
                to -= PAIR;
            }
            Platform.putLong(base, to, word);
            Platform.putLong(base, to + Long.BYTES, address);
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
