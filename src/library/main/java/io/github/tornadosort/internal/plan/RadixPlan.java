package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
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
            this.buffers =
                    RadixBuffers.allocate(arrays, shape, policy, RadixGraphs.maxBlocks(device, policy), capacity);
            this.graphs = new HostFedGraphs("sort", shape, policy, buffers, checkpoint);
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
        return fetch(buffers.keys()[outcome.buffer()], outcome, n);
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        return (IntArray) fetch(buffers.values()[outcome.buffer()], outcome, n);
    }

    private TornadoNativeArray fetch(TornadoNativeArray array, Outcome outcome, int n) {
        if (outcome.passes() > 0) {
            checkpoint.check(buffers.p());
            outcome.last().transferToHost(new DataRange(array).withOffset(0).withSize(n));
        }
        return array;
    }

    @Override
    public void close() {
        try {
            plan.close();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        } finally {
            arrays.release();
        }
    }
}
