package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.host.HostMemory;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.host.ParallelRanges;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The first k keys of the sorted order without sorting all: a random sample tells a threshold that a little more than k
 * keys pass, one read of the keys where they are collects those, and only they are sorted.
 */
public final class TopKSelection {
    /** Below this, sorting all is as fast. */
    private static final int FEW = 1 << 15;

    private static final int SAMPLE = 1 << 14;
    /** Keys whose smallest is looked at before any of them. */
    private static final int GROUP = 128;

    private final ColumnSorter sorter;

    public TopKSelection(ColumnSorter sorter) {
        this.sorter = sorter;
    }

    /** Returns the indices of the first k keys of the sorted order. */
    public int[] indices(Column keys, int k, SortOptions options) {
        if (k < 0 || k > keys.size()) {
            throw new IllegalArgumentException("the first " + k + " of " + keys.size() + " keys");
        }
        if (keys.size() < FEW || k > keys.size() / 8) {
            return HostMemory.copyOf(sorter.argsort(keys, options).indices(), k);
        }
        Candidates found = candidates(keys, k, options);
        if (found.count < k) {
            return HostMemory.copyOf(sorter.argsort(keys, options).indices(), k);
        }
        Column candidates = Column.of(HostMemory.copyOf(found.keys, found.count));
        int[] places = HostMemory.copyOf(found.places, found.count);
        SortOptions ascending = SortOptions.ascending().withVerification(options.verified());
        sorter.sort(candidates, Column.of(places), ascending);
        return HostMemory.copyOf(places, k);
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

    /** A key that at least k keys are most probably not above, and not many more than k. */
    private static long threshold(OrderedKeys keys, int k) {
        // The same sample at each call: what a call does can be repeated.
        SplittableRandom random = new SplittableRandom(k);
        long[] sample = new long[SAMPLE];
        for (int i = 0; i < SAMPLE; i++) {
            sample[i] = keys.at(random.nextLong(keys.size()));
        }
        Arrays.sort(sample);
        double expected = (double) k / keys.size() * SAMPLE;
        // Five standard deviations above, and a few more where a deviation is less than a key.
        int rank = (int) Math.ceil(expected + 5 * Math.sqrt(expected) + 8);
        return sample[Math.min(rank, SAMPLE - 1)];
    }

    /** Keys up to the threshold, in the order in which they lie. */
    private static final class Candidates {
        private final long threshold;
        private final int mostEqual;
        private long[] keys = new long[1024];
        private int[] places = new int[1024];
        private int count;
        private int equal;

        /** @param mostEqual keys that equal the threshold and may count; more of them could not be among the first */
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

        private void collect(long[] tile, int first, int end, int firstPlace) {
            long smallest = Long.MAX_VALUE;
            for (int i = first; i < end; i++) {
                smallest = Math.min(smallest, tile[i]);
            }
            if (smallest > threshold) {
                return;
            }
            for (int i = first; i < end; i++) {
                if (tile[i] < threshold || (tile[i] == threshold && equal++ < mostEqual)) {
                    add(tile[i], firstPlace + i);
                }
            }
        }

        private void add(long key, int place) {
            if (count == keys.length) {
                keys = HostMemory.copyOf(keys, 2 * count);
                places = HostMemory.copyOf(places, 2 * count);
            }
            keys[count] = key;
            places[count++] = place;
        }

        private void addAll(Candidates others) {
            for (int i = 0; i < others.count; i++) {
                add(others.keys[i], others.places[i]);
            }
        }
    }
}
