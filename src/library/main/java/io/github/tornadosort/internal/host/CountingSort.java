package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Sorts keys of 8 or 16 bits by counting how often each value occurs. The counts determine the result, so that no copy of the keys is
 * needed.
 */
final class CountingSort {
    /** Keys that a thread counts, as a power of two: to wake it, to clear its 65,536 counters and to add them takes a part of that time. */
    static final int PART_LOG = 17;
    /** Bytes of keys that are read at a time; they stay in the first-level cache. */
    private static final int TILE = 1 << 13;
    /** Tables of counters of bytes: one for each byte of a long, so that equal keys do not wait for each other. */
    private static final int TABLES_OF_BYTES = Long.BYTES;
    /** Keys that are written at once, even if fewer are equal. */
    static final int AT_ONCE = 4;

    private final MemorySegment keys;
    private final int n;
    private final int width;
    private final int values;
    private final int tables;
    private final int flip;
    private final int[][] counters;
    private final long[][] words;
    private final short[][] tiles;

    /** Allocates all memory. */
    private CountingSort(Column keys, boolean descending, int parts, HostBuffers buffers) {
        this.keys = keys.segment();
        this.n = Math.toIntExact(keys.size());
        this.width = keys.type().bytes();
        this.values = 1 << keys.type().bits();
        this.tables = width == Byte.BYTES ? TABLES_OF_BYTES : 1;
        this.flip = (int) OrderedKeys.flip(keys.type(), descending) & values - 1;
        this.words = new long[parts][TILE / Long.BYTES];
        this.tiles = new short[parts][TILE / Short.BYTES + AT_ONCE];
        this.counters = new int[parts][];
        for (int part = 0; part < parts; part++) {
            counters[part] = buffers.ints(tables * values);
        }
    }

    /**
     * Sorts keys in place.
     *
     * @throws OutOfMemoryError if there is no memory for the counters; the keys are unchanged then
     */
    static void sort(Column keys, boolean descending, int threads, HostBuffers buffers) {
        int parts = Math.clamp(keys.size() >> PART_LOG, 1, threads);
        CountingSort sort = new CountingSort(keys, descending, parts, buffers);
        sort.run(parts);
        for (int[] ofPart : sort.counters) {
            buffers.release(ofPart);
        }
    }

    private void run(int parts) {
        try (Crew crew = new Crew(parts)) {
            crew.loop(parts,
                    (part, thread) -> count(bound(n, parts, part), bound(n, parts, part + 1), words[part], counters[part]));
            crew.loop(parts, (part, thread) -> add(bound(values, parts, part), bound(values, parts, part + 1)));
            // The keys are computed from the counters, so that a part can be written again if it fails.
            try {
                crew.loop(parts, (part, thread) -> fill(bound(n, parts, part), bound(n, parts, part + 1), tiles[part]));
            } catch (RuntimeException | Error e) {
                Loop.repeat(() -> fill(0, n, tiles[0]));
            }
        }
    }

    private static int bound(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    private void count(int first, int end, long[] tile, int[] counters) {
        Arrays.fill(counters, 0, tables * values, 0);
        int perWord = Long.BYTES / width;
        int at = first;
        for (int m; (m = Math.min(TILE / Long.BYTES, (end - at) / perWord)) > 0; at += m * perWord) {
            MemorySegment.copy(keys, Layouts.LONG, (long) width * at, tile, 0, m);
            if (width == Byte.BYTES) {
                countBytes(tile, m, counters);
            } else {
                countShorts(tile, m, counters);
            }
        }
        for (; at < end; at++) {
            int key = width == Byte.BYTES
                    ? keys.get(ValueLayout.JAVA_BYTE, at)
                    : keys.get(Layouts.SHORT, (long) Short.BYTES * at);
            counters[key & values - 1]++;
        }
    }

    private static void countBytes(long[] words, int n, int[] counters) {
        for (int i = 0; i < n; i++) {
            long word = words[i];
            counters[(int) word & 0xff]++;
            counters[0x100 + ((int) (word >>> 8) & 0xff)]++;
            counters[0x200 + ((int) (word >>> 16) & 0xff)]++;
            counters[0x300 + ((int) (word >>> 24) & 0xff)]++;
            counters[0x400 + ((int) (word >>> 32) & 0xff)]++;
            counters[0x500 + ((int) (word >>> 40) & 0xff)]++;
            counters[0x600 + ((int) (word >>> 48) & 0xff)]++;
            counters[0x700 + (int) (word >>> 56)]++;
        }
    }

    private static void countShorts(long[] words, int n, int[] counters) {
        for (int i = 0; i < n; i++) {
            long word = words[i];
            counters[(int) word & 0xffff]++;
            counters[(int) word >>> 16]++;
            counters[(int) (word >>> 32) & 0xffff]++;
            counters[(int) (word >>> 48)]++;
        }
    }

    /** Adds all counters of some values to those of the first table. */
    private void add(int from, int to) {
        int[] sums = counters[0];
        for (int[] other : counters) {
            for (int table = other == sums ? values : 0; table < tables * values; table += values) {
                for (int value = from; value < to; value++) {
                    sums[value] += other[table + value];
                }
            }
        }
    }

    /** Writes the sorted keys of some indices. */
    private void fill(int first, int end, short[] tile) {
        int[] counts = counters[0];
        int word = 0;
        int upTo = counts[flip];
        while (upTo <= first) {
            upTo += counts[++word ^ flip];
        }
        if (width == Byte.BYTES) {
            fillBytes(first, end, word, upTo, counts);
        } else {
            fillShorts(first, end, word, upTo - first, counts, tile);
        }
    }

    /** @param firstUpTo the number of keys up to the first value */
    private void fillBytes(int first, int end, int firstWord, int firstUpTo, int[] counts) {
        int upTo = firstUpTo;
        int at = first;
        for (int word = firstWord; at < end; upTo += at < end ? counts[++word ^ flip] : 0) {
            int to = Math.min(upTo, end);
            keys.asSlice(at, to - at).fill((byte) (word ^ flip));
            at = to;
        }
    }

    /** @param ofFirst the number of keys of the first value */
    private void fillShorts(int first, int end, int firstWord, int ofFirst, int[] counts, short[] tile) {
        int word = firstWord;
        int left = ofFirst;
        for (int at = first, used; at < end; at += used) {
            int most = Math.min(tile.length - AT_ONCE, end - at);
            for (used = 0; used < most;) {
                int m = Math.min(left, most - used);
                fill(tile, used, used + m, (short) (word ^ flip));
                used += m;
                left -= m;
                if (left == 0 && word + 1 < values) {
                    left = counts[++word ^ flip];
                }
            }
            MemorySegment.copy(tile, 0, keys, Layouts.SHORT, (long) Short.BYTES * at, used);
        }
    }

    /** Fills a range, and may write to a few indices after it: most ranges are short, and a loop takes longer to begin. */
    static void fill(short[] tile, int from, int to, short key) {
        tile[from] = key;
        tile[from + 1] = key;
        tile[from + 2] = key;
        tile[from + 3] = key;
        if (to - from > AT_ONCE) {
            Arrays.fill(tile, from + AT_ONCE, to, key);
        }
    }
}
