package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Finds the first k keys of the sorted order without sorting all keys. A random sample yields a threshold that slightly more
 * than k keys do not exceed. One read of all keys collects these candidates, and only the candidates are sorted.
 */
public final class TopKSelection {
    /** For fewer keys, sorting all of them is as fast. */
    private static final int FEW = 1 << 15;

    private static final int SAMPLE = 1 << 14;
    /** Number of keys whose minimum is compared with the threshold before the keys themselves are. */
    private static final int GROUP = 128;

    private final ColumnSorter sorter;

    public TopKSelection(ColumnSorter sorter) {
        this.sorter = sorter;
    }

    /** Returns the indices of the first k keys of the sorted order. */
    public int[] indices(Column keys, int k, SortOptions options) {
        check(keys, k);
        if (keys.size() < FEW || k > keys.size() / 8) {
            return HostMemory.copyOf(sorter.argsort(keys, options).indices(), k);
        }
        Candidates found = candidates(keys, k, options);
        if (found.count < k) {
            return HostMemory.copyOf(sorter.argsort(keys, options).indices(), k);
        }
        Column candidates = Column.of(HostMemory.copyOf(found.keys, found.count));
        int[] indices = HostMemory.copyOf(found.indices, found.count);
        SortOptions ascending = SortOptions.ascending().withVerification(options.verified());
        sorter.sort(candidates, Column.of(indices), ascending);
        return HostMemory.copyOf(indices, k);
    }

    /** Checks that there are k keys. */
    public static void check(Column keys, int k) {
        if (k < 0 || k > keys.size()) {
            throw new IllegalArgumentException("the first " + k + " of " + keys.size() + " keys");
        }
    }

    private static Candidates candidates(Column column, int k, SortOptions options) {
        OrderedKeys keys = new OrderedKeys(column, options);
        long threshold = threshold(keys, k);
        int parts = ParallelRanges.parts(keys.size());
        Candidates[] found = new Candidates[parts];
        ParallelRanges.each(parts, part -> {
            found[part] = new Candidates(threshold, k);
            found[part].collect(keys, ParallelRanges.start(keys.size(), parts, part),
                    ParallelRanges.start(keys.size(), parts, part + 1));
        }, column.segment());
        for (int part = 1; part < parts; part++) {
            found[0].addAll(found[part]);
        }
        return found[0];
    }

    /** {@return a key that most probably at least k keys, and not many more, do not exceed} */
    private static long threshold(OrderedKeys keys, int k) {
        // A fixed seed, so that calls are reproducible.
        SplittableRandom random = new SplittableRandom(k);
        long[] sample = new long[SAMPLE];
        for (int i = 0; i < SAMPLE; i++) {
            sample[i] = keys.at(random.nextLong(keys.size()));
        }
        Arrays.sort(sample);
        double expected = (double) k / keys.size() * SAMPLE;
        // Five standard deviations above the expected rank, and a few more for deviations of less than one key.
        int rank = (int) Math.ceil(expected + 5 * Math.sqrt(expected) + 8);
        return sample[Math.min(rank, SAMPLE - 1)];
    }

    /** Keys up to the threshold, in the order in which they lie. */
    private static final class Candidates {
        private final long threshold;
        private final int mostEqual;
        private long[] keys = new long[1024];
        private int[] indices = new int[1024];
        private int count;
        private int equal;

        /** @param mostEqual how many keys equal to the threshold to collect; the first k keys cannot include more */
        private Candidates(long threshold, int mostEqual) {
            this.threshold = threshold;
            this.mostEqual = mostEqual;
        }

        private void collect(OrderedKeys all, long first, long end) {
            Reader reader = all.reader();
            long[] tile = new long[Reader.TILE];
            for (long at = first; at < end; at += Reader.TILE) {
                int n = (int) Math.min(Reader.TILE, end - at);
                reader.read(at, n, tile);
                for (int group = 0; group < n; group += GROUP) {
                    collect(tile, group, Math.min(group + GROUP, n), (int) at);
                }
            }
        }

        private void collect(long[] tile, int first, int end, int firstIndex) {
            long smallest = Long.MAX_VALUE;
            for (int i = first; i < end; i++) {
                smallest = Math.min(smallest, tile[i]);
            }
            if (smallest > threshold) {
                return;
            }
            for (int i = first; i < end; i++) {
                if (tile[i] < threshold || (tile[i] == threshold && equal++ < mostEqual)) {
                    add(tile[i], firstIndex + i);
                }
            }
        }

        private void add(long key, int index) {
            if (count == keys.length) {
                keys = HostMemory.copyOf(keys, 2 * count);
                indices = HostMemory.copyOf(indices, 2 * count);
            }
            keys[count] = key;
            indices[count++] = index;
        }

        private void addAll(Candidates others) {
            for (int i = 0; i < others.count; i++) {
                add(others.keys[i], others.indices[i]);
            }
        }
    }
}
