package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.policy.Execution;

/**
 * {@code radix-local}: sorts by one digit per pass, from the least significant digit up. A pass sorts each tile in local memory
 * by one-bit splits, scans the table of digit counts, and writes each tile digit by digit, so that neighbouring work-items
 * write to neighbouring addresses (Satish, Harris and Garland 2009, §IV; Programming Massively Parallel Processors, §13.4 to
 * §13.6). Stable.
 */
public final class RadixLocal extends TileRadixPlan {
    /** Width of a digit if the caller does not choose one: as in Satish, Harris and Garland 2009, §IV. */
    private static final int DEFAULT_DIGIT_BITS = 4;

    /** Creates the graphs and their buffers. */
    public RadixLocal(PlanRequest request) {
        super(request, digitBits(request.shape().digitBits()), 1, TileKernels.ONE_DIGIT);
    }

    private static int digitBits(int chosen) {
        return chosen == Execution.BY_POLICY ? DEFAULT_DIGIT_BITS : chosen;
    }

    @Override
    protected Outcome sort(int n, WordOrder order) {
        prepare(n);
        int end = Long.SIZE - Long.numberOfLeadingZeros(order.bits());
        int passes = 0;
        for (int shift = Long.numberOfTrailingZeros(order.bits()); shift < end; shift += digitBits) {
            setDigit(shift, end);
            sortTiles();
            scatter();
            passes++;
        }
        return graphs.outcome(0, passes);
    }
}
