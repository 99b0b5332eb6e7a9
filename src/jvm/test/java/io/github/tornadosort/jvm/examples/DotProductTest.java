package io.github.tornadosort.jvm.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.RepeatedTest;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.jvm.junit.CheckedKernels;

@CheckedKernels
class DotProductTest {
    static final int GROUP = 64;

    /** Computes the sum of the products of each group. */
    static void dotProduct(KernelContext context, FloatArray a, FloatArray b, FloatArray sums) {
        float[] partial = context.allocateFloatLocalArray(GROUP);
        int item = context.localIdx;
        partial[item] = a.get(context.globalIdx) * b.get(context.globalIdx);
        for (int half = GROUP / 2; half > 0; half = half / 2) {
            context.localBarrier();
            if (item < half) {
                partial[item] = partial[item] + partial[item + half];
            }
        }
        if (item == 0) {
            sums.set(context.groupIdx, partial[0]);
        }
    }

    @RepeatedTest(10)
    void sumsEachGroup() throws Exception {
        FloatArray a = new FloatArray(4 * GROUP);
        FloatArray b = new FloatArray(4 * GROUP);
        FloatArray sums = new FloatArray(4);
        a.init(2);
        b.init(3);
        TaskGraph graph = new TaskGraph("example")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, a, b)
                .task("dot", DotProductTest::dotProduct, new KernelContext(), a, b, sums)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, sums);
        WorkerGrid grid = new WorkerGrid1D(4 * GROUP);
        grid.setLocalWork(GROUP, 1, 1);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withGridScheduler(new GridScheduler("example.dot", grid)).execute();
        }
        for (int group = 0; group < 4; group++) {
            assertEquals(6 * GROUP, sums.get(group));
        }
    }
}
