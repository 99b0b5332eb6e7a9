package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.backend.Backend;
import java.util.List;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The graphs of a radix sort around arrays owned by the caller, which serve as the first buffer. */
public final class StageGraphs implements AutoCloseable {
    private final SortDevice device;
    private final KeyType type;
    private final SortPolicy policy;
    private final DeviceArrays arrays;
    private final RadixBuffers buffers;
    private final ResidentGraphs graphs;
    private TornadoExecutionResult last;

    /**
     * What a sort writes besides its keys.
     *
     * @param indices whether the values are the indices of the keys before the sort, and not those of the caller
     * @param moved values to gather by these indices after the sort
     * @param toHost arrays to copy to the host after each run
     */
    public record Results(boolean indices, List<Moved> moved, List<TornadoNativeArray> toHost) {
        /** A sort of keys, or of keys and values, whose results stay on the device. */
        public static final Results NONE = new Results(false, List.of(), List.of());

        long bytes() {
            return moved.stream()
                    .mapToLong(values -> values.from().getNumBytesOfSegmentWithHeader()
                            + values.to().getNumBytesOfSegmentWithHeader())
                    .sum();
        }
    }

    /** Values of 1, 2, 4 or 8 bytes, and the array of the same type that receives them in the order of the keys. */
    public record Moved(TornadoNativeArray from, TornadoNativeArray to) {}

    /** Allocates the buffers and builds the graphs of a sort of keys, or of keys and values, whose results stay on the device. */
    public StageGraphs(
            String name,
            String producer,
            SortDevice device,
            SortPolicy policy,
            TornadoNativeArray keys,
            KeyType type,
            IntArray values,
            boolean replayed) {
        this(name, producer, device, policy, keys, type, values, Results.NONE, replayed);
    }

    /**
     * Allocates the buffers and builds the graphs.
     *
     * @param producer name of the graph that leaves the input on the device; null if it is copied from the host in each run
     * @param values 32-bit values that move with the keys, or the array for indices; null if there is none
     * @param replayed whether kernels are recorded on their first run and replayed afterwards, if the device supports that
     * @throws IllegalArgumentException if the device does not have enough memory, or if an array is too long
     */
    public StageGraphs(
            String name,
            String producer,
            SortDevice device,
            SortPolicy given,
            TornadoNativeArray keys,
            KeyType type,
            IntArray values,
            Results results,
            boolean replayed) {
        this.device = device;
        this.type = type;
        // A recorded graph keeps the addresses of its arrays. An array that both the survey and a merge took from the host would have two.
        this.policy = replayed && (producer == null || results.indices()) ? given.withMergedKeys(0) : given;
        PlanShape shape = PlanShape.of(type, payload(values, results));
        int maxBlocks = RadixGraphs.maxBlocks(device, policy, keys.getSize());
        long maxKeys = RadixBuffers.maxKeys(policy, maxBlocks);
        if (keys.getSize() > maxKeys) {
            throw new IllegalArgumentException("a stage for " + keys.getSize() + " " + type.label()
                    + " keys; kernels can index at most " + maxKeys
                    + "; use a smaller array, or a Sorter, which sorts in chunks");
        }
        long needed = (long) keys.getSize() * shape.bytesPerKey() + RadixBuffers.fixedBytes(policy, maxBlocks)
                + RadixBuffers.tileBytes(keys, shape, policy) + results.bytes();
        if (needed > device.memoryBytes()) {
            throw new IllegalArgumentException("a stage for " + keys.getSize() + " " + type.label() + " keys needs " + needed
                    + " bytes of device memory, but the device has " + device.memoryBytes()
                    + "; use a smaller array, or a Sorter, which sorts in chunks");
        }
        this.arrays = DeviceArrays.on(device);
        try {
            IntArray moving = values == null && results.indices() ? arrays.ints(keys.getSize()) : values;
            this.buffers = RadixBuffers.around(arrays, keys, moving, shape, policy, maxBlocks, !replayed);
            boolean recorded = replayed && Backend.of(device).recordsGraphs();
            this.graphs = new ResidentGraphs(name, producer, shape, policy, buffers, results, replayed, recorded);
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    private static Payload payload(IntArray values, Results results) {
        if (results.indices()) {
            return Payload.INDICES;
        }
        return values == null ? Payload.NONE : Payload.VALUES;
    }

    /** Returns the graphs in the order that the plan must use. */
    public List<ImmutableTaskGraph> graphs() {
        return graphs.graphs();
    }

    /** Returns the name of the graph from which other graphs can consume the result. */
    public String lastGraph() {
        return graphs.lastGraph();
    }

    /** Registers the grids of the graphs with a scheduler. */
    public void registerGrids(GridScheduler grids) {
        graphs.registerGrids(grids);
    }

    /** Sorts the first n keys in place. */
    public SortStats run(
            TornadoExecutionPlan plan, int firstGraph, GridScheduler grids, int n, SortOptions options) {
        Order order = Order.of(type, options);
        Outcome outcome = graphs.run(plan, firstGraph, grids, n, order);
        last = outcome.last();
        int all = DigitWindow.over(order.bits(), policy.radixBits()).size();
        return SortStats.builder(n)
                .passes(outcome.passes(), all)
                .copies(outcome.copyInNanos(), 0)
                .kernels(outcome.kernelNanos(), outcome.compileNanos())
                .ran(SortStats.Reason.DEVICE, device.toString())
                .chunks(1)
                .build();
    }

    /** Returns TornadoVM's result of the execution that ended the last run. */
    public TornadoExecutionResult lastResult() {
        return last;
    }

    /** Releases the memory of the stage's buffers. The plan must be closed first. */
    @Override
    public void close() {
        arrays.release();
    }

    /** Returns the device memory of the sort: the bytes of all arrays, including the caller's. */
    public long deviceBytes() {
        return buffers.bytes();
    }
}
