package io.github.tornadosort.graph;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixLoop.Order;
import io.github.tornadosort.graph.RadixLoop.Outcome;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A compiled least-significant-digit radix sort on one device (Merrill and Grimshaw 2011): one graph that loads and
 * surveys the keys, one that sorts them by a digit from the first buffer to the second, and one that does so back.
 * Compiled once, it sorts every length up to its capacity.
 *
 * <p>Holds two buffers of {@code capacity} keys (and values) and {@code blocks * radix} counters.
 */
final class RadixPlan implements AutoCloseable {
    private final int capacity;
    private final RadixBuffers buffers;
    private final RadixLoop loop;
    private final GridScheduler grids = new GridScheduler();
    private final TornadoExecutionPlan plan;

    /**
     * Builds the graphs; they are compiled when they first run.
     *
     * @param capacity most keys of one sort
     */
    RadixPlan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity) {
        this.capacity = capacity;
        int units = Math.max(1, device.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
        this.buffers = RadixBuffers.allocate(shape, policy, policy.blocksPerUnit() * units, capacity);
        RadixTasks tasks = new RadixTasks(shape, policy, buffers);
        this.loop = new RadixLoop("sort", policy, buffers, tasks);

        TornadoNativeArray[] keys = buffers.keys();
        IntArray[] values = buffers.values();
        IntArray p = buffers.p();
        List<ImmutableTaskGraph> graphs = new ArrayList<>();
        TaskGraph survey =
                new TaskGraph(loop.survey).transferToDevice(DataTransferMode.EVERY_EXECUTION, keys[0], p);
        if (shape.payload() == Payload.VALUES) {
            survey.transferToDevice(DataTransferMode.EVERY_EXECUTION, values[0]);
        }
        tasks.addSurvey(survey);
        survey.transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(loaded(shape, buffers));
        graphs.add(survey.snapshot());

        addPasses(graphs, shape, policy, buffers, loop, tasks);
        this.plan = new TornadoExecutionPlan(graphs.toArray(ImmutableTaskGraph[]::new));
        plan.withDevice(device.tornado()).withProfiler(ProfilerMode.SILENT);
        if (policy.kernels() == Kernels.WORK_GROUP) {
            loop.registerGrids(grids);
            plan.withGridScheduler(grids);
        }
    }

    /** Adds the graphs of the passes, which follow the survey's: from the first buffer to the second, and back. */
    static void addPasses(
            List<ImmutableTaskGraph> graphs,
            PlanShape shape,
            SortPolicy policy,
            RadixBuffers buffers,
            RadixLoop loop,
            RadixTasks tasks) {
        TornadoNativeArray[] keys = buffers.keys();
        IntArray[] values = buffers.values();
        // What no graph declares is copied to the device at every execution if a kernel reads it: declare it all.
        List<Object> scratch = new ArrayList<>(List.of(buffers.counts()));
        if (policy.kernels() == Kernels.WORK_GROUP) {
            scratch.add(buffers.totals());
        }
        if (!shape.withValues()) {
            scratch.addAll(List.of(values[0], values[1]));
        }
        List<Object> kept = new ArrayList<>(List.of(keys[0], keys[1], values[0], values[1], buffers.counts()));
        kept.addAll(policy.kernels() == Kernels.WORK_GROUP ? List.of(buffers.totals()) : List.of());
        for (int from = 0; from < 2; from++) {
            TaskGraph pass = new TaskGraph(loop.pass[from]);
            if (from == 0) {
                pass.consumeFromDevice(loop.survey, loaded(shape, buffers))
                        .transferToDevice(DataTransferMode.FIRST_EXECUTION, scratch.toArray());
            } else {
                pass.consumeFromDevice(loop.pass[0], kept.toArray());
            }
            pass.transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
            tasks.addPass(pass, from);
            Object[] results =
                    shape.withValues() ? new Object[] {keys[1 - from], values[1 - from]} : new Object[] {keys[1 - from]};
            pass.persistOnDevice(kept.toArray()).transferToHost(DataTransferMode.UNDER_DEMAND, results);
            graphs.add(pass.snapshot());
        }
    }

    /** What the survey's graph hands to the first pass. */
    static Object[] loaded(PlanShape shape, RadixBuffers buffers) {
        return shape.withValues()
                ? new Object[] {buffers.keys()[0], buffers.values()[0]}
                : new Object[] {buffers.keys()[0]};
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
        return loop.run(plan, 0, grids, n, order);
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
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
    }
}
