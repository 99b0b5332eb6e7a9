package io.github.tornadosort.lab;

import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.kernel.lab.Buckets;
import io.github.tornadosort.kernel.lab.Network;
import io.github.tornadosort.kernel.lab.Pairing;
import io.github.tornadosort.kernel.lab.SegmentEntry;
import io.github.tornadosort.kernel.lab.StepParameters;
import io.github.tornadosort.kernel.lab.TileEntry;
import io.github.tornadosort.kernel.lab.Tiles;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code sample}: keys are cut into up to 128 buckets between the splitters of a random sample, 32 keys of it to a bucket (16
 * where keys have 64 bits), and the buckets again, until each fits a work-group's local memory, where an odd-even merge
 * network sorts it (Leischner, Osipov and Sanders 2010). All segments of one depth go through the same launches. Keys equal
 * to a splitter have a bucket of their own, which needs no more sorting. Stable: buckets are filled in the keys' order, and
 * the network breaks ties by position.
 */
final class SampleSort extends LaboratoryPlan {
    private static final int DIGIT_BITS = Buckets.MOST_LEVELS + 1;

    /** Keys between two places. */
    private record Segment(int begin, int end) {
        int size() {
            return end - begin;
        }
    }

    private final int window;
    private final int oversampling;
    private final IntArray segments;
    private final IntArray sampleWindows;
    private final IntArray samples;
    private final IntArray splitters;
    private final IntArray tiles;
    private final IntArray counts;
    private final IntArray sums;
    private final IntArray starts;
    private final IntArray windows;
    private final DeviceScan scan;
    private final Stages.Stage cutting;
    private final Stages.Stage sorting;

    SampleSort(Setting setting) {
        super(setting);
        this.window = geometry.comparedTile();
        this.oversampling = 32 >> wide;
        // Segments are longer than a window, and have a bucket for each half window of theirs at least.
        int mostSegments = Math.ceilDiv(capacity, window);
        int mostTiles = Math.ceilDiv(capacity, geometry.tile()) + mostSegments;
        int mostBuckets = 8 * mostSegments;
        this.segments = arrays.ints(mostSegments * SegmentEntry.WORDS);
        this.sampleWindows = arrays.ints(2 * mostSegments);
        this.samples = arrays.ints(mostBuckets / 2 * oversampling << wide);
        this.splitters = arrays.ints(mostSegments * Buckets.TREE_WORDS);
        this.tiles = arrays.ints(mostTiles * TileEntry.WORDS);
        this.counts = arrays.ints((Math.ceilDiv(capacity, geometry.tile()) << DIGIT_BITS) + mostBuckets);
        this.sums = arrays.ints(DeviceScan.sums());
        this.starts = arrays.ints(mostBuckets);
        this.windows = arrays.ints(4 * (mostSegments + 1));
        this.scan = new DeviceScan(context, counts, sums, p, geometry);
        this.cutting = cutting();
        this.sorting = sorting();
    }

    private Stages.Stage cutting() {
        IntArray none = arrays.ints(1);
        int items = geometry.workItems();
        Stages.Stage stage = stage("cut")
                .use(samples, splitters, counts, sums, starts, none)
                .send(segments, sampleWindows, tiles)
                .kernel("draw", items, (graph, task) ->
                        graph.task(task, Buckets::draw, context, keys[0], samples, segments, wide, items))
                .kernel("sample", items, (graph, task) -> graph.task(
                        task, Network::sortWindows, context, samples, samples, none, none, sampleWindows, data, p, 1,
                        Pairing.ODD_EVEN_MERGE, kind, wide, Network.NO_TIES, 0, Buckets.MOST * oversampling, items))
                .kernel("plant", items, (graph, task) -> graph.task(
                        task, Buckets::plant, context, samples, splitters, segments, p, kind, wide, items))
                .kernel("count", items, (graph, task) -> graph.task(
                        task, Tiles::sort, context, keys[0], keys[1], values[0], values[1], counts, tiles, splitters,
                        data, p, 1, kind, wide, withValues, items, geometry.items(), DIGIT_BITS, 2));
        return scan.addTo(stage)
                .kernel("place", items, (graph, task) ->
                        graph.task(task, Buckets::place, context, counts, splitters, starts, segments, items))
                .kernel("scatter", items, (graph, task) -> graph.task(
                        task, Tiles::scatter, context, keys[1], keys[0], values[1], values[0], counts, tiles, splitters,
                        data, p, 1, kind, wide, withValues, items, geometry.items(), DIGIT_BITS))
                .done();
    }

