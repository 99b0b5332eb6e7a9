package io.github.tornadosort.graph;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The graphs of a radix sort with the buffers they work in, on one device: what is compiled once and then sorts every
 * length up to its capacity. Holds two buffers of {@code capacity} keys (and values) and {@code blocks * radix} counters.
 */
final class RadixPlan implements AutoCloseable {
    private final int capacity;
    private final DeviceArrays arrays;
    private final RadixBuffers buffers;
    private final RadixGraphs graphs;
    private final GridScheduler grids = new GridScheduler();
    private final TornadoExecutionPlan plan;

    /**
     * Builds the graphs; they are compiled when they first run.
     *
     * @param capacity most keys of one sort
     * @param checkpoint called before each execution
     */
    RadixPlan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint) {
        this.capacity = capacity;
        this.arrays = DeviceArrays.on(device);
        this.buffers =
                RadixBuffers.allocate(arrays, shape, policy, RadixGraphs.mostBlocks(device, policy), capacity);
        this.graphs = RadixGraphs.fromHost("sort", shape, policy, buffers, checkpoint);
        this.plan = new TornadoExecutionPlan(graphs.graphs().toArray(ImmutableTaskGraph[]::new));
        plan.withDevice(device.tornado());
        graphs.registerGrids(grids);
        plan.withGridScheduler(grids);
    }

    /** Most keys that one sort can hold. */
    int capacity() {
        return capacity;
    }

    /** Where keys are put before {@link #run}: the first buffer. */
    TornadoNativeArray keys() {
        return buffers.keys()[0];
    }

    /** Where values are put before {@link #run}: the first buffer. */
    IntArray values() {
        return buffers.values()[0];
    }

    /** Sorts the first n keys. */
    Outcome run(int n, Order order) {
        if (order.timed()) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        return graphs.run(plan, 0, grids, n, order);
    }

    /** The sorted keys, brought to the host; the array belongs to this plan. */
    TornadoNativeArray sortedKeys(Outcome outcome, int n) {
        return fetch(buffers.keys()[outcome.buffer()], outcome, n);
    }

    /** The payload in the sorted keys' order, brought to the host; the array belongs to this plan. */
    IntArray sortedValues(Outcome outcome, int n) {
        return (IntArray) fetch(buffers.values()[outcome.buffer()], outcome, n);
    }

    private static TornadoNativeArray fetch(TornadoNativeArray array, Outcome outcome, int n) {
        if (outcome.passes() > 0) {
            outcome.last().transferToHost(new DataRange(array).withOffset(0).withSize(n));
        }
        return array;
    }

    /** Frees the device's buffers. */
    @Override
    public void close() {
        try {
            plan.close();
            arrays.release();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
    }
}
