package uk.ac.manchester.tornado.api;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;
import uk.ac.manchester.tornado.jvm.GraphExecution;
import uk.ac.manchester.tornado.jvm.JvmDevice;
import uk.ac.manchester.tornado.jvm.MemoryLimit;
import uk.ac.manchester.tornado.jvm.Profile;

/**
 * Runs task graphs on a device. A plan is used by one thread at a time. Its {@code with…} methods change the plan and
 * return it.
 */
public class TornadoExecutionPlan implements AutoCloseable {

    /** The device of backend 0 that plans run on unless told otherwise. */
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
     * A device by the number of its backend and its own.
     *
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoBackendNotFound if there is no such backend
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoDeviceNotFound if the backend has no such device
     */
    public static TornadoDevice getDevice(int driverIndex, int deviceIndex) {
        return TornadoRuntimeProvider.getTornadoRuntime().getBackend(driverIndex).getDevice(deviceIndex);
    }

    /** Plans made by this process so far. */
    public static int getTotalPlans() {
        return PLANS.get();
    }

    public static TornadoDeviceMap getTornadoDeviceMap() {
        return new TornadoDeviceMap();
    }

    /** Runs the selected graphs, all of them unless told otherwise, in their order. */
    public TornadoExecutionResult execute() {
        long start = System.nanoTime();
        Profile profile = new Profile();
        for (GraphExecution graph : selected) {
            graph.run(last, profile);
            last = graph;
        }
        profile.totalNanos = System.nanoTime() - start;
        profile.deviceBytes = memory.used();
        if (printed) {
            System.out.println(profile);
        }
        return new TornadoExecutionResult(selected, profiled ? profile : new Profile());
    }

    /** Selects one graph for the executions that follow. */
    public TornadoExecutionPlan withGraph(int graphIndex) {
        if (graphIndex < 0 || graphIndex >= graphs.size()) {
            throw new TornadoRuntimeException("no graph " + graphIndex + ": the plan has " + graphs.size());
        }
        selected = List.of(graphs.get(graphIndex));
        return this;
    }

    /** Selects all graphs for the executions that follow. */
    public TornadoExecutionPlan withAllGraphs() {
        selected = graphs;
        return this;
    }

    /** Compiles the selected graphs' tasks now. */
    public TornadoExecutionPlan withPreCompilation() {
        selected.forEach(graph -> graph.compile(new Profile()));
        return this;
    }

    /** Runs all graphs on this device from now on; what they had on another device is dropped. */
    public TornadoExecutionPlan withDevice(TornadoDevice device) {
        graphs.forEach(graph -> graph.moveTo(device(device)));
        return this;
    }

    private static JvmDevice device(TornadoDevice device) {
        if (device instanceof JvmDevice jvm) {
            return jvm;
        }
        throw new TornadoRuntimeException("device " + device + " is none of the JVM backend's");
    }

    /** The device of one graph. */
    public TornadoDevice getDevice(int immutableTaskGraphIndex) {
        return graphs.get(immutableTaskGraphIndex).device();
    }

    /**
     * Gives tasks their grids.
     *
     * @throws TornadoRuntimeException if the scheduler names no task of the plan's graphs
     */
    public TornadoExecutionPlan withGridScheduler(GridScheduler gridScheduler) {
        if (graphs.stream().noneMatch(graph -> graph.hasTaskOf(gridScheduler))) {
            throw new TornadoRuntimeException(
                    "the grid scheduler names " + gridScheduler.keySet() + ", none of which is a task of this plan");
        }
        graphs.forEach(graph -> graph.use(gridScheduler));
        return this;
    }

    /** Takes the tasks' grids away again. */
    public TornadoExecutionPlan withDefaultScheduler() {
        graphs.forEach(graph -> graph.use(new GridScheduler()));
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
     * Limits what the plan may hold on the device.
     *
     * @param memoryLimit such as {@code 512MB}: a number, and B, KB, MB or GB
     */
    public TornadoExecutionPlan withMemoryLimit(String memoryLimit) {
        memory.set(memoryLimit);
        return this;
    }

    public TornadoExecutionPlan withoutMemoryLimit() {
        memory.clear();
        return this;
    }

    /** Flags for the compiler of another backend are accepted and of no effect; this backend has none. */
    public TornadoExecutionPlan withCompilerFlags(TornadoVMBackendType backend, String compilerFlags) {
        if (backend == TornadoVMBackendType.JAVA) {
            throw new TornadoRuntimeException("the JVM backend has no compiler flags; got '" + compilerFlags + "'");
        }
        return this;
    }

    /** Not on this backend. */
    public TornadoExecutionPlan withCUDAGraph() {
        throw new TornadoRuntimeException("withCUDAGraph is for the PTX and CUDA backends; this is the JVM backend");
    }

    /** Frees what the plan holds on the device; the next execution transfers its inputs anew. */
    public TornadoExecutionPlan freeDeviceMemory() {
        graphs.forEach(GraphExecution::free);
        last = null;
        return this;
    }

    /** Frees the plan's device memory and forgets its compiled tasks. */
    public TornadoExecutionPlan resetDevice() {
        freeDeviceMemory();
        graphs.forEach(GraphExecution::discardCompiledTasks);
        return this;
    }

    /** Bytes of the arrays that the plan holds on the device. */
    public long getCurrentDeviceMemoryUsage() {
        return memory.used();
    }

    /** A number that no other plan of this process has. */
    public long getId() {
        return id;
    }

    /** Frees the plan's device memory. */
    @Override
    public void close() throws TornadoExecutionPlanException {
        freeDeviceMemory();
    }
}
