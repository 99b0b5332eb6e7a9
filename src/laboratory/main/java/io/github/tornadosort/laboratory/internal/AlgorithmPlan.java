package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.GroupPrefix;
import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.GraphRunner;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.PlanGraph;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The base class of all algorithms' plans. It owns two buffers of keys, two buffers of values, the parameter buffer, and the task
 * graphs. A {@link Stage} is one graph: kernels that always run together. The host runs the stages in any order, each as often as
 * needed; the first one transfers keys and values to the device.
 *
 * <p>Arrays stay on the device between stages. The first stage that uses an array transfers it there. A later stage consumes the
 * array from the stage that ran before it, which must use the array too: TornadoVM passes arrays from one graph to the next graph
 * only.
 */
abstract class AlgorithmPlan implements SortPlan {
    protected final KernelContext context = new KernelContext();
    protected final PlanShape shape;
    protected final Geometry geometry;
    /** The maximum number of keys per sort. */
    protected final int capacity;
    protected final DeviceArrays arrays;
    /** Two buffers; see {@link KeyWords} for their layout. */
    protected final IntArray[] keys;
    /** Two buffers of one word per key, or of a single word if nothing moves with the keys. */
    protected final IntArray[] values;
    /** The parameter buffer: see {@link PassParameters} and {@link AlgorithmParameters}. It is transferred when a stage runs. */
    protected final IntArray p;
    /** The kind of the keys: see {@link KeyWords#rank}. */
    protected final int kind;
    /** 1 for 64-bit keys, 0 for 32-bit keys. */
    protected final int wide;
    /** 1 if values or indices move with the keys, otherwise 0. */
    protected final int withValues;
    private final PlanRequest request;
    private final GridScheduler grids = new GridScheduler();
    private final List<ImmutableTaskGraph> graphs = new ArrayList<>();
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Object, TornadoExecutionResult> lastResults = new IdentityHashMap<>();
    private final Stage load;
    private TornadoExecutionPlan plan;
    private GraphRunner runner;

    /**
     * The arguments of every algorithm's plan.
     *
     * @param arrays allocates the plan's arrays; the plan releases them when it is closed
     * @param policy determines the {@link Geometry}
     * @param shape width and kind of the keys, and what moves with them
     * @param capacity the maximum number of keys per sort
     * @param checkpoint called before each execution and before each copy to the host
     */
    record PlanRequest(
            SortDevice device, DeviceArrays arrays, SortPolicy policy, PlanShape shape, int capacity,
            Checkpoint checkpoint) {}

    protected AlgorithmPlan(PlanRequest request) {
        this.request = request;
        this.shape = request.shape();
        this.geometry = Geometry.of(request.policy());
        this.capacity = request.capacity();
        this.arrays = request.arrays();
        this.kind = shape.kind();
        this.wide = shape.bytes() == Long.BYTES ? 1 : 0;
        this.withValues = shape.withValues() ? 1 : 0;
        this.keys = new IntArray[] {arrays.ints(capacity << wide), arrays.ints(capacity << wide)};
        int valuesCapacity = shape.withValues() ? capacity : 1;
        this.values = new IntArray[] {arrays.ints(valuesCapacity), arrays.ints(valuesCapacity)};
        this.p = arrays.parameters(AlgorithmParameters.WORDS);
        this.load = load();
    }

    private Stage load() {
        Stage stage = new Stage("load").transfer(keys[0]).use(keys[1], values[1]);
        if (shape.payload() == Payload.VALUES) {
            stage.transfer(values[0]);
        } else {
            stage.use(values[0]);
        }
        stage.touch();
        if (shape.payload() == Payload.INDICES) {
            stage.kernel("indices",
                    (graph, task) -> graph.task(task, GroupValues::number, context, values[0], p, geometry.workItems()));
        }
        return stage.build();
    }

    /** Sorts the first {@code n} keys of the first buffer; {@code n} is at least 2. */
    protected abstract Outcome sort(int n, WordOrder order);

    @Override
    public final Outcome run(int n, WordOrder order) {
        if (plan == null) {
            plan = new TornadoExecutionPlan(graphs.toArray(ImmutableTaskGraph[]::new));
            plan.withDevice(Handle.of(request.device()));
            plan.withGridScheduler(grids);
        }
        if (order.timed()) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        runner = new GraphRunner(plan, request.checkpoint(), p, order.timed(), false);
        if (n < 2) {
            return outcome(0, 0);
        }
        p.set(PassParameters.N, n);
        p.set(PassParameters.SPAN, geometry.tile());
        order.writeTo(p);
        if (shape.payload() == Payload.INDICES) {
            load.run(Math.ceilDiv(n, geometry.tile()));
        } else {
            load.run();
        }
        return sort(n, order);
    }

    /**
     * {@return the times of all executions of this sort}
     *
     * @param buffer index of the buffer that holds the result
     * @param passes number of passes over the keys
     */
    protected final Outcome outcome(int buffer, int passes) {
        return runner.outcome(buffer, passes);
    }

    /** Copies the first elements of an array to the host. */
    protected final void fetch(TornadoNativeArray array, int elements) {
        GraphRunner.fetch(lastResults.get(array), array, 0, elements, request.checkpoint(), p);
    }

    @Override
    public final IntArray keys() {
        return keys[0];
    }

    @Override
    public final IntArray values() {
        return values[0];
    }

