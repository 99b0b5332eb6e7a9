package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.WordOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Cuts the keys into buckets, and the buckets again, until each fits local memory, where {@link MergeKernels#sortTiles} sorts it.
 * Neighbouring buckets that fit together are sorted together. Subclasses define what a bucket is. Stable: buckets are filled in
 * the order of the keys.
 *
 * <p>A <em>segment</em> is a range of keys. Each round cuts all open segments, those that are too long for local memory, with
 * the same kernel launches. The host then reads where the buckets begin; each of them is a segment of the next round, or done.
 */
public abstract class BucketSort extends AlgorithmPlan {
    /** Maximum number of bits of a bucket's number. */
    protected static final int MAX_BITS = 8;
    /** Buckets are cut this often at most. Only kernels that are wrong need more; the sort then ends, and is found wrong. */
    private static final int MAX_CUTS = 64;
    /** Bits of a bucket's number by which one round of a tile's sort sorts. */
    private static final int ROUND_BITS = 2;

    /**
     * A range of keys.
     *
     * @param begin index of the first key
     * @param end index behind the last key
     * @param bits ones at the ordered bits in which the keys may differ; 0 if all keys are equal
     */
    protected record Segment(int begin, int end, long bits) {
        /** {@return the number of keys} */
        public int size() {
            return end - begin;
        }
    }

    /** Maximum number of keys that are sorted in local memory. Open segments are longer. */
    protected final int localKeys;
    /** Maximum number of open segments. */
    protected final int maxSegments;
    /** The table of open segments: see {@link SegmentTable}. */
    protected final IntArray segments;
    private final IntArray tiles;
    private final IntArray counts;
    private final IntArray starts;
    private final IntArray ranges;
    private final Scan scan;
    private final Stage localSort;

    /**
     * @param bucketsPerSegment an upper bound of the number of buckets of all segments of a round, divided by
     *     {@link #maxSegments}
     */
    protected BucketSort(PlanRequest request, int bucketsPerSegment) {
        super(request);
        this.localKeys = geometry.comparedTile();
        this.maxSegments = Math.ceilDiv(capacity, localKeys);
        int fullTiles = Math.ceilDiv(capacity, geometry.tile());
        int maxBuckets = bucketsPerSegment * maxSegments;
        this.segments = arrays.ints(maxSegments * SegmentTable.WORDS);
        this.tiles = arrays.ints(2 * (fullTiles + maxSegments));
        this.counts = arrays.ints((fullTiles << MAX_BITS) + maxBuckets);
        this.starts = arrays.ints(maxBuckets);
        this.ranges = arrays.ints(4 * (maxSegments + 1));
        this.scan = new Scan(counts);
        this.localSort = stage("small").transfer(ranges)
                .kernel("sort", (graph, task) -> graph.task(
                        task, MergeKernels::sortTiles, context, keys[0], keys[1], values[0], values[1], ranges, p, 1,
                        kind, wide, withValues, geometry.workItems(), geometry.comparedItems()))
                .build();
    }

    /** {@return a new stage that uses what {@link #addCut} needs} */
    protected final Stage cutStage() {
        return stage("cut").use(scan.arrays()).use(starts).transfer(segments, tiles);
    }

    /**
     * Adds the kernels that cut all open segments into buckets, and completes the stage.
     *
     * @param digitSource what a key's bucket is: {@link TileKernels#SEGMENT_DIGITS} or {@link TileKernels#SPLITTERS}
     * @param splitters a search tree for each segment; not accessed with digits
     */
    protected final Stage addCut(Stage stage, int digitSource, IntArray splitters) {
        int items = geometry.workItems();
        stage.kernel("count", (graph, task) -> graph.task(
                task, TileKernels::sort, context, keys[0], keys[1], values[0], values[1], counts, tiles, segments,
                splitters, p, digitSource, kind, wide, withValues, items, geometry.items(), MAX_BITS, ROUND_BITS));
        return scan.addTo(stage)
                .kernel("place", (graph, task) -> graph.task(
                        task, TileKernels::bucketStarts, context, scan.scanned(), starts, segments, items))
                .kernel("scatter", (graph, task) -> graph.task(
                        task, TileKernels::scatter, context, keys[1], keys[0], values[1], values[0], scan.scanned(),
                        tiles, segments, p, digitSource, wide, withValues, items, geometry.items(), MAX_BITS))
                .build();
    }

    /** {@return the number of bits of a bucket's number when the segment is cut} */
    protected abstract int bits(Segment segment);

    /** {@return the lowest bit of the segment's digit, if a bucket's number is a digit} */
    protected abstract int shift(Segment segment);

    /** {@return ones at the ordered bits in which the keys of a bucket may differ} */
    protected abstract long bitsOfBucket(Segment segment, int bucket);

    /**
     * Runs the stage of {@link #addCut}.
     *
     * @param open the segments to cut, which are in the table
     * @param groups the number of groups of each of the kernels of {@link #addCut}
     */
    protected abstract void cut(List<Segment> open, int... groups);

    @Override
    protected final Outcome sort(int n, WordOrder order) {
        List<Segment> done = new ArrayList<>();
        List<Segment> open = new ArrayList<>();
        add(new Segment(0, n, order.bits()), open, done);
        int passes = 1;
        while (!open.isEmpty() && passes <= MAX_CUTS) {
            open = cutAll(open, done);
            passes++;
        }
        done.addAll(open);
        done.sort(Comparator.comparingInt(Segment::begin));
        localSort.run(fillRanges(done));
        return outcome(1, passes);
    }

    /**
     * Adds a segment to the open ones if it is too long for local memory and its keys may differ. Otherwise it is done: it is
     * joined to the last segment that is done, if both are neighbours and fit local memory together, or added.
     */
    private void add(Segment segment, List<Segment> open, List<Segment> done) {
        if (segment.bits() != 0 && segment.size() > localKeys) {
            open.add(segment);
            return;
        }
        Segment last = done.isEmpty() ? null : done.getLast();
        if (last != null && last.end() == segment.begin() && segment.end() - last.begin() <= localKeys) {
            done.removeLast();
            done.add(new Segment(last.begin(), segment.end(), last.bits() | segment.bits()));
        } else {
            done.add(segment);
        }
    }

    /** Cuts all open segments into buckets. Returns the buckets that are open; adds the others to those that are done. */
    private List<Segment> cutAll(List<Segment> open, List<Segment> done) {
        int tile = 0;
        int counter = 0;
        int bucket = 0;
        int keysBefore = 0;
        for (int s = 0; s < open.size(); s++) {
            Segment segment = open.get(s);
            int segmentTiles = Math.ceilDiv(segment.size(), geometry.tile());
            int entry = s * SegmentTable.WORDS;
            segments.set(entry + SegmentTable.BEGIN, segment.begin());
            segments.set(entry + SegmentTable.END, segment.end());
            segments.set(entry + SegmentTable.BASE, segment.begin() - keysBefore);
            segments.set(entry + SegmentTable.COUNTER, counter);
            segments.set(entry + SegmentTable.TILES, segmentTiles);
            segments.set(entry + SegmentTable.BITS, bits(segment));
            segments.set(entry + SegmentTable.SHIFT, shift(segment));
            segments.set(entry + SegmentTable.BUCKETS, bucket);
            for (int t = 0; t < segmentTiles; t++) {
                tiles.set(2 * (tile + t), s);
                tiles.set(2 * (tile + t) + 1, t);
            }
            tile += segmentTiles;
            counter += segmentTiles << bits(segment);
            bucket += 1 << bits(segment);
            keysBefore += segment.size();
        }
        scan.setLength(counter);
        cut(open, tile, scan.groups(), scan.groups(), open.size(), tile);
        fetch(starts, bucket);
        return buckets(open, done);
    }

    private List<Segment> buckets(List<Segment> cut, List<Segment> done) {
        List<Segment> open = new ArrayList<>();
        int first = 0;
        for (Segment segment : cut) {
            int buckets = 1 << bits(segment);
            for (int bucket = 0; bucket < buckets; bucket++) {
                int begin = starts.get(first + bucket);
                int end = bucket + 1 < buckets ? starts.get(first + bucket + 1) : segment.end();
                if (begin < end) {
                    add(new Segment(begin, end, bitsOfBucket(segment, bucket)), open, done);
                }
            }
            first += buckets;
        }
        return open;
    }

    /**
     * Covers the segments, which are in order, with ranges that fit local memory: as many whole segments per range as possible.
     * Longer segments, whose keys are all equal, are divided. Returns the number of ranges.
     */
    private int fillRanges(List<Segment> done) {
        int count = 0;
        int begin = 0;
        int end = 0;
        for (Segment segment : done) {
            if (segment.end() - begin > localKeys && end > begin) {
                setRange(count++, begin, end);
                begin = end;
            }
            while (segment.end() - begin > localKeys) {
                setRange(count++, begin, begin + localKeys);
                begin += localKeys;
            }
            end = segment.end();
        }
        if (end > begin) {
            setRange(count++, begin, end);
        }
        return count;
    }

    private void setRange(int number, int begin, int end) {
        ranges.set(2 * number, begin);
        ranges.set(2 * number + 1, end);
    }
}
