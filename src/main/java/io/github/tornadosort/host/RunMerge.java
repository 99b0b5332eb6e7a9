package io.github.tornadosort.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.host.OrderedKeys.Reader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges sorted runs, stably: of equal keys, those of an earlier run come first. The output is cut into parts of equal
 * length, whatever the keys, and each core merges one part at a time: a tree of two-way merges, with a tile of keys in the
 * cache at each node.
 */
public final class RunMerge {
    private static final int TILE = Reader.TILE;
    /** A place is the run's number above these bits and an index in the run below. */
    private static final int INDEX_BITS = 48;

    private final List<OrderedKeys> runs;
    private final long n;

    /** @param runs sorted in the order that the options say */
    public RunMerge(List<Column> runs, SortOptions options) {
        this.runs = runs.stream().map(run -> new OrderedKeys(run, options)).toList();
        this.n = runs.stream().mapToLong(Column::size).sum();
    }

    /**
     * What the merge brings into order: the keys themselves, or values beside them.
     *
     * @param from for each run its rows
     * @param to where they go
     * @param width bytes of a row: 1, 2, 4 or 8
     */
    public record Rows(List<MemorySegment> from, MemorySegment to, int width) {}

    /** Merges the runs; they and where the rows go do not overlap. */
    public void merge(Rows... moved) {
        List<MemorySegment> touched = new ArrayList<>();
        for (Rows rows : moved) {
            touched.addAll(rows.from());
            touched.add(rows.to());
        }
        int parts = Cores.parts(n);
        Cores.each(parts, part -> mergePart(Cores.start(n, parts, part), Cores.start(n, parts, part + 1), moved),
                touched.toArray(MemorySegment[]::new));
    }

    private void mergePart(long first, long end, Rows[] moved) {
        Stream merged = tree(split(first), split(end), 0, runs.size());
        for (long at = first; at < end; at += merged.count) {
            merged.fill();
            for (Rows rows : moved) {
                write(merged, at, rows);
            }
        }
    }

    /** How many keys of each run are among the first {@code rank} keys of the output. */
    private long[] split(long rank) {
        // The smallest key that so many are below or equal to, bit by bit.
        long key = Long.MIN_VALUE;
        for (int bit = 63; bit >= 0; bit--) {
            // Adding the sign bit to the smallest number gives 0: all longs are passed in order.
            long larger = key + (1L << bit);
            if (below(larger) <= rank) {
                key = larger;
            }
        }
        long[] taken = new long[runs.size()];
        long left = rank;
        for (int run = 0; run < taken.length; run++) {
            taken[run] = runs.get(run).lowerBound(key, 0, runs.get(run).size());
            left -= taken[run];
        }
        // Of those that equal it, the first ones of the first runs.
        for (int run = 0; run < taken.length; run++) {
            OrderedKeys keys = runs.get(run);
            long equal = key == Long.MAX_VALUE
                    ? keys.size() - taken[run]
                    : keys.lowerBound(key + 1, taken[run], keys.size()) - taken[run];
            long more = Math.min(left, equal);
            taken[run] += more;
            left -= more;
        }
        return taken;
    }

    private long below(long key) {
        long count = 0;
        for (OrderedKeys run : runs) {
            count += run.lowerBound(key, 0, run.size());
        }
        return count;
    }

    private Stream tree(long[] first, long[] end, int firstRun, int endRun) {
        if (endRun - firstRun == 1) {
            return new Leaf(firstRun, first[firstRun], end[firstRun]);
        }
        int middle = (firstRun + endRun) >>> 1;
        return new Merge(tree(first, end, firstRun, middle), tree(first, end, middle, endRun));
    }

    private static void write(Stream merged, long at, Rows rows) {
        MemorySegment[] from = rows.from().toArray(MemorySegment[]::new);
        MemorySegment to = rows.to();
        long[] places = merged.places;
        int n = merged.count;
        switch (rows.width()) {
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    to.set(ValueLayout.JAVA_BYTE, at + i, from[run(places[i])].get(ValueLayout.JAVA_BYTE, index(places[i])));
                }
            }
            case 2 -> {
                for (int i = 0; i < n; i++) {
                    to.set(Layouts.SHORT, 2 * (at + i), from[run(places[i])].get(Layouts.SHORT, 2 * index(places[i])));
                }
            }
            case 4 -> {
                for (int i = 0; i < n; i++) {
                    to.set(Layouts.INT, 4 * (at + i), from[run(places[i])].get(Layouts.INT, 4 * index(places[i])));
                }
            }
            default -> {
                for (int i = 0; i < n; i++) {
                    to.set(Layouts.LONG, 8 * (at + i), from[run(places[i])].get(Layouts.LONG, 8 * index(places[i])));
                }
            }
        }
    }

    private static int run(long place) {
        return (int) (place >>> INDEX_BITS);
    }

    private static long index(long place) {
        return place & ((1L << INDEX_BITS) - 1);
    }

    /** Sorted keys and where they are, a tile at a time. */
    private abstract static class Stream {
        final long[] keys = new long[TILE];
        final long[] places = new long[TILE];
        /** Keys in the tile. */
        int count;
        /** The next one of them. */
        int next;

        /** Puts the next keys into the tile; none if the stream has ended. */
        abstract void fill();

        /** Keys left in the tile, which is filled again when it is empty. */
        final int ready() {
            if (next == count) {
                fill();
                next = 0;
            }
            return count - next;
        }
    }

    /** A run's keys. */
    private final class Leaf extends Stream {
        private final Reader reader;
        private final long tag;
        private final long end;
        private long at;

        private Leaf(int run, long first, long end) {
            this.reader = runs.get(run).reader();
            this.tag = (long) run << INDEX_BITS;
            this.at = first;
            this.end = end;
        }

        @Override
        void fill() {
            count = (int) Math.min(TILE, end - at);
            reader.read(at, count, keys);
            for (int i = 0; i < count; i++) {
                places[i] = tag | (at + i);
            }
            at += count;
        }
    }

    /** Two streams' keys in order. */
    private static final class Merge extends Stream {
        private final Stream left;
        private final Stream right;

        private Merge(Stream left, Stream right) {
            this.left = left;
            this.right = right;
        }

        @Override
        void fill() {
            count = 0;
            while (count < TILE) {
                int fromLeft = left.ready();
                int fromRight = right.ready();
                if (fromLeft == 0 && fromRight == 0) {
                    return;
                }
                if (fromLeft == 0 || fromRight == 0) {
                    copy(fromLeft == 0 ? right : left);
                } else {
                    // So many steps exhaust neither tile.
                    merge(Math.min(TILE - count, Math.min(fromLeft, fromRight)));
                }
            }
        }

        private void copy(Stream from) {
            int n = Math.min(TILE - count, from.count - from.next);
            System.arraycopy(from.keys, from.next, keys, count, n);
            System.arraycopy(from.places, from.next, places, count, n);
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
                places[i] = takeLeft != 0 ? left.places[l] : right.places[r];
                l += takeLeft;
                r += 1 - takeLeft;
            }
            left.next = l;
            right.next = r;
            count += steps;
        }
    }
}
