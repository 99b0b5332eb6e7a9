package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.GraphRunner;
import io.github.tornadosort.internal.plan.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The task graphs of an algorithm in one execution plan. A {@link Stage} is one graph: kernels that always run together. The
 * host runs the stages in any order, each as often as needed.
 *
 * <p>Arrays stay on the device between stages. The first stage that uses an array transfers it there. A later stage consumes
 * the array from the stage that ran before it, which must use the array too: TornadoVM passes arrays from one graph to the next
 * graph only.
 */
public final class AlgorithmGraphs implements AutoCloseable {
    private final SortDevice device;
    private final IntArray parameters;
    private final IntArray[] keys;
    private final IntArray[] values;
    private final Checkpoint checkpoint;
    private final GridScheduler grids = new GridScheduler();
    private final List<ImmutableTaskGraph> graphs = new ArrayList<>();
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Object, TornadoExecutionResult> lastResults = new IdentityHashMap<>();
    private TornadoExecutionPlan plan;
    private GraphRunner runner;

    /**
     * Creates a plan without graphs.
     *
     * @param parameters transferred to the device whenever a stage runs
     * @param keys both buffers of keys
     * @param values both buffers of values
     * @param checkpoint called before each execution and before each copy to the host
     */
    AlgorithmGraphs(SortDevice device, IntArray parameters, IntArray[] keys, IntArray[] values, Checkpoint checkpoint) {
        this.device = device;
        this.parameters = parameters;
        this.keys = keys;
        this.values = values;
        this.checkpoint = checkpoint;
    }

    /** Adds a kernel to a graph as a task with the given name. */
    @FunctionalInterface
    public interface Kernel {
        TaskGraph addTo(TaskGraph graph, String task);
    }

    /** One graph. It is built by the calls from {@link #stage} to {@link #build}, and can then run. */
    public final class Stage {
        private final String name;
        private final int index;
        private final TaskGraph graph;
        private final List<WorkerGrid> workers = new ArrayList<>();
        private final List<Integer> workItems = new ArrayList<>();
        private final List<Object> resident = new ArrayList<>();

        private Stage(String name) {
            this.name = name;
            this.index = graphs.size();
            this.graph = new TaskGraph(name).transferToDevice(DataTransferMode.EVERY_EXECUTION, parameters);
        }

        /** Declares arrays that are transferred to the device at each execution and stay there. */
        public Stage transfer(Object... arrays) {
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, arrays);
            return keep(arrays);
        }

        /** Declares arrays that are on the device already and stay there. */
        public Stage use(Object... arrays) {
            for (Object array : arrays) {
                if (known.contains(array)) {
                    graph.consumeFromDevice(array);
                } else {
                    graph.transferToDevice(DataTransferMode.FIRST_EXECUTION, array);
                }
            }
            return keep(arrays);
        }

        private Stage keep(Object... arrays) {
            for (Object array : arrays) {
                known.add(array);
                resident.add(array);
            }
            return this;
        }

        /** Adds a kernel that runs in groups of {@code items} work-items. */
        public Stage kernel(String task, int items, Kernel kernel) {
            kernel.addTo(graph, task);
            WorkerGrid grid = new WorkerGrid1D(items);
            grid.setLocalWork(items, 1, 1);
            grids.addWorkerGrid(name + "." + task, grid);
            workers.add(grid);
            workItems.add(items);
            return this;
        }

        /** Adds a task that takes all buffers as arguments. */
        Stage touch() {
            graph.task("hold", TouchKernel::touch, keys[0], keys[1], values[0], values[1]);
            return this;
        }

        /** Completes the graph. */
        public Stage build() {
            graph.persistOnDevice(resident.toArray());
            graph.transferToHost(DataTransferMode.UNDER_DEMAND, resident.toArray());
            graphs.add(graph.snapshot());
            return this;
        }

        /**
         * Runs the kernels.
         *
         * @param groups the number of groups of each kernel, in the order in which {@link #kernel} added them
         */
        public void run(int... groups) {
            for (int i = 0; i < groups.length; i++) {
                workers.get(i).setGlobalWork((long) groups[i] * workItems.get(i), 1, 1);
                workers.get(i).setLocalWork(workItems.get(i), 1, 1);
            }
            TornadoExecutionResult result = runner.execute(index);
            resident.forEach(array -> lastResults.put(array, result));
        }
    }

    /** Begins a new stage with all buffers, whose kernels take every one of them as an argument. */
    public Stage stage(String name) {
        return emptyStage(name).use(keys[0], keys[1], values[0], values[1]);
    }

    /** Begins a new stage with all buffers, whose kernels need not take them as arguments. An additional task does. */
    public Stage touchingStage(String name) {
        return stage(name).touch();
    }

    /** Begins a new stage without arrays. A stage must not begin before the previous one is complete. */
    public Stage emptyStage(String name) {
        return new Stage(name);
    }

    /**
     * Begins a sort.
     *
     * @param watcher receives the result of each execution
     */
    void begin(boolean timed, Consumer<TornadoExecutionResult> watcher) {
        if (plan == null) {
            plan = new TornadoExecutionPlan(graphs.toArray(ImmutableTaskGraph[]::new));
            plan.withDevice(Handle.of(device));
            plan.withGridScheduler(grids);
        }
        if (timed) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        runner = new GraphRunner(plan, checkpoint, parameters, timed, false, watcher);
    }

    /** Copies the first elements of an array to the host. */
    public void fetch(TornadoNativeArray array, int elements) {
        GraphRunner.fetch(lastResults.get(array), array, 0, elements, checkpoint, parameters);
    }

    /**
     * {@return the times of all executions since {@link #begin}}
     *
     * @param buffer index of the buffer that holds the result
     * @param passes number of passes over the keys
     */
    public Outcome outcome(int buffer, int passes) {
        return runner.outcome(buffer, passes);
    }

    @Override
    public void close() {
        if (plan != null) {
            DriverCalls.close(plan);
        }
    }
}
