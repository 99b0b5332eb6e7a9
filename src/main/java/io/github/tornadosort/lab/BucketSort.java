package io.github.tornadosort.lab;

import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.kernel.OrderedBits;
import io.github.tornadosort.kernel.lab.SegmentEntry;
import io.github.tornadosort.kernel.lab.StepParameters;
import io.github.tornadosort.kernel.lab.Tiles;
import io.github.tornadosort.kernel.lab.Windows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Keys are cut into buckets, and the buckets again, until each fits a work-group's local memory, where a bitonic network
 * sorts it; neighbouring buckets that fit together are sorted together. What a bucket is, {@link SampleSort} and
 * {@link MsdRadix} say. All segments of one depth go through the same launches. Stable: buckets are filled in the keys' order,
 * and the network breaks ties by position where equal keys can be told apart.
 */
abstract class BucketSort extends LaboratoryPlan {
    /** Most bits of a bucket's number. */
    static final int MOST_BITS = 8;
    /** Buckets are cut this often at most: only a caller's comparison that contradicts itself needs more. */
    private static final int MOST_CUTS = 64;
    /** Bits of such a number that one round of a tile's sort settles. */
    private static final int ROUND_BITS = 2;

    /**
     * Keys between two places.
     *
     * @param bits ones at the ordered bits in which they may differ; none if they are equal
     */
    record Segment(int begin, int end, long bits) {
        int size() {
            return end - begin;
        }
    }

    /** Most keys that the network sorts. */
    final int window;
    /** Segments are longer than a window. */
    final int mostSegments;
    final IntArray segments;
    private final IntArray tiles;
    private final IntArray counts;
    private final IntArray sums;
    private final IntArray starts;
    private final IntArray windows;
    private final DeviceScan scan;
    private final Stages.Stage sorting;
    private final Stages.Stage sortingIntegers;

    /** @param bucketsPerSegment that all segments of one depth have on average, at most */
    BucketSort(Setting setting, int bucketsPerSegment) {
        super(setting);
        this.window = geometry.comparedTile();
        this.mostSegments = Math.ceilDiv(capacity, window);
        int fullTiles = Math.ceilDiv(capacity, geometry.tile());
        int mostBuckets = bucketsPerSegment * mostSegments;
        this.segments = arrays.ints(mostSegments * SegmentEntry.WORDS);
        this.tiles = arrays.ints(2 * (fullTiles + mostSegments));
        this.counts = arrays.ints((fullTiles << MOST_BITS) + mostBuckets);
        this.sums = arrays.ints(DeviceScan.sums());
        this.starts = arrays.ints(mostBuckets);
        this.windows = arrays.ints(4 * (mostSegments + 1));
        this.scan = new DeviceScan(context, counts, sums, p, geometry);
        this.sorting = sorting("small", 1);
        this.sortingIntegers = kind == OrderedBits.INTEGER && withValues == 0 ? sorting("integers", 0) : null;
    }

    private Stages.Stage sorting(String name, int stable) {
        return stage(name).send(windows)
                .kernel("sort", geometry.workItems(), (graph, task) -> graph.task(
                        task, Windows::sort, context, keys[0], keys[1], values[0], values[1], windows, data, p, kind,
                        wide, withValues, stable, window, geometry.workItems()))
                .done();
    }

    /** A stage that uses what {@link #addCut} does. */
    final Stages.Stage cutting() {
        return stage("cut").use(counts, sums, starts).send(segments, tiles);
    }

    /**
     * Adds the kernels that cut all segments into buckets, and completes the stage.
     *
     * @param by what is a key's bucket: {@link Tiles#SEGMENTS_DIGITS} or {@link Tiles#SPLITTERS}
     */
    final Stages.Stage addCut(Stages.Stage stage, int by, IntArray splitters) {
        IntArray none = arrays.ints(1);
        int items = geometry.workItems();
        stage.use(none);
        stage.kernel("count", items, (graph, task) -> graph.task(
                task, Tiles::sort, context, keys[0], keys[1], values[0], values[1], counts, tiles, segments, splitters,
                none, data, p, by, kind, wide, withValues, items, geometry.items(), MOST_BITS, ROUND_BITS));
        return scan.addTo(stage)
                .kernel("place", items,
                        (graph, task) -> graph.task(task, Tiles::place, context, counts, starts, segments, items))
                .kernel("scatter", items, (graph, task) -> graph.task(
                        task, Tiles::scatter, context, keys[1], keys[0], values[1], values[0], counts, tiles, segments,
                        data, p, by, wide, withValues, items, geometry.items(), MOST_BITS))
                .done();
    }

    /** Bits of a bucket's number when a segment is cut. */
    abstract int bits(Segment segment);

    /** The lowest bit of the segment's digit, where that is a bucket's number. */
    abstract int shift(Segment segment);

    /** The ordered bits in which keys of a segment's bucket may differ. */
    abstract long bitsOfBucket(Segment segment, int bucket);