    private Stages.Stage sorting() {
        return stage("small").send(windows)
                .kernel("sort", geometry.workItems(), (graph, task) -> graph.task(
                        task, Network::sortWindows, context, keys[0], keys[1], values[0], values[1], windows, data, p,
                        1, Pairing.ODD_EVEN_MERGE, kind, wide, Network.BY_POSITION, withValues, window,
                        geometry.workItems()))
                .done();
    }

    @Override
    Outcome sort(int n, Order order) {
        List<Segment> done = new ArrayList<>();
        List<Segment> open = new ArrayList<>();
        (n > window ? open : done).add(new Segment(0, n));
        int passes = 1;
        while (!open.isEmpty()) {
            open = cut(open, done);
            passes++;
        }
        done.sort((a, b) -> Integer.compare(a.begin(), b.begin()));
        int count = fill(done);
        p.set(StepParameters.OFFSET, 0);
        setWindow(Math.min(window, Integer.highestOneBit(n - 1) * 2));
        sorting.run(count);
        return stages.outcome(1, passes);
    }

    /** Cuts segments into buckets; returns those that are too long for a window, and adds the others to those done. */
    private List<Segment> cut(List<Segment> open, List<Segment> done) {
        int tile = 0;
        int counter = 0;
        int bucket = 0;
        int sample = 0;
        int longestSample = 0;
        for (int s = 0; s < open.size(); s++) {
            Segment segment = open.get(s);
            int levels = levels(segment);
            int sampled = oversampling << levels;
            int segmentTiles = Math.ceilDiv(segment.size(), geometry.tile());
            int entry = s * SegmentEntry.WORDS;
            segments.set(entry + SegmentEntry.BEGIN, segment.begin());
            segments.set(entry + SegmentEntry.END, segment.end());
            segments.set(entry + SegmentEntry.SAMPLE_BEGIN, sample);
            segments.set(entry + SegmentEntry.SAMPLE_END, sample + sampled);
            segments.set(entry + SegmentEntry.COUNTER, counter);
            segments.set(entry + SegmentEntry.TILES, segmentTiles);
            segments.set(entry + SegmentEntry.LEVELS, levels);
            segments.set(entry + SegmentEntry.BUCKETS, bucket);
            sampleWindows.set(2 * s, sample);
            sampleWindows.set(2 * s + 1, sample + sampled);
            for (int t = 0; t < segmentTiles; t++) {
                int at = (tile + t) * TileEntry.WORDS;
                int begin = segment.begin() + t * geometry.tile();
                tiles.set(at + TileEntry.BEGIN, begin);
                tiles.set(at + TileEntry.END, Math.min(segment.end(), begin + geometry.tile()));
                tiles.set(at + TileEntry.COUNTER, counter + t);
                tiles.set(at + TileEntry.STRIDE, segmentTiles);
                tiles.set(at + TileEntry.SEGMENT, s);
                tiles.set(at + TileEntry.LEVELS, levels);
            }
            tile += segmentTiles;
            counter += segmentTiles * 2 << levels;
            bucket += 2 << levels;
            sample += sampled;
            longestSample = Math.max(longestSample, sampled);
        }
        setWindow(longestSample);
        int groups = scan.prepare(counter);
        int each = open.size();
        cutting.run(each, each, each, tile, groups, 1, groups, each, tile);
        stages.fetch(starts, bucket);
        return buckets(open, done);
    }

    private List<Segment> buckets(List<Segment> cut, List<Segment> done) {
        List<Segment> open = new ArrayList<>();
        int at = 0;
        for (Segment segment : cut) {
            int buckets = 2 << levels(segment);
            for (int bucket = 0; bucket < buckets; bucket++) {
                int end = bucket + 1 < buckets ? starts.get(at + bucket + 1) : segment.end();
                Segment keysOfBucket = new Segment(starts.get(at + bucket), end);
                boolean equal = bucket % 2 == 1;
                if (keysOfBucket.size() > 0) {
                    (equal || keysOfBucket.size() <= window ? done : open).add(keysOfBucket);
                }
            }
            at += buckets;
        }
        return open;
    }

    /** As many buckets as are half a window long on average, if that is not too many. */
    private int levels(Segment segment) {
        int halves = Math.ceilDiv(segment.size(), window / 2);
        return Math.min(Buckets.MOST_LEVELS, Integer.SIZE - Integer.numberOfLeadingZeros(halves - 1));
    }

    private void setWindow(int size) {
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
