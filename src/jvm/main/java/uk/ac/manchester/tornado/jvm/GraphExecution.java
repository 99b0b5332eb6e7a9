package uk.ac.manchester.tornado.jvm;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A graph in a plan, with its device, its device arrays and its compiled tasks. */
public final class GraphExecution {
    private final Graph graph;
    private final MemoryLimit memory;
    private final Map<TornadoNativeArray, DeviceArray> deviceArrays = new IdentityHashMap<>();
    private final List<Launch> launches = new ArrayList<>();
    /** Maps each array that shares memory with another array of the graph to such an array. */
    private final Map<TornadoNativeArray, TornadoNativeArray> aliases;

    private JvmDevice device;
    private GridScheduler grids = new GridScheduler();
    private boolean transferred;

    public GraphExecution(Graph graph, JvmDevice device, MemoryLimit memory) {
        this.graph = graph;
        this.device = device;
        this.memory = memory;
        this.aliases = aliases(graph.arrays());
    }

    private static Map<TornadoNativeArray, TornadoNativeArray> aliases(List<TornadoNativeArray> arrays) {
        Map<TornadoNativeArray, TornadoNativeArray> aliases = new IdentityHashMap<>();
        for (TornadoNativeArray array : arrays) {
            arrays.stream()
                    .filter(other -> other != array)
                    .filter(other -> array.getSegment().asOverlappingSlice(other.getSegment()).isPresent())
                    .forEach(other -> aliases.put(array, other));
        }
        return aliases;
    }

    public JvmDevice device() {
        return device;
    }

    /** Returns whether the scheduler has a grid for one of the tasks of the graph. */
    public boolean hasTaskOf(GridScheduler scheduler) {
        return graph.tasks().stream().anyMatch(task -> scheduler.get(task.name()) != null);
    }

    public void use(GridScheduler scheduler) {
        grids = scheduler;
    }

    public void moveTo(JvmDevice other) {
        if (other != device) {
            free();
            launches.clear();
            device = other;
        }
    }

    /** Compiles the tasks unless they are compiled already. */
    private void compile(Profile profile) {
        if (!launches.isEmpty()) {
            return;
        }
        long start = System.nanoTime();
        List<Launch> compiled = graph.tasks().stream()
                .map(task -> task.kernel()
                        .launch(device, task.name(), task.arguments(), array -> deviceArrays.get(array).checked()))
                .toList();
        launches.addAll(compiled);
        profile.compileNanos += Math.max(1, System.nanoTime() - start);
    }

    /**
     * Runs the graph.
     *
     * @param previous the graph that the plan ran before this one, or null; this graph may consume its arrays
     */
    public void run(GraphExecution previous, Profile profile) {
        compile(profile);
        graph.consumed().forEach(array -> consume(array, previous));
        graph.arrays()
                .forEach(array -> deviceArrays.computeIfAbsent(array, a -> new DeviceArray(a, device, memory).retain()));
        if (device == JvmDevice.CHECKED) {
            aliases.forEach((array, other) -> deviceArrays.get(array).checked().markAlias(Transfer.describe(other)));
        }
        long start = System.nanoTime();
        copyIn(profile);
        long kernels = System.nanoTime();
        for (int i = 0; i < launches.size(); i++) {
            launches.get(i).run(grids.get(graph.tasks().get(i).name()));
        }
        long end = System.nanoTime();
        for (Transfer transfer : graph.toHost()) {
            profile.bytesOut += deviceArrays.get(transfer.array()).copyOut(0, transfer.array().getSize());
        }
        profile.copyInNanos += kernels - start;
        profile.kernelNanos += end - kernels;
        profile.copyOutNanos += System.nanoTime() - end;
    }

    private void consume(TornadoNativeArray array, GraphExecution previous) {
        if (previous == null || !previous.deviceArrays.containsKey(array)) {
            throw new TornadoRuntimeException("graph " + graph.name() + " consumes " + Transfer.describe(array)
                    + (previous == null
                            ? ", but no graph was executed before it"
                            : ", but the previously executed graph, " + previous.graph.name()
                                    + ", does not have it; each graph in between must use it and persist it"));
        }
        DeviceArray consumed = previous.deviceArrays.get(array).retain();
        DeviceArray old = deviceArrays.put(array, consumed);
        if (old != null) {
            old.release();
        }
    }

    private void copyIn(Profile profile) {
        for (Transfer transfer : graph.toDevice()) {
            if (!transferred || transfer.mode() == DataTransferMode.EVERY_EXECUTION) {
                profile.bytesIn += deviceArrays.get(transfer.array()).copyIn();
            }
        }
        transferred = true;
    }

    /** Frees the device arrays of the graph. */
    public void free() {
        deviceArrays.values().forEach(DeviceArray::release);
        deviceArrays.clear();
        transferred = false;
    }

    /** Copies elements of an array to the host from the last of the graphs that has it on the device. */
    public static void copyToHost(TornadoNativeArray array, int first, int count, List<GraphExecution> graphs) {
        graphs.reversed().stream()
                .map(graph -> graph.deviceArrays.get(array))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new TornadoRuntimeException(
                        "no graph of this execution has " + Transfer.describe(array) + " on the device"))
                .copyOut(first, count);
    }
}
