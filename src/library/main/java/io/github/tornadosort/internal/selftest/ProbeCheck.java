package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.Probe;
import io.github.tornadosort.internal.plan.KernelTask;
import io.github.tornadosort.internal.plan.LaunchSize;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Checks that a device computes the same results as Java for a {@link Probe}. */
final class ProbeCheck {
    private static final String TASK = "probe";
    private static final int WORK_ITEMS = 32;
    private static final int PAIRS = 4 * WORK_ITEMS;
    /** Edge cases of signs and floats. Every pair of them is tried. */
    private static final int[] EDGES = {
        0, 1, -1, 63, 0x80000000, 0x7fffffff, 0x7f800000, 0xff800000, 0x7f800001, 0xffc00000
    };

    private final KernelRun run;
    private final IntArray in;
    private final IntArray p;

    ProbeCheck(KernelRun run) {
        this.run = run;
        this.in = run.arrays().ints(2 * PAIRS);
        this.p = run.arrays().ints(PassParameters.WORDS);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < PAIRS; i++) {
            boolean edge = i < EDGES.length * EDGES.length;
            in.set(2 * i, edge ? EDGES[i / EDGES.length] : random.nextInt());
            in.set(2 * i + 1, edge ? EDGES[i % EDGES.length] : random.nextInt());
        }
        p.init(0);
    }

    /** @throws KernelRun.WrongKernelException if a result differs */
    void arithmetic() {
        IntArray out = run.arrays().ints(PAIRS * Probe.RESULTS);
        IntArray expected = new IntArray(PAIRS * Probe.RESULTS);
        Probe.arithmetic(in, expected, p, PAIRS);
        execute("Probe.arithmetic", PAIRS, new Object[] {in, p}, out,
                graph -> graph.task(TASK, Probe::arithmetic, in, out, p, PAIRS));
        KernelRun.compare("Probe.arithmetic", "result", out, expected, PAIRS * Probe.RESULTS);
    }

    /** @throws KernelRun.WrongKernelException if work-items do not read what others of their group wrote */
    void exchange() {
        int n = 2 * WORK_ITEMS;
        IntArray out = run.arrays().ints(3 * n);
        IntArray expected = new IntArray(3 * n);
        for (int i = 0; i < n; i++) {
            int group = i / WORK_ITEMS * WORK_ITEMS;
            long next = 2L * in.get(group + (i + 1) % WORK_ITEMS);
            expected.set(3 * i, in.get(group + WORK_ITEMS - 1 - i % WORK_ITEMS));
            expected.set(3 * i + 1, (int) next);
            expected.set(3 * i + 2, (int) (next >>> 32));
        }
        KernelContext context = new KernelContext();
        execute("Probe.exchange", n, new Object[] {in}, out,
                graph -> graph.task(TASK, Probe::exchange, context, in, out, WORK_ITEMS));
        KernelRun.compare("Probe.exchange", "number", out, expected, 3 * n);
    }

    private void execute(String kernel, int items, Object[] used, IntArray out, Consumer<TaskGraph> adder) {
        KernelTask task = KernelTask.perBlock(TASK, WORK_ITEMS, adder);
        run.execute(kernel, p, List.of(task), new LaunchSize(items, items / WORK_ITEMS, 1), used, new Object[] {out});
    }
}
