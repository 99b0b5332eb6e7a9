package io.github.tornadosort.laboratory.internal;

import java.util.List;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code sample}: cuts the keys into up to 128 buckets between the splitters of a random sample, and the buckets again
 * (Leischner, Osipov and Sanders 2010). Keys equal to a splitter have a separate bucket, which needs no more sorting. Stable.
 */
public final class SampleSort extends BucketSort {
    /** Keys in the sample per bucket, for 32-bit keys. */
    private static final int OVERSAMPLING = 30;
    /** The same for 64-bit keys: as many words. */
    private static final int OVERSAMPLING_WIDE = 15;

    private final int oversampling;
    private final IntArray samples;
    private final Stage cutting;

    public SampleSort(PlanRequest request) {
        // Two buckets for localKeys keys. Rounding up to a power of two may double that. The buckets of keys equal to a
        // splitter double it again.
        super(request, 8);
        this.oversampling = wide == 0 ? OVERSAMPLING : OVERSAMPLING_WIDE;
        this.samples = arrays.ints(4 * maxSegments * oversampling << wide);
        this.cutting = cutting();
    }

    private Stage cutting() {
        IntArray none = arrays.ints(1);
        IntArray splitters = arrays.ints(maxSegments * TileKernels.TREE_WORDS);
        int items = geometry.workItems();
        Stage stage = cutStage().use(samples, splitters, none)
                .kernel("draw", (graph, task) -> graph.task(
                        task, SampleKernels::drawSample, context, keys[0], samples, segments, wide, items))
                .kernel("sample", (graph, task) -> graph.task(
                        task, NetworkKernels::sortTiles, context, samples, none, segments, p, 1,
                        NetworkPairs.ODD_EVEN_MERGE, kind, wide, 0, TileKernels.MAX_BUCKETS * oversampling, items))
                .kernel("plant", (graph, task) -> graph.task(
                        task, SampleKernels::buildTree, context, samples, splitters, segments, p, kind, wide, items));
        return addCut(stage, TileKernels.SPLITTERS, splitters);
    }

    /** Chooses buckets of half of {@code localKeys} keys on average, up to the maximum number of buckets. */
    @Override
    protected int bits(Segment segment) {
        int buckets = Math.ceilDiv(segment.size(), localKeys / 2);
        // The last bit tells keys equal to a splitter from those smaller.
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.min(buckets, TileKernels.MAX_BUCKETS) - 1) + 1;
    }

    @Override
    protected int shift(Segment segment) {
        return 0;
    }

    /** Buckets with odd numbers hold equal keys. */
    @Override
    protected long bitsOfBucket(Segment segment, int bucket) {
        return bucket % 2 == 1 ? 0 : segment.bits();
    }

    @Override
    protected void cut(List<Segment> open, int... groups) {
        int begin = 0;
        int longest = 0;
        for (int s = 0; s < open.size(); s++) {
            int size = oversampling << (bits(open.get(s)) - 1);
            segments.set(s * SegmentTable.WORDS + SegmentTable.SAMPLE_BEGIN, begin);
            segments.set(s * SegmentTable.WORDS + SegmentTable.SAMPLE_END, begin + size);
            begin += size;
            longest = Math.max(longest, size);
        }
        p.set(AlgorithmParameters.FIRST_SIZE, 2);
        p.set(AlgorithmParameters.NETWORK_SIZE, Integer.highestOneBit(longest - 1) * 2);
        p.set(AlgorithmParameters.LAST_SIZE, Integer.highestOneBit(longest - 1) * 2);
        int[] sampleGroups = {open.size(), open.size(), open.size()};
        cutting.run(IntStream.concat(IntStream.of(sampleGroups), IntStream.of(groups)).toArray());
    }
}
