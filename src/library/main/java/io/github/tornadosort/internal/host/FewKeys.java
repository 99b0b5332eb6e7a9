package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostMemory;

/**
 * Operations on keys that are so few that the calling thread is done before another one would help. Each is a single loop over arrays,
 * which takes no longer than what a program would do instead: the first calls of a program run before the loop is compiled.
 */
public final class FewKeys {
    /** Maximum number of keys. The calling thread compares this number of keys in a tenth of a millisecond. */
    public static final int MAX = 1 << 17;
    /** Keys that are compared at a time: they fit in the first-level cache. */
    private static final int TILE = 1 << 11;

    private FewKeys() {}

    /** Returns whether the keys are sorted. There may be any number of them. */
    public static boolean areSorted(Column keys, SortOptions options) {
        return keys.size() > MAX
                ? SortedKeys.areSorted(keys, options)
                : areWide(keys) ? areSorted64(keys, options) : areSorted32(keys, options);
    }

    private static boolean areSorted32(Column keys, SortOptions options) {
        int n = (int) keys.size();
        int[] array = keys.type() == KeyType.INT32 ? IntRows.heapArray(keys.segment()) : null;
        if (array != null && !options.isDescending() && HostKeys.areComparedByAllBits(keys, options)) {
            int from = (int) (keys.segment().address() / Integer.BYTES);
            return areSorted(array, from, from + n);
        }
        int[] tile = new int[Math.min(TILE, n)];
        OrderedInts words = new OrderedInts(keys, options);
        int last = Integer.MIN_VALUE;
        for (int at = 0; at < n; at += TILE) {
            int count = Math.min(TILE, n - at);
            words.read(at, count, tile, 0);
            if (tile[0] < last || !areSorted(tile, 0, count)) {
                return false;
            }
            last = tile[count - 1];
        }
        return true;
    }

    private static boolean areSorted(int[] words, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (words[i] < words[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private static boolean areSorted64(Column keys, SortOptions options) {
        int n = (int) keys.size();
        long[] tile = new long[Math.min(TILE, n)];
        OrderedKeys words = new OrderedKeys(keys, options);
        long last = Long.MIN_VALUE;
        for (int at = 0; at < n; at += TILE) {
            int count = Math.min(TILE, n - at);
            words.read(at, count, tile, 0);
            if (tile[0] < last || !areSorted(tile, 0, count)) {
                return false;
            }
            last = tile[count - 1];
        }
        return true;
    }

    private static boolean areSorted(long[] words, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (words[i] < words[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Merges two columns into the start of a third one.
     *
     * @param a half of {@link #MAX} keys at most
     * @param b the same
     * @return false if the keys are not sorted, or cannot be computed from the bits that are compared; nothing was written then
     */
    public static boolean merge(Column a, Column b, Column out, SortOptions options) {
        // NaNs cannot be computed from their order.
        if (out.type().isFloat() || !HostKeys.areComparedByAllBits(out, options)) {
            return false;
        }
        int n = (int) (a.size() + b.size());
        if (areWide(out)) {
            long[] merged = HostMemory.longs(n);
            boolean done = merge(words64(a, options), words64(b, options), merged);
            if (done) {
                new OrderedKeys(out, options).write(merged, 0, n, out, 0);
            }
            return done;
        }
        int[] merged = HostMemory.ints(n);
        boolean done = merge(words32(a, options), words32(b, options), merged);
        if (done) {
            new OrderedInts(out, options).write(merged, 0, n, out, 0);
        }
        return done;
    }

    /** Returns false if the words are not sorted. */
    private static boolean merge(int[] left, int[] right, int[] merged) {
        int l = 0;
        int r = 0;
        int previous = Integer.MIN_VALUE;
        for (int i = 0; i < merged.length; i++) {
            int word = r == right.length || l < left.length && left[l] <= right[r] ? left[l++] : right[r++];
            if (word < previous) {
                return false;
            }
            merged[i] = word;
            previous = word;
        }
        return true;
    }

    private static boolean merge(long[] left, long[] right, long[] merged) {
        int l = 0;
        int r = 0;
        long previous = Long.MIN_VALUE;
        for (int i = 0; i < merged.length; i++) {
            long word = r == right.length || l < left.length && left[l] <= right[r] ? left[l++] : right[r++];
            if (word < previous) {
                return false;
            }
            merged[i] = word;
            previous = word;
        }
        return true;
    }

    /**
     * Moves the keys in which a bit is 0 before the others; both keep their order.
     *
     * @param keys at most {@link #MAX} keys
     * @return the number of keys in which the bit is 0, or -1 if nothing was done, because keys cannot be computed from their order
     */
    public static int partition(Column keys, int bit) {
        if (keys.type().isFloat()) {
            return -1;
        }
        SortOptions ascending = SortOptions.ascending();
        int n = (int) keys.size();
        if (areWide(keys)) {
            long[] words = words64(keys, ascending);
            int zeros = partition(words, HostMemory.longs(n), 1L << bit);
            new OrderedKeys(keys, ascending).write(words, 0, n, keys, 0);
            return zeros;
        }
        int[] words = words32(keys, ascending);
        int zeros = partition(words, HostMemory.ints(n), 1 << bit);
        new OrderedInts(keys, ascending).write(words, 0, n, keys, 0);
        return zeros;
    }

    /** Partitions words, whose uppermost bit is flipped. */
    private static int partition(int[] words, int[] ones, int bit) {
        int zero = Integer.MIN_VALUE & bit;
        int left = 0;
        int right = 0;
        for (int word : words) {
            if ((word & bit) == zero) {
                words[left++] = word;
            } else {
                ones[right++] = word;
            }
        }
        System.arraycopy(ones, 0, words, left, right);
        return left;
    }

    private static int partition(long[] words, long[] ones, long bit) {
        long zero = Long.MIN_VALUE & bit;
        int left = 0;
        int right = 0;
        for (long word : words) {
            if ((word & bit) == zero) {
                words[left++] = word;
            } else {
                ones[right++] = word;
            }
        }
        System.arraycopy(ones, 0, words, left, right);
        return left;
    }

    private static boolean areWide(Column keys) {
        return keys.type().bytes() == Long.BYTES;
    }

    private static int[] words32(Column keys, SortOptions options) {
        int[] words = HostMemory.ints((int) keys.size());
        new OrderedInts(keys, options).read(0, words.length, words, 0);
        return words;
    }

    private static long[] words64(Column keys, SortOptions options) {
        long[] words = HostMemory.longs((int) keys.size());
        new OrderedKeys(keys, options).read(0, words.length, words, 0);
        return words;
    }
}
