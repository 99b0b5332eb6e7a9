package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.WordOrder;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-split}: sorts by one bit per pass, from the least significant bit up. A pass writes each key's bit as a flag,
 * scans the flags of all keys, and scatters the keys (Programming Massively Parallel Processors, 4th edition, §13.3, Figure
 * 13.4; the "naive" row of Merrill and Grimshaw 2011, Table 1). Stable.
 */
public final class RadixSplit extends AlgorithmPlan {
    private final IntArray flags;
    private final Scan scan;
    /** From the first buffer to the second, and from the second to the first. */
    private final Stage[] passes;

    public RadixSplit(PlanRequest request) {
        super(request);
        this.flags = arrays.ints(capacity + 1);
        this.scan = new Scan(flags);
        this.passes = new Stage[] {pass("forth", 0, 1), pass("back", 1, 0)};
    }

    private Stage pass(String name, int from, int to) {
        Stage stage = touchingStage(name).use(scan.arrays());
        stage.kernel("flags",
                (graph, task) -> graph.task(task, SplitKernels::flags, context, keys[from], flags, p, kind, wide));
        scan.addTo(stage);
        return stage.kernel("scatter", (graph, task) -> graph.task(
                task, SplitKernels::scatter, context, keys[from], keys[to], values[from], values[to], scan.scanned(), p,
                kind, wide, withValues))
                .build();
    }

    @Override
    protected Outcome sort(int n, WordOrder order) {
        int groups = scan.groups();
        scan.setLength(n + 1);
        int done = 0;
        p.set(PassParameters.WINDOWS + 1, 1);
        for (long bits = order.bits(); bits != 0; bits &= bits - 1) {
            p.set(PassParameters.WINDOWS, Long.numberOfTrailingZeros(bits));
            passes[done % 2].run(groups(n + 1), groups, groups, groups(n));
            done++;
        }
        return outcome(done % 2, done);
    }
}
