package io.github.tornadosort.examples;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.stage.SortStage;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** The example of docs/task-graphs.md: a sort between two kernels of a program, whose data stays on the device. */
public final class SortBetweenKernels {
    static void produce(IntArray keys, IntArray values, IntArray seed) {
        for (@Parallel int i = 0; i < keys.getSize(); i++) {
            keys.set(i, (i + seed.get(0)) * 0x9E3779B9);
            values.set(i, i);
        }
    }

    static void consume(IntArray keys, IntArray values, IntArray result) {
        for (@Parallel int i = 0; i < keys.getSize(); i++) {
            result.set(i, keys.get(i) ^ values.get(i));
        }
    }

    /** Runs twenty rounds; returns the last round's result. */
    public static IntArray run() throws Exception {
        int n = 100_000;
        IntArray keys = new IntArray(n);
        IntArray values = new IntArray(n);
        IntArray seed = new IntArray(1);
        IntArray result = new IntArray(n);
        TaskGraph produce = new TaskGraph("produce")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, seed)
                .task("make", SortBetweenKernels::produce, keys, values, seed)
                .persistOnDevice(keys, values);
        try (SortStage sort = SortStage.builder("sort").after("produce").keys(keys, KeyType.INT32).values(values).build()) {
            TaskGraph consume = new TaskGraph("consume")
                    .consumeFromDevice(sort.lastGraph(), keys, values)
                    .task("use", SortBetweenKernels::consume, keys, values, result)
                    .transferToHost(DataTransferMode.EVERY_EXECUTION, result);
            ImmutableTaskGraph[] graphs = sort.between(produce.snapshot(), consume.snapshot());
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
                sort.scheduleOn(plan, new GridScheduler());
                for (int round = 0; round < 20; round++) {
                    seed.set(0, round);
                    plan.withGraph(0).execute();
                    sort.run(n - round * 1000); // any number of keys up to the capacity
                    plan.withGraph(graphs.length - 1).execute();
                }
            }
        }
        return result;
    }
}
