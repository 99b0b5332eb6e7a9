package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges sorted runs. The merge is stable: of equal keys, those of an earlier run come first. The output is split into parts
 * of equal length, whatever the keys are, and each core merges one part at a time. A part is merged by a tree of two-way
 * merges, which keeps a tile of keys in the cache at each node.
 *
 * <p>The constructor allocates everything that the merge needs. {@link #run}, which overwrites the output, therefore cannot
 * run out of memory. It compares every key with the one before it in its run, since keys that are not sorted could be lost.
 */
public final class RunMerge {
    /** Maximum number of keys in the tiles of all runs together. It limits the tree of many runs to a few megabytes. */
    private static final int KEYS_OF_ALL_TILES = 1 << 18;

    private static final int SMALLEST_TILE = 16;
    /** A tagged index that no key has. */
    private static final long NONE = -1;

    private final List<OrderedKeys> runs;
    /** Number of keys of all runs. */
    private final long n;
    private final Output[] outputs;
    /** Lower bits of a tagged index that hold a key's index within its run. The bits above hold the run's index. */
    private final int indexBits;

    private final int tile;
    private final Merger[] mergers;
    private final Loop loop;
    /** The tagged index of a key that is less than the one before it in its run, or {@link #NONE}. */
    private volatile long descent = NONE;

    /**
     * Rows that the merge reorders: the keys, or the values that belong to them.
     *
     * @param from the rows of each run
     * @param to where the merged rows are written
     * @param width bytes per row: 1, 2, 4 or 8
     */
    public record Rows(List<MemorySegment> from, MemorySegment to, int width) {}

    /** A copy of {@link Rows} with the segments in an array, for fast access in the inner loop. */
    private record Output(MemorySegment[] from, MemorySegment to, int width) {
        private Output(Rows rows) {
            this(rows.from().toArray(MemorySegment[]::new), rows.to(), rows.width());
        }
    }

    /**
     * Prepares a merge.
     *
     * @param runs at least one run, sorted in the order of the options
     * @param moved rows to merge; input and output must not overlap
     * @throws IllegalArgumentException if the index of a run and an index into the longest run together exceed 64 bits
     */
    public RunMerge(List<Column> runs, SortOptions options, Rows... moved) {
        this.runs = runs.stream().map(run -> new OrderedKeys(run, options)).toList();
        this.outputs = List.of(moved).stream().map(Output::new).toArray(Output[]::new);
        long longest = runs.stream().mapToLong(Column::size).max().orElseThrow();
        this.indexBits = Math.max(1, bits(longest));
        if (bits(runs.size() - 1L) + indexBits > Long.SIZE) {
            throw new IllegalArgumentException(runs.size() + " runs, the longest of " + longest
                    + " keys, are more than can be merged at a time: their indices do not fit in 64 bits");
        }
        this.tile = Math.clamp(KEYS_OF_ALL_TILES / runs.size(), SMALLEST_TILE, Reader.TILE);
        this.n = runs.stream().mapToLong(Column::size).sum();
        int parts = ParallelRanges.parts(n);
        this.mergers = new Merger[Loop.threads(parts)];
        for (int thread = 0; thread < mergers.length; thread++) {
            mergers[thread] = new Merger();
        }
        List<MemorySegment> touched = new ArrayList<>();
        for (Rows rows : moved) {
            touched.addAll(rows.from());
            touched.add(rows.to());
        }
        this.loop = new Loop(
                parts,
                (part, thread) -> mergers[thread].merge(ParallelRanges.start(n, parts, part),
                        ParallelRanges.start(n, parts, part + 1)),
                touched.toArray(MemorySegment[]::new));
    }

    /**
     * Merges the runs. Must be called only once.
     *
     * @throws IllegalArgumentException if a run is not sorted; only some of the output may be written then
     */
    public void run() {
        Loop.store(loop);
        if (descent != NONE) {
            throw notSorted(run(descent), index(descent));
        }
    }

    /** Returns the exception for a run in which a key comes before the one at the index before it. */
    static IllegalArgumentException notSorted(int run, long index) {
        return new IllegalArgumentException(
                "run " + run + " is not sorted: the key at index " + index + " comes before the one at index "
                        + (index - 1));
    }

    private static int bits(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }

    private long tag(int run) {
        return (long) run << indexBits;
    }

    private int run(long tagged) {
        return (int) (tagged >>> indexBits);
    }

    private long index(long tagged) {
        return tagged & ((1L << indexBits) - 1);
    }

    /** Merges parts of the output one after the other, on one thread. */
    private final class Merger {
        /** For each run, the index of its first key that belongs to the part. */
        private final long[] first = new long[runs.size()];
        /** For each run, the index after its last key that belongs to the part. */
        private final long[] end = new long[runs.size()];
        private final Stream merged = tree(0, runs.size());

        private Stream tree(int firstRun, int endRun) {
            if (endRun - firstRun == 1) {
                return new Leaf(firstRun, this);
            }
            int middle = (firstRun + endRun) >>> 1;
            return new Merge(tile, tree(firstRun, middle), tree(middle, endRun));
        }

        private void merge(long begin, long last) {
            split(begin, first);
            split(last, end);
            if (!isWhole(last - begin)) {
                return;
            }
            merged.start();
            for (long at = begin; at < last && descent == NONE; at += merged.count) {
                merged.fill();
                for (Output output : outputs) {
                    write(merged, at, output);
                }
            }
        }

        /** Returns whether the part has n keys. If it has not, a run is not sorted, and its keys in this part are searched. */
        private boolean isWhole(long n) {
            long count = 0;
            for (int run = 0; run < first.length; run++) {
                count += Math.max(0, end[run] - first[run]);
            }
            for (int run = 0; count != n && run < first.length; run++) {
                findDescent(run, first[run], end[run]);
            }
            return count == n;
        }
    }

    /** Looks for a key of a run, from index {@code begin} on, that is less than the one before it. */
    private void findDescent(int run, long begin, long end) {
        OrderedKeys keys = runs.get(run);
        for (long i = Math.max(1, begin); i < end; i++) {
            if (keys.at(i) < keys.at(i - 1)) {
                descent = tag(run) | i;
                return;
            }
        }
    }

    /** Computes how many keys of each run are among the first {@code rank} keys of the output. */
    private void split(long rank, long[] taken) {
        if (rank == 0 || rank == n) {
            // Parts cover all keys, even of runs that are not sorted.
            for (int run = 0; run < taken.length; run++) {
                taken[run] = rank == 0 ? 0 : runs.get(run).size();
            }
            return;
        }
        // Find, bit by bit, the largest key that has at most rank smaller keys.
        long key = Long.MIN_VALUE;
        for (int bit = 63; bit >= 0; bit--) {
            // Adding the sign bit to Long.MIN_VALUE gives 0, so the search covers all longs in signed order.
            long larger = key + (1L << bit);
            if (below(larger) <= rank) {
                key = larger;
            }
        }
        long left = rank;
        for (int run = 0; run < taken.length; run++) {
            taken[run] = runs.get(run).lowerBound(key, 0, runs.get(run).size());
            left -= taken[run];
        }
        // Take keys equal to it from the first runs until the rank is reached.
        for (int run = 0; run < taken.length; run++) {
            OrderedKeys keys = runs.get(run);
            long equal = key == Long.MAX_VALUE
                    ? keys.size() - taken[run]
                    : keys.lowerBound(key + 1, taken[run], keys.size()) - taken[run];
            long more = Math.min(left, equal);
            taken[run] += more;
            left -= more;
        }
    }

    private long below(long key) {
        long count = 0;
        for (int run = 0; run < runs.size(); run++) {
            count += runs.get(run).lowerBound(key, 0, runs.get(run).size());
        }
        return count;
    }

    private void write(Stream merged, long at, Output output) {
        MemorySegment[] from = output.from();
        MemorySegment to = output.to();
        long[] tagged = merged.tagged;
        int n = merged.count;
        switch (output.width()) {
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    to.set(ValueLayout.JAVA_BYTE, at + i, from[run(tagged[i])].get(ValueLayout.JAVA_BYTE, index(tagged[i])));
                }
            }
            case 2 -> {
                for (int i = 0; i < n; i++) {
                    to.set(Layouts.SHORT, 2 * (at + i), from[run(tagged[i])].get(Layouts.SHORT, 2 * index(tagged[i])));
                }
            }
            case 4 -> {
                for (int i = 0; i < n; i++) {
                    to.set(Layouts.INT, 4 * (at + i), from[run(tagged[i])].get(Layouts.INT, 4 * index(tagged[i])));
                }
            }
            default -> {
                for (int i = 0; i < n; i++) {
                    to.set(Layouts.LONG, 8 * (at + i), from[run(tagged[i])].get(Layouts.LONG, 8 * index(tagged[i])));
                }
            }
        }
    }

    /** Supplies sorted keys and their tagged indices, a tile at a time. */
    private abstract static class Stream {
        final long[] keys;
        final long[] tagged;
        /** Number of keys in the tile. */
        int count;
        /** Index of the next key in the tile. */
        int next;

        Stream(int tile) {
            this.keys = HostMemory.longs(tile);
            this.tagged = HostMemory.longs(tile);
        }

        /** Begins a new part with an empty tile. */
        void start() {
            count = 0;
            next = 0;
        }

        /** Replaces the tile by the next keys; the tile is empty if the stream has ended. */
        abstract void fill();

        /** Returns the number of keys left in the tile, after refilling it if it was empty. */
        final int ready() {
            if (next == count) {
                fill();
                next = 0;
            }
            return count - next;
        }
    }

    /** The keys of one run. */
    private final class Leaf extends Stream {
        private final Reader reader;
        private final int run;
        private final Merger part;
        private long at;

        private Leaf(int run, Merger part) {
            super(tile);
            this.reader = runs.get(run).reader(tile);
            this.run = run;
            this.part = part;
        }

        @Override
        void start() {
            super.start();
            at = part.first[run];
        }

        @Override
        void fill() {
            count = Math.clamp(part.end[run] - at, 0, tile);
            if (count == 0) {
                return;
            }
            reader.read(at, count, keys);
            boolean descends = at > 0 && keys[0] < runs.get(run).at(at - 1);
            for (int i = 1; i < count; i++) {
                descends |= keys[i] < keys[i - 1];
            }
            if (descends) {
                findDescent(run, at, at + count);
            }
            long tag = tag(run);
            for (int i = 0; i < count; i++) {
                tagged[i] = tag | (at + i);
            }
            at += count;
        }
    }

    /** The merged keys of two streams. */
    private static final class Merge extends Stream {
        private final Stream left;
        private final Stream right;

        private Merge(int tile, Stream left, Stream right) {
            super(tile);
            this.left = left;
            this.right = right;
        }

        @Override
        void start() {
            super.start();
            left.start();
            right.start();
        }

        @Override
        void fill() {
            count = 0;
            while (count < keys.length) {
                int fromLeft = left.ready();
                int fromRight = right.ready();
                if (fromLeft == 0 && fromRight == 0) {
                    return;
                }
                if (fromLeft == 0 || fromRight == 0) {
                    copy(fromLeft == 0 ? right : left);
                } else {
                    // Neither tile can run out within this number of steps.
                    merge(Math.min(keys.length - count, Math.min(fromLeft, fromRight)));
                }
            }
        }

        private void copy(Stream from) {
            int n = Math.min(keys.length - count, from.count - from.next);
            System.arraycopy(from.keys, from.next, keys, count, n);
            System.arraycopy(from.tagged, from.next, tagged, count, n);
            from.next += n;
            count += n;
        }

        private void merge(int steps) {
            int l = left.next;
            int r = right.next;
            for (int i = count; i < count + steps; i++) {
                long leftKey = left.keys[l];
                long rightKey = right.keys[r];
                int takeLeft = leftKey <= rightKey ? 1 : 0;
                keys[i] = takeLeft != 0 ? leftKey : rightKey;
                tagged[i] = takeLeft != 0 ? left.tagged[l] : right.tagged[r];
                l += takeLeft;
                r += 1 - takeLeft;
            }
            left.next = l;
            right.next = r;
            count += steps;
        }
    }
}