    /**
     * Runs the stage of {@link #addCut}.
     *
     * @param open what is cut
     * @param groups of its kernels
     */
    abstract void run(List<Segment> open, int... groups);

    @Override
    final Outcome sort(int n, Order order) {
        List<Segment> done = new ArrayList<>();
        List<Segment> open = new ArrayList<>();
        add(new Segment(0, n, order.bits()), open, done);
        int passes = 1;
        while (!open.isEmpty() && passes <= MOST_CUTS) {
            open = cut(open, done);
            passes++;
        }
        done.addAll(open);
        done.sort(Comparator.comparingInt(Segment::begin));
        int count = fill(done);
        p.set(StepParameters.OFFSET, 0);
        setWindow(Math.min(window, n));
        boolean compareAll = order.bits() == (wide != 0 ? -1L : 0xffffffffL);
        (sortingIntegers != null && compareAll ? sortingIntegers : sorting).run(count);
        return stages.outcome(1, passes);
    }

    /** Those that fit a window, or need no window to sort them, are done; if they fit one together, they are one. */
    private void add(Segment segment, List<Segment> open, List<Segment> done) {
        if (segment.bits() != 0 && segment.size() > window) {
            open.add(segment);
            return;
        }
        Segment last = done.isEmpty() ? null : done.getLast();
        if (last != null && last.end() == segment.begin() && segment.end() - last.begin() <= window) {
            done.removeLast();
            done.add(new Segment(last.begin(), segment.end(), last.bits() | segment.bits()));
        } else {
            done.add(segment);
        }
    }

    /** Cuts segments into buckets; returns those that are too long for a window, and adds the others to those done. */
    private List<Segment> cut(List<Segment> open, List<Segment> done) {
        int tile = 0;
        int counter = 0;
        int bucket = 0;
        int keysBefore = 0;
        for (int s = 0; s < open.size(); s++) {
            Segment segment = open.get(s);
            int segmentTiles = Math.ceilDiv(segment.size(), geometry.tile());
            int entry = s * SegmentEntry.WORDS;
            segments.set(entry + SegmentEntry.BEGIN, segment.begin());
            segments.set(entry + SegmentEntry.END, segment.end());
            segments.set(entry + SegmentEntry.BASE, segment.begin() - keysBefore);
            segments.set(entry + SegmentEntry.COUNTER, counter);
            segments.set(entry + SegmentEntry.TILES, segmentTiles);
            segments.set(entry + SegmentEntry.BITS, bits(segment));
            segments.set(entry + SegmentEntry.SHIFT, shift(segment));
            segments.set(entry + SegmentEntry.BUCKETS, bucket);
            for (int t = 0; t < segmentTiles; t++) {
                tiles.set(2 * (tile + t), s);
                tiles.set(2 * (tile + t) + 1, t);
            }
            tile += segmentTiles;
            counter += segmentTiles << bits(segment);
            bucket += 1 << bits(segment);
            keysBefore += segment.size();
        }
        int groups = scan.prepare(counter);
        run(open, tile, groups, 1, groups, open.size(), tile);
        stages.fetch(starts, bucket);
        return buckets(open, done);
    }

    private List<Segment> buckets(List<Segment> cut, List<Segment> done) {
        List<Segment> open = new ArrayList<>();
        int at = 0;
        for (Segment segment : cut) {
            int buckets = 1 << bits(segment);
            for (int bucket = 0; bucket < buckets; bucket++) {
                int begin = starts.get(at + bucket);
                int end = bucket + 1 < buckets ? starts.get(at + bucket + 1) : segment.end();
                if (begin < end) {
                    add(new Segment(begin, end, bitsOfBucket(segment, bucket)), open, done);
                }
            }
            at += buckets;
        }
        return open;
    }

    /** Windows of so many keys at most. */
    final void setWindow(int most) {
        int size = Math.max(Windows.KEYS, Integer.highestOneBit(most - 1) * 2);
        p.set(StepParameters.WINDOW, size);
        p.set(StepParameters.FIRST_SIZE, 2);
        p.set(StepParameters.LAST_SIZE, size);
    }

    /**
     * Fills windows with whole buckets, one behind the other, as many as fit; long ones, of equal keys, are cut. Returns
     * the number of windows.
     */
    private int fill(List<Segment> buckets) {
        int count = 0;
        int begin = 0;
        int end = 0;
        for (Segment bucket : buckets) {
            if (bucket.end() - begin > window && end > begin) {
                putWindow(count++, begin, end);
                begin = end;
            }
            while (bucket.end() - begin > window) {
                putWindow(count++, begin, begin + window);
                begin += window;
            }
            end = bucket.end();
        }
        if (end > begin) {
            putWindow(count++, begin, end);
        }
        return count;
    }

    private void putWindow(int number, int begin, int end) {
        windows.set(2 * number, begin);
        windows.set(2 * number + 1, end);
    }
}
