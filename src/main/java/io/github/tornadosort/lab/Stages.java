package io.github.tornadosort.lab;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.graph.Checkpoint;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.graph.Tally;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The stages of an algorithm, each a graph of kernels that run together, in one plan; the host runs them in any order and as
 * often as it likes. Arrays stay on the device between stages: the first stage that names an array brings it there; a later
 * one takes it over from whichever stage ran last, and that one must have it too, since TornadoVM hands arrays from one graph
 * to the next only.
 */
final class Stages implements AutoCloseable {
    private final SortDevice device;
    private final IntArray parameters;
    private final Checkpoint checkpoint;
    private final GridScheduler grids = new GridScheduler();
    private final List<ImmutableTaskGraph> graphs = new ArrayList<>();
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Object, TornadoExecutionResult> lastResults = new IdentityHashMap<>();
    private TornadoExecutionPlan plan;
    private Tally tally;

    /**
     * @param parameters what every kernel reads: brought to the device whenever a stage runs
     * @param checkpoint called before each execution, and before arrays are brought to the host
     */
    Stages(SortDevice device, IntArray parameters, Checkpoint checkpoint) {
        this.device = device;
        this.parameters = parameters;
        this.checkpoint = checkpoint;
    }

    /** Adds a kernel to a graph, under this name. */
    @FunctionalInterface
    interface Kernel {
        TaskGraph addTo(TaskGraph graph, String name);
    }

    /** A graph that is being put together, and then can be run. */
    final class Stage {
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

        /** Arrays that are brought to the device each time, and stay there. */
        Stage send(Object... arrays) {
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, arrays);
            return keep(arrays);
        }

        /** Arrays that are on the device, and stay there. */
        Stage use(Object... arrays) {
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

        /** A kernel for work-groups of so many work-items. */
        Stage kernel(String task, int items, Kernel kernel) {
            kernel.addTo(graph, task);
            WorkerGrid grid = new WorkerGrid1D(items);
            grid.setLocalWork(items, 1, 1);
            grids.addWorkerGrid(name + "." + task, grid);
            workers.add(grid);
            workItems.add(items);
            return this;
        }

        /** A kernel that is a parallel loop. */
        Stage loop(String task, Kernel kernel) {
            kernel.addTo(graph, task);
            return this;
        }

        /** Completes the graph. */
        Stage done() {
            graph.persistOnDevice(resident.toArray());
            graph.transferToHost(DataTransferMode.UNDER_DEMAND, resident.toArray());
            graphs.add(graph.snapshot());
            return this;
        }

        /** Runs the kernels, each in so many groups. */
        void run(int... groups) {
            checkpoint.check(parameters);
            for (int i = 0; i < groups.length; i++) {
                workers.get(i).setGlobalWork((long) groups[i] * workItems.get(i), 1, 1);
                workers.get(i).setLocalWork(workItems.get(i), 1, 1);
            }
            TornadoExecutionResult result = tally.execute(index);
            resident.forEach(array -> lastResults.put(array, result));
        }
    }

    /** A new stage. One is put together after the other. */
    Stage stage(String name) {
        return new Stage(name);
    }

    /** Begins a sort, whose executions' results a watcher sees. */
    void begin(boolean timed, Consumer<TornadoExecutionResult> watcher) {
        if (plan == null) {
            plan = new TornadoExecutionPlan(graphs.toArray(ImmutableTaskGraph[]::new));
            plan.withDevice(device.tornado());
            plan.withGridScheduler(grids);
        }
        if (timed) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        tally = new Tally(plan, timed, false, watcher);
    }

    /** Brings the first elements of an array to the host. */
    void fetch(TornadoNativeArray array, int elements) {
        checkpoint.check(parameters);
        lastResults.get(array).transferToHost(new DataRange(array).withOffset(0).withSize(elements));
    }

    /** What was done since {@link #begin}. */
    Outcome outcome(int buffer, int passes) {
        return tally.outcome(buffer, passes);
    }

    @Override
    public void close() {
        if (plan == null) {
            return;
        }
        try {
            plan.close();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
    }
}
