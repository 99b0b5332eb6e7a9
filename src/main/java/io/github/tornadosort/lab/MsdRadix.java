package io.github.tornadosort.lab;

import io.github.tornadosort.kernel.lab.Tiles;
import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-msd}: keys are cut into 256 buckets by their most significant digit, and buckets by the next one, until they
 * fit a work-group's local memory (Stehle and Jacobsen 2017; Programming Massively Parallel Processors, §13.8).
 */
final class MsdRadix extends BucketSort {
    private final Stages.Stage cutting;

    MsdRadix(Setting setting) {
        super(setting, 1 << MOST_BITS);
        IntArray noSplitters = arrays.ints(1);
        this.cutting = addCut(cutting().use(noSplitters), Tiles.SEGMENTS_DIGITS, noSplitters);
    }

    @Override
    int bits(Segment segment) {
        return Math.min(MOST_BITS, end(segment) - Long.numberOfTrailingZeros(segment.bits()));
    }

    /** One past the highest bit in which keys may differ. */
    private static int end(Segment segment) {
        return Long.SIZE - Long.numberOfLeadingZeros(segment.bits());
    }

    @Override
    int shift(Segment segment) {
        return end(segment) - bits(segment);
    }

    @Override
    long bitsOfBucket(Segment segment, int bucket) {
        return segment.bits() & ((1L << shift(segment)) - 1);
    }

    @Override
    void run(List<Segment> open, int... groups) {
        cutting.run(groups);
    }
}
