package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

class GatherTest {
    @ParameterizedTest
    @MethodSource("io.github.tornadosort.SortDevice#all")
    void readsNothingOutsideTheValues(SortDevice device) throws TornadoExecutionPlanException {
        LongArray from = LongArray.fromElements(10, 20, 30);
        IntArray order = IntArray.fromElements(1, -5, Integer.MAX_VALUE, 3, Integer.MIN_VALUE, 0);
        LongArray to = new LongArray(order.getSize());
        IntArray length = IntArray.fromElements(order.getSize());
        TaskGraph graph = new TaskGraph("gather")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, from, order, length);
        new Gather(from, order, to).addTo(graph, "values", length, 0, order.getSize(), 4, 1);
        graph.transferToHost(DataTransferMode.EVERY_EXECUTION, to);
        WorkerGrid1D grid = new WorkerGrid1D(4);
        grid.setLocalWork(4, 1, 1);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(Handle.of(device)).withGridScheduler(new GridScheduler("gather.values", grid)).execute();
        }
        assertThat(to.toHeapArray()).containsExactly(20, 10, 30, 30, 10, 10);
    }
}
