package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The graphs of a radix sort around arrays of another program, which take the role of the first buffer. */
public final class StageGraphs implements AutoCloseable {
    private final SortDevice device;
    private final KeyType type;
    private final SortPolicy policy;
    private final DeviceArrays arrays;
    private final RadixBuffers buffers;
    private final ResidentGraphs graphs;

    /**
     * Makes the stage's buffers.
     *
     * @param values 32-bit values that move with the keys, or null
     * @param replayed whether the kernels are recorded when they first run, and replayed, where the device can do so
     * @throws IllegalArgumentException if the device has not the memory for all arrays, or one of them is too long
     */
    public StageGraphs(
            String name,
            String producer,
            SortDevice device,
            SortPolicy policy,
            TornadoNativeArray keys,
            KeyType type,
            IntArray values,
            boolean replayed) {
        this.device = device;
        this.type = type;
        this.policy = policy;
        PlanShape shape = PlanShape.of(type, values == null ? Payload.NONE : Payload.VALUES);
        int mostBlocks = RadixGraphs.mostBlocks(device, policy);
        long mostKeys = RadixBuffers.mostKeys(policy, mostBlocks);
        if (keys.getSize() > mostKeys) {
            throw new IllegalArgumentException("a stage for " + keys.getSize() + " " + type.label()
                    + " keys; kernels can number at most " + mostKeys
                    + "; give it a smaller array, or let a Sorter sort in chunks");
        }
        long needed = (long) keys.getSize() * shape.bytesPerKey() + RadixBuffers.fixedBytes(policy, mostBlocks);
        if (needed > device.memoryBytes()) {
            throw new IllegalArgumentException("a stage for " + keys.getSize() + " " + type.label() + " keys needs " + needed
                    + " bytes of the device's memory, which has " + device.memoryBytes()
                    + "; give it a smaller array, or let a Sorter sort in chunks");
        }
        this.arrays = DeviceArrays.on(device);
        try {
            this.buffers = RadixBuffers.around(arrays, keys, values, shape, policy, mostBlocks);
            boolean recorded = replayed && DeviceArrays.isOnCuda(device);
            this.graphs = new ResidentGraphs(name, producer, shape, policy, buffers, replayed, recorded);
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    /** The graphs, in the order in which they stand in the plan. */
    public List<ImmutableTaskGraph> graphs() {
        return graphs.graphs();
    }

    /** Name of the graph that hands the result on. */
    public String lastGraph() {
        return graphs.lastGraph();
    }

    /** Adds the graphs' grids to a scheduler. */
    public void registerGrids(GridScheduler grids) {
        graphs.registerGrids(grids);
    }

    /** Sorts the first n keys where they are. */
    public SortStats run(
            TornadoExecutionPlan plan, int firstGraph, GridScheduler grids, int n, SortOptions options) {
        return run(plan, firstGraph, grids, n, options, result -> {});
    }

    /** The same, and shows each execution's result to a watcher, which can read its profile. */
    public SortStats run(
            TornadoExecutionPlan plan,
            int firstGraph,
            GridScheduler grids,
            int n,
            SortOptions options,
            Consumer<TornadoExecutionResult> watcher) {
        Order order = Order.of(type, options);
        Outcome outcome = graphs.run(plan, firstGraph, grids, n, order, watcher);
        int all = DigitWindow.over(order.bits(), policy.radixBits()).size();
        return SortStats.builder(n)
                .passes(outcome.passes(), all)
                .copies(outcome.copyInNanos(), 0)
                .kernels(outcome.kernelNanos(), outcome.compileNanos())
                .ran(SortStats.Reason.DEVICE, device.toString())
                .chunks(1)
                .build();
    }

    /** Gives back the memory of the stage's buffers. The plan is to be closed before. */
    @Override
    public void close() {
        arrays.release();
    }

    /** Bytes of all arrays that the sort works in, the caller's among them: the device memory that it needs. */
    public long deviceBytes() {
        return buffers.bytes();
    }
}
