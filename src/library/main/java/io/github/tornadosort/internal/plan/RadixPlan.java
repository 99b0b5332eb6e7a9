package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The plan of the algorithm {@code radix}: least significant digit first (Merrill and Grimshaw 2011), with
 * {@link HostFedGraphs}. Holds two buffers of {@code capacity} keys (and values) and {@code blocks * radix} counters.
 */
final class RadixPlan implements SortPlan {
    private final DeviceArrays arrays;
    private final RadixBuffers buffers;
    private final HostFedGraphs graphs;
    private final TornadoNativeArray kept;
    private final int chunkKeys;
    private final GridScheduler grids = new GridScheduler();
    private final TornadoExecutionPlan plan;
    private final Checkpoint checkpoint;

    /**
     * Builds the graphs, which are compiled when they first run.
     *
     * @param capacity maximum number of keys
     * @param checkpoint called before each execution, and before results are copied to the host
     */
    RadixPlan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
        this.arrays = DeviceArrays.on(device);
        try {
            int maxBlocks = RadixGraphs.maxBlocks(device, policy, capacity);
            this.buffers = RadixBuffers.allocate(arrays, shape, policy, maxBlocks, capacity);
            this.graphs = new HostFedGraphs("sort", shape, policy, buffers, arrays, checkpoint);
            this.chunkKeys = policy.chunkKeys();
            this.kept = graphs.loadsChunks() && !shape.withValues() ? arrays.hostCopyOf(buffers.keys()[1], shape) : null;
            this.plan = new TornadoExecutionPlan(graphs.graphs().toArray(ImmutableTaskGraph[]::new));
            plan.withDevice(device.tornado());
            graphs.registerGrids(grids);
            plan.withGridScheduler(grids);
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    @Override
    public TornadoNativeArray keys() {
        return buffers.keys()[0];
    }

    @Override
    public IntArray values() {
        return buffers.values()[0];
    }

    @Override
    public void load(int n, Loader loader) {
        if (graphs.loadsChunks()) {
            graphs.load(plan, grids, n, loader);
        } else {
            SortPlan.super.load(n, loader);
        }
    }

    @Override
    public TornadoNativeArray kept() {
        return kept;
    }

    @Override
    public int chunk() {
        return kept == null ? 0 : chunkKeys;
    }

    @Override
    public boolean fetchesChunks(Outcome outcome) {
        return kept != null && outcome.buffer() == 0;
    }

    @Override
    public Outcome run(int n, Order order, Consumer<TornadoExecutionResult> watcher) {
        if (order.timed()) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        return graphs.run(plan, grids, n, order, watcher);
    }

    @Override
    public TornadoNativeArray sortedKeys(Outcome outcome, int n) {
        return sortedKeys(outcome, 0, n);
    }

    @Override
    public TornadoNativeArray sortedKeys(Outcome outcome, int first, int end) {
        return fetch(buffers.keys()[outcome.buffer()], outcome, first, end);
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        return (IntArray) fetch(buffers.values()[outcome.buffer()], outcome, 0, n);
    }

    private TornadoNativeArray fetch(TornadoNativeArray array, Outcome outcome, int first, int end) {
        if (outcome.passes() > 0) {
            DriverCalls.call(() -> {
                checkpoint.check(buffers.p());
                return outcome.last().transferToHost(new DataRange(array).withOffset(first).withSize(end - first));
            });
        }
        return array;
    }

    @Override
    public void close() {
        try {
            DriverCalls.close(plan);
        } finally {
            arrays.release();
        }
    }
}
