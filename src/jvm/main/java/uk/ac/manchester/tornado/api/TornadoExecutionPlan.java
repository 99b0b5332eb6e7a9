package uk.ac.manchester.tornado.api;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;
import uk.ac.manchester.tornado.jvm.GraphExecution;
import uk.ac.manchester.tornado.jvm.JvmDevice;
import uk.ac.manchester.tornado.jvm.MemoryLimit;
import uk.ac.manchester.tornado.jvm.Profile;

/**
 * Runs task graphs on a device. A plan must not be used by several threads at the same time. The {@code with…} methods
 * change the plan and return it.
 */
public class TornadoExecutionPlan implements AutoCloseable {
    /** The device of plans that do not choose one. */
    public static TornadoDevice DEFAULT_DEVICE =
            TornadoRuntimeProvider.getTornadoRuntime().getDefaultDevice();

    private static final AtomicInteger PLANS = new AtomicInteger();

    private final int id = PLANS.incrementAndGet();
    private final List<GraphExecution> graphs;
    private final MemoryLimit memory = new MemoryLimit();
    private List<GraphExecution> selected;
    private GraphExecution last;
    private boolean profiled;
    private boolean printed;

    public TornadoExecutionPlan(ImmutableTaskGraph... immutableTaskGraphs) {
        graphs = Arrays.stream(immutableTaskGraphs)
                .map(graph -> new GraphExecution(graph.graph(), device(DEFAULT_DEVICE), memory))
                .toList();
        selected = graphs;
    }

    /**
     * Returns a device.
     *
     * @param driverIndex the index of the backend
     * @param deviceIndex the index of the device in the backend
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoBackendNotFound if there is no such backend
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoDeviceNotFound if the backend has no such device
     */
    public static TornadoDevice getDevice(int driverIndex, int deviceIndex) {
        return TornadoRuntimeProvider.getTornadoRuntime().getBackend(driverIndex).getDevice(deviceIndex);
    }

    /** Runs the selected graphs in their order. By default, all graphs are selected. */
    public TornadoExecutionResult execute() {
        long start = System.nanoTime();
        Profile profile = new Profile();
        for (GraphExecution graph : selected) {
            graph.run(last, profile);
            last = graph;
        }
        profile.totalNanos = System.nanoTime() - start;
        if (printed) {
            System.out.println(profile);
        }
        return new TornadoExecutionResult(selected, profiled ? profile : new Profile());
    }

    /** Selects one graph for subsequent executions. */
    public TornadoExecutionPlan withGraph(int graphIndex) {
        if (graphIndex < 0 || graphIndex >= graphs.size()) {
            throw new TornadoRuntimeException(
                    "no graph " + graphIndex + ": the number of graphs in the plan is " + graphs.size());
        }
        selected = List.of(graphs.get(graphIndex));
        return this;
    }

    /** Selects all graphs for subsequent executions. */
    public TornadoExecutionPlan withAllGraphs() {
        selected = graphs;
        return this;
    }

    /** Sets the device of all graphs. Their memory and compiled tasks on another device are discarded. */
    public TornadoExecutionPlan withDevice(TornadoDevice device) {
        graphs.forEach(graph -> graph.moveTo(device(device)));
        return this;
    }

    private static JvmDevice device(TornadoDevice device) {
        if (device instanceof JvmDevice jvm) {
            return jvm;
        }
        throw new TornadoRuntimeException("device " + device + " does not belong to the JVM backend");
    }

    /** Returns the device of a graph. */
    public TornadoDevice getDevice(int immutableTaskGraphIndex) {
        return graphs.get(immutableTaskGraphIndex).device();
    }

    /**
     * Sets the grids of tasks.
     *
     * @throws TornadoRuntimeException if the scheduler names no task of the graphs of this plan
     */
    public TornadoExecutionPlan withGridScheduler(GridScheduler gridScheduler) {
        if (graphs.stream().noneMatch(graph -> graph.hasTaskOf(gridScheduler))) {
            throw new TornadoRuntimeException(
                    "the grid scheduler names " + gridScheduler.keySet() + ", none of which is a task of this plan");
        }
        graphs.forEach(graph -> graph.use(gridScheduler));
        return this;
    }

    public TornadoExecutionPlan withProfiler(ProfilerMode profilerMode) {
        profiled = true;
        printed = profilerMode == ProfilerMode.CONSOLE;
        return this;
    }

    public TornadoExecutionPlan withoutProfiler() {
        profiled = false;
        printed = false;
        return this;
    }

    /**
     * Limits the device memory of the plan.
     *
     * @param memoryLimit a number followed by B, KB, MB or GB, such as {@code 512MB}
     */
    public TornadoExecutionPlan withMemoryLimit(String memoryLimit) {
        memory.set(memoryLimit);
        return this;
    }

    public TornadoExecutionPlan withoutMemoryLimit() {
        memory.clear();
        return this;
    }

    /** Throws an exception: this backend does not support CUDA graphs. */
    public TornadoExecutionPlan withCUDAGraph() {
        throw new TornadoRuntimeException("withCUDAGraph is for the PTX and CUDA backends; this is the JVM backend");
    }

    /** Frees the device memory of the plan. The next execution transfers its inputs again. */
    public TornadoExecutionPlan freeDeviceMemory() {
        graphs.forEach(GraphExecution::free);
        last = null;
        return this;
    }

    /** Returns the size in bytes of the arrays that the plan has on the device. */
    public long getCurrentDeviceMemoryUsage() {
        return memory.used();
    }

    /** Returns a number that is unique among the plans of this process. */
    public long getId() {
        return id;
    }

    /** Frees the device memory of the plan. */
    @Override
    public void close() throws TornadoExecutionPlanException {
        freeDeviceMemory();
    }
}
