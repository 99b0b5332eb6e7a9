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
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task4;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Checks that a device computes the same results as Java for a {@link Probe}. */
final class ProbeCheck {
    private static final String TASK = "probe";
    private static final int WORK_ITEMS = 32;
    private static final int PAIRS = 4 * WORK_ITEMS;
    /** Number of work-items that exchange numbers. */
    private static final int ITEMS = 2 * WORK_ITEMS;
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
    void all() {
        narrow();
        wide();
    }

    /** Checks operations of 32 bits. */
    void narrow() {
        arithmetic("Probe.arithmetic", Probe.RESULTS, Probe::arithmetic);
        IntArray expected = new IntArray(ITEMS);
        for (int i = 0; i < ITEMS; i++) {
            expected.set(i, in.get(group(i) + WORK_ITEMS - 1 - i % WORK_ITEMS));
        }
        exchange("Probe.exchange", expected, Probe::exchange);
    }

    /** Checks operations of 64 bits. */
    void wide() {
        arithmetic("Probe.wideArithmetic", Probe.WIDE_RESULTS, Probe::wideArithmetic);
        IntArray expected = new IntArray(2 * ITEMS);
        for (int i = 0; i < ITEMS; i++) {
            long next = 2L * in.get(group(i) + (i + 1) % WORK_ITEMS);
            expected.set(2 * i, (int) next);
            expected.set(2 * i + 1, (int) (next >>> 32));
        }
        exchange("Probe.wideExchange", expected, Probe::wideExchange);
    }

    private void arithmetic(String kernel, int results, Task4<IntArray, IntArray, IntArray, Integer> probe) {
        IntArray out = run.arrays().ints(PAIRS * results);
        IntArray expected = new IntArray(PAIRS * results);
        probe.apply(in, expected, p, PAIRS);
        execute(kernel, PAIRS, new Object[] {in, p}, out, graph -> graph.task(TASK, probe, in, out, p, PAIRS));
        KernelRun.compare(kernel, "result", out, expected, PAIRS * results);
    }

    /** Checks that work-items read what others of their group wrote. */
    private void exchange(String kernel, IntArray expected, Task4<KernelContext, IntArray, IntArray, Integer> probe) {
        IntArray out = run.arrays().ints(expected.getSize());
        KernelContext context = new KernelContext();
        execute(kernel, ITEMS, new Object[] {in}, out, graph -> graph.task(TASK, probe, context, in, out, WORK_ITEMS));
        KernelRun.compare(kernel, "number", out, expected, expected.getSize());
    }

    /** {@return the first work-item of the group of a work-item} */
    private static int group(int item) {
        return item / WORK_ITEMS * WORK_ITEMS;
    }

    private void execute(String kernel, int items, Object[] used, IntArray out, Consumer<TaskGraph> adder) {
        KernelTask task = KernelTask.perBlock(TASK, WORK_ITEMS, adder);
        run.execute(kernel, p, List.of(task), new LaunchSize(items, items / WORK_ITEMS, 1), used, new Object[] {out});
    }
}
