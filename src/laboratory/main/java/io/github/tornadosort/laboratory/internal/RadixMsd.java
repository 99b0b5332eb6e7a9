package io.github.tornadosort.laboratory.internal;

import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-msd}: cuts the keys into 256 buckets by their most significant digit, and the buckets by the next digit, until
 * they fit local memory (Stehle and Jacobsen 2017; Programming Massively Parallel Processors, §13.8). Stable.
 */
public final class RadixMsd extends BucketSort {
    private final Stage cutting;

    public RadixMsd(PlanRequest request) {
        super(request, 1 << MAX_BITS);
        IntArray noSplitters = arrays.ints(1);
        this.cutting = addCut(cutStage().use(noSplitters), TileKernels.SEGMENT_DIGITS, noSplitters);
    }

    @Override
    protected int bits(Segment segment) {
        return Math.min(MAX_BITS, end(segment) - Long.numberOfTrailingZeros(segment.bits()));
    }

    /** Returns the index of the bit above the highest bit in which keys may differ. */
    private static int end(Segment segment) {
        return Long.SIZE - Long.numberOfLeadingZeros(segment.bits());
    }

    @Override
    protected int shift(Segment segment) {
        return end(segment) - bits(segment);
    }

    @Override
    protected long bitsOfBucket(Segment segment, int bucket) {
        return segment.bits() & ((1L << shift(segment)) - 1);
    }

    @Override
    protected void cut(List<Segment> open, int... groups) {
        cutting.run(groups);
    }
}
