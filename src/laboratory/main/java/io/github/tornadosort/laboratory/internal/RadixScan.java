package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.WordOrder;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-scan}: sorts by 4 bits per pass, from the least significant bit up. The keys are divided into blocks, one per work-group,
 * which the group walks tile by tile. A pass counts the digits of each block, scans the counts of all blocks, and scatters the keys
 * (Merrill and Grimshaw 2011). Stable. The library's radix sort does a pass in one launch instead, with look-back.
 */
public final class RadixScan extends AlgorithmPlan {
    private static final int MAX_BLOCKS = 512;

    private final IntArray counts;
    private final Scan scan;
    /** From the first buffer to the second, and from the second to the first. */
    private final Stage[] passes;

    public RadixScan(PlanRequest request) {
        super(request);
        this.counts = arrays.ints(blocks(capacity) * ScanKernels.RADIX);
        this.scan = new Scan(counts);
        this.passes = new Stage[] {pass("forth", 0, 1), pass("back", 1, 0)};
    }

    private int blocks(int n) {
        return Math.clamp(Math.ceilDiv(n, geometry.tile()), 1, MAX_BLOCKS);
    }

    private Stage pass(String name, int from, int to) {
        Stage stage = stage(name).use(scan.arrays());
        stage.kernel("upsweep", (graph, task) -> graph.task(
                task, ScanKernels::upsweep, context, keys[from], counts, p, kind, wide, geometry.workItems(),
                geometry.tile()));
        scan.addTo(stage);
        return stage.kernel("downsweep", (graph, task) -> graph.task(
                task, ScanKernels::downsweep, context, keys[from], keys[to], values[from], values[to], scan.scanned(), p,
                kind, wide, withValues, geometry.workItems(), geometry.items()))
                .build();
    }

    @Override
    protected Outcome sort(int n, WordOrder order) {
        int blocks = blocks(n);
        p.set(AlgorithmParameters.TILES, blocks);
        scan.setLength(blocks * ScanKernels.RADIX);
        int end = Long.SIZE - Long.numberOfLeadingZeros(order.bits());
        int done = 0;
        for (int shift = Long.numberOfTrailingZeros(order.bits()); shift < end; shift += ScanKernels.DIGIT_BITS) {
            p.set(PassParameters.WINDOWS, shift);
            p.set(PassParameters.WINDOWS + 1, (1 << Math.min(ScanKernels.DIGIT_BITS, end - shift)) - 1);
            passes[done % 2].run(blocks, scan.groups(), scan.groups(), blocks);
            done++;
        }
        return outcome(done % 2, done);
    }
}
