package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.policy.Execution;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-local}: sorts by one digit per pass, from the least significant digit up. A pass sorts each tile by the digit in local
 * memory, from the first buffer to the second, and scans the table of digit counts. Then it writes the tiles back to the first buffer
 * digit by digit, so that neighbouring work-items write to neighbouring addresses (Satish, Harris and Garland 2009, §IV; Programming
 * Massively Parallel Processors, §13.4 to §13.6). Between the two halves the first buffer still holds the keys in their old order.
 * Stable.
 */
class RadixLocal extends AlgorithmPlan {
    /** Width of a digit if the caller does not choose one: as in Satish, Harris and Garland 2009, §IV. */
    private static final int DEFAULT_DIGIT_BITS = 4;

    private final int digitBits;
    private final IntArray counts;
    private final Scan scan;
    private final Stage sorting;
    private final Stage scattering;

    RadixLocal(PlanRequest request) {
        this(request, digitBits(request.shape().digitBits()), 1);
    }

    /**
     * @param digitBits width of a digit
     * @param roundBits bits by which one round of a tile's sort sorts: 1 or 2
     */
    protected RadixLocal(PlanRequest request, int digitBits, int roundBits) {
        super(request);
        this.digitBits = digitBits;
        this.counts = arrays.ints(Math.ceilDiv(capacity, geometry.tile()) << digitBits);
        this.scan = new Scan(counts);
        IntArray none = arrays.ints(1);
        Stage stage = stage("count").use(scan.arrays()).use(none);
        stage.kernel("tiles", (graph, task) -> graph.task(
                task, TileKernels::sort, context, keys[0], keys[1], values[0], values[1], counts, none, none, none, p,
                TileKernels.ONE_DIGIT, kind, wide, withValues, geometry.workItems(), geometry.items(), digitBits,
                roundBits));
        this.sorting = scan.addTo(stage).build();
        this.scattering = stage("move").use(scan.scanned(), none)
                .kernel("scatter", (graph, task) -> graph.task(
                        task, TileKernels::scatter, context, keys[1], keys[0], values[1], values[0], scan.scanned(), none,
                        none, p, TileKernels.ONE_DIGIT, wide, withValues, geometry.workItems(), geometry.items(),
                        digitBits))
                .build();
    }

    private static int digitBits(int chosen) {
        return chosen == Execution.BY_POLICY ? DEFAULT_DIGIT_BITS : chosen;
    }

    @Override
    protected Outcome sort(int n, WordOrder order) {
        int tiles = Math.ceilDiv(n, geometry.tile());
        scan.setLength(tiles << digitBits);
        p.set(AlgorithmParameters.TILES, tiles);
        int end = Long.SIZE - Long.numberOfLeadingZeros(order.bits());
        int passes = 0;
        int shift = Long.numberOfTrailingZeros(order.bits());
        while (shift < end && !isSorted(n)) {
            p.set(PassParameters.WINDOWS, shift);
            p.set(PassParameters.WINDOWS + 1, (1 << Math.min(digitBits, end - shift)) - 1);
            sorting.run(tiles, scan.groups(), scan.groups());
            scattering.run(tiles);
            shift += digitBits;
            passes++;
        }
        return outcome(0, passes);
    }

    /** Returns whether all keys are known to be sorted, which ends the sort. It is asked before each pass. */
    protected boolean isSorted(int n) {
        return false;
    }
}
