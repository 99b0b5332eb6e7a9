package io.github.tornadosort.lab;

import io.github.tornadosort.kernel.lab.Buckets;
import io.github.tornadosort.kernel.lab.Network;
import io.github.tornadosort.kernel.lab.Pairing;
import io.github.tornadosort.kernel.lab.SegmentEntry;
import io.github.tornadosort.kernel.lab.Tiles;
import java.util.List;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code sample}: keys are cut into up to 128 buckets between the splitters of a random sample, 30 keys of it to a bucket (15
 * where keys have 64 bits), and the buckets again (Leischner, Osipov and Sanders 2010). Keys equal to a splitter have a bucket
 * of their own, which needs no more sorting.
 */
final class SampleSort extends BucketSort {
    private static final int OVERSAMPLING = 30;
    private static final int OVERSAMPLING_WIDE = 15;

    private final int oversampling;
    private final IntArray sampleWindows;
    private final IntArray samples;
    private final Stages.Stage cutting;

    SampleSort(Setting setting) {
        // A bucket for each half window at least, twice as many of powers of two, and those of equal keys.
        super(setting, 8);
        this.oversampling = wide == 0 ? OVERSAMPLING : OVERSAMPLING_WIDE;
        this.sampleWindows = arrays.ints(2 * mostSegments);
        this.samples = arrays.ints(4 * mostSegments * oversampling << wide);
        this.cutting = cut();
    }

    private Stages.Stage cut() {
        IntArray none = arrays.ints(1);
        IntArray splitters = arrays.ints(mostSegments * Buckets.TREE_WORDS);
        int items = geometry.workItems();
        Stages.Stage stage = cutting().use(samples, splitters, none).send(sampleWindows)
                .kernel("draw", items,
                        (graph, task) -> graph.task(task, Buckets::draw, context, keys[0], samples, segments, wide, items))
                .kernel("sample", items, (graph, task) -> graph.task(
                        task, Network::sortWindows, context, samples, samples, none, none, sampleWindows, data, p, 1,
                        Pairing.ODD_EVEN_MERGE, kind, wide, Network.NO_TIES, Buckets.MOST * oversampling, items))
                .kernel("plant", items, (graph, task) -> graph.task(
                        task, Buckets::plant, context, samples, splitters, segments, p, kind, wide, items));
        return addCut(stage, Tiles.SPLITTERS, splitters);
    }

    /** As many buckets as are half a window long on average, if that is not too many; and those of equal keys. */
    @Override
    int bits(Segment segment) {
        int halves = Math.ceilDiv(segment.size(), window / 2);
        return Math.min(Buckets.MOST_LEVELS, Integer.SIZE - Integer.numberOfLeadingZeros(halves - 1)) + 1;
    }

    @Override
    int shift(Segment segment) {
        return 0;
    }

    /** Those of odd buckets are equal. */
    @Override
    long bitsOfBucket(Segment segment, int bucket) {
        return bucket % 2 == 1 ? 0 : segment.bits();
    }

    @Override
    void run(List<Segment> open, int... groups) {
        int sample = 0;
        int longest = 0;
        for (int s = 0; s < open.size(); s++) {
            int size = oversampling << (bits(open.get(s)) - 1);
            segments.set(s * SegmentEntry.WORDS + SegmentEntry.SAMPLE_BEGIN, sample);
            segments.set(s * SegmentEntry.WORDS + SegmentEntry.SAMPLE_END, sample + size);
            sampleWindows.set(2 * s, sample);
            sampleWindows.set(2 * s + 1, sample + size);
            sample += size;
            longest = Math.max(longest, size);
        }
        setWindow(longest);
        int[] drawn = {open.size(), open.size(), open.size()};
        cutting.run(IntStream.concat(IntStream.of(drawn), IntStream.of(groups)).toArray());
    }
}