    @Override
    public final IntArray sortedKeys(Outcome outcome, int n) {
        fetch(keys[outcome.buffer()], n << wide);
        return keys[outcome.buffer()];
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        fetch(values[outcome.buffer()], n);
        return values[outcome.buffer()];
    }

    /** {@return the number of groups of a kernel with one work-item per key} */
    protected final int groups(int n) {
        return Math.ceilDiv(n, geometry.workItems());
    }

    @Override
    public final void close() {
        try {
            if (plan != null) {
                DriverCalls.close(plan);
            }
        } finally {
            arrays.release();
        }
    }

    /** Begins a new stage with all buffers, whose kernels take every one of them as an argument. */
    protected final Stage stage(String name) {
        return new Stage(name).use(keys[0], keys[1], values[0], values[1]);
    }

    /** Begins a new stage with all buffers, whose kernels need not take them as arguments. An additional task does. */
    protected final Stage touchingStage(String name) {
        return stage(name).touch();
    }

    /** A kernel that writes the first element of each buffer back to itself. One work-item; reads and writes 16 bytes. */
    static void touch(IntArray keys0, IntArray keys1, IntArray values0, IntArray values1) {
        for (@Parallel int one = 0; one < 1; one++) {
            keys0.set(one, keys0.get(one));
            keys1.set(one, keys1.get(one));
            values0.set(one, values0.get(one));
            values1.set(one, values1.get(one));
        }
    }

    /** Adds a kernel to a graph as a task with the given name. */
    @FunctionalInterface
    interface Kernel {
        TaskGraph addTo(TaskGraph graph, String task);
    }

    /** One graph. It is built by the calls from {@link #stage} to {@link #build}, and can then run. The next one begins after that. */
    final class Stage {
        private final String name;
        private final int index = graphs.size();
        private final TaskGraph graph;
        private final List<String> kernels = new ArrayList<>();
        private final List<Object> resident = new ArrayList<>();

        /** Begins a stage without arrays. */
        Stage(String name) {
            this.name = name;
            this.graph = new TaskGraph(name).transferToDevice(DataTransferMode.EVERY_EXECUTION, p);
        }

        /** Declares arrays that are transferred to the device at each execution and stay there. */
        Stage transfer(Object... transferred) {
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, transferred);
            return keep(transferred);
        }

        /** Declares arrays that are on the device already and stay there. */
        Stage use(Object... used) {
            for (Object array : used) {
                if (known.contains(array)) {
                    graph.consumeFromDevice(array);
                } else {
                    graph.transferToDevice(DataTransferMode.FIRST_EXECUTION, array);
                }
            }
            return keep(used);
        }

        private Stage keep(Object... kept) {
            known.addAll(List.of(kept));
            resident.addAll(List.of(kept));
            return this;
        }

        /** Adds a kernel that runs in groups of {@link Geometry#workItems} work-items. */
        Stage kernel(String task, Kernel kernel) {
            kernel.addTo(graph, task);
            kernels.add(name + "." + task);
            PlanGraph.setGrid(grids, kernels.getLast(), 1, geometry.workItems());
            return this;
        }

        /**
         * Adds a task that takes all buffers as arguments. TornadoVM transfers an array to the device, or passes it from one
         * graph to the next, only if a task of the graph takes it.
         */
        private Stage touch() {
            graph.task("hold", AlgorithmPlan::touch, keys[0], keys[1], values[0], values[1]);
            return this;
        }

        /** Completes the graph. */
        Stage build() {
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
        void run(int... groups) {
            for (int i = 0; i < groups.length; i++) {
                PlanGraph.setGrid(grids, kernels.get(i), groups[i], geometry.workItems());
            }
            TornadoExecutionResult result = runner.execute(index);
            resident.forEach(array -> lastResults.put(array, result));
        }
    }

    /** An exclusive prefix sum over one array on the device, by the kernels of {@link GroupPrefix}. */
    protected final class Scan {
        /** Elements per work-item and tile. */
        private static final int ITEMS = 16;
        private static final int MAX_BLOCKS = 512;

        private final IntArray data;
        private final IntArray scanned;
        private final IntArray sums;

        Scan(IntArray data) {
            this.data = data;
            this.scanned = arrays.ints(data.getSize());
            int tiles = Math.ceilDiv(data.getSize(), geometry.workItems() * ITEMS);
            this.sums = arrays.ints(Math.clamp(tiles, 1, MAX_BLOCKS));
        }

        /** {@return the arrays that a stage of the scan uses} */
        Object[] arrays() {
            return new Object[] {data, scanned, sums};
        }

        /** {@return the result: for each element, the sum of those before it} */
        IntArray scanned() {
            return scanned;
        }

        /** {@return the number of groups of each kernel} */
        int groups() {
            return sums.getSize();
        }

        /** Adds two kernels to a stage that uses {@link #arrays}. */
        Stage addTo(Stage stage) {
            int length = AlgorithmParameters.SCAN_LENGTH;
            return stage
                    .kernel("reduce",
                            (graph, task) -> graph.task(task, GroupPrefix::reduceInts, context, data, sums, 0, 0, 1,
                                    p, length, data.getSize(), geometry.workItems(), ITEMS, groups()))
                    .kernel("scan",
                            (graph, task) -> graph.task(task, GroupPrefix::scanInts, context, data, scanned, sums, 0, 0,
                                    1, 0, p, length, data.getSize(), geometry.workItems(), ITEMS, groups()));
        }

        /** Sets the number of elements to scan. */
        void setLength(int length) {
            p.set(AlgorithmParameters.SCAN_LENGTH, length);
        }
    }
}
