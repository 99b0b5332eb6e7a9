package io.github.tornadosort.lab;

import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.kernel.PassParameters;
import io.github.tornadosort.kernel.lab.Split;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * {@code radix-split}: one bit a pass, each by flags, a scan over all keys and a scatter (Programming Massively Parallel
 * Processors, 4th edition, §13.3, Figure 13.4; the "naive" row of Merrill and Grimshaw 2011, Table 1). The baseline that the
 * other radix sorts are measured by.
 */
final class RadixSplit extends LaboratoryPlan {
    private final IntArray flags;
    private final IntArray sums;
    private final DeviceScan scan;
    private final Stages.Stage[] passes;

    RadixSplit(Setting setting) {
        super(setting);
        this.flags = arrays.ints(capacity);
        this.sums = arrays.ints(DeviceScan.sums());
        this.scan = new DeviceScan(context, flags, sums, p, geometry);
        this.passes = new Stages.Stage[] {pass("forth", 0, 1), pass("back", 1, 0)};
    }

    private Stages.Stage pass(String name, int from, int to) {
        Stages.Stage stage = holding(name).use(flags, sums);
        stage.kernel("flags", geometry.workItems(),
                (graph, task) -> graph.task(task, Split::flags, context, keys[from], flags, p, kind, wide));
        scan.addTo(stage);
        return stage.kernel("scatter", geometry.workItems(), (graph, task) -> graph.task(
                task, Split::scatter, context, keys[from], keys[to], values[from], values[to], flags, sums, p,
                kind, wide, withValues))
                .done();
    }

    @Override
    Outcome sort(int n, Order order) {
        int groups = scan.prepare(n);
        int done = 0;
        p.set(PassParameters.MASK, 1);
        for (long bits = order.bits(); bits != 0; bits &= bits - 1) {
            p.set(PassParameters.SHIFT, Long.numberOfTrailingZeros(bits));
            passes[done % 2].run(groups(n), groups, 1, groups, groups(n));
            done++;
        }
        return stages.outcome(done % 2, done);
    }
}
