package io.github.tornadosort.graph;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixLoop.Order;
import io.github.tornadosort.graph.RadixLoop.Outcome;
import io.github.tornadosort.kernel.BlockValues;
import io.github.tornadosort.key.KeyCodec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts data that are on the device already and leaves the result there: load, sort and fetch are calls of their own, so
 * that a benchmark can time each. Not safe for several threads.
 */
public final class ResidentSort implements AutoCloseable {
    /** What moves with the keys. */
    public enum Companion {
        NOTHING,
        /** The caller's 32-bit values. */
        VALUES,
        /** Each key's place before the sort: an argsort. */
        PLACES
    }

    private static final int LOAD = 0;
    private static final int SURVEY = 1;

    private final SortPolicy policy;
    private final KeyType type;
    private final PlanShape shape;
    private final RadixBuffers buffers;
    private final RadixLoop loop;
    private final GridScheduler grids = new GridScheduler();
    private final TornadoExecutionPlan plan;
    private int n;
    private TornadoExecutionResult loaded;
    private Outcome outcome;

    /** Builds the graphs for up to {@code capacity} keys; they are compiled when they first run. */
    public ResidentSort(SortDevice device, SortPolicy policy, KeyType type, Companion companion, int capacity) {
        this.policy = policy;
        this.type = type;
        this.shape = PlanShape.of(type, switch (companion) {
            case NOTHING -> Payload.NONE;
            case VALUES -> Payload.VALUES;
            case PLACES -> Payload.INDICES;
        });
        int units = Math.max(1, device.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
        this.buffers = RadixBuffers.allocate(shape, policy, policy.blocksPerUnit() * units, capacity);
        RadixTasks tasks = new RadixTasks(shape, policy, buffers);
        this.loop = new RadixLoop("resident", policy, buffers, tasks);

        List<ImmutableTaskGraph> graphs = new ArrayList<>();
        graphs.add(load().snapshot());
        TaskGraph survey = new TaskGraph(loop.survey)
                .consumeFromDevice("load", brought())
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        tasks.addSurvey(survey);
        Object[] surveyed = RadixPlan.loaded(shape, buffers);
        survey.transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .transferToHost(DataTransferMode.UNDER_DEMAND, surveyed)
                .persistOnDevice(surveyed);
        graphs.add(survey.snapshot());
        RadixPlan.addPasses(graphs, shape, policy, buffers, loop, tasks);

        this.plan = new TornadoExecutionPlan(graphs.toArray(ImmutableTaskGraph[]::new));
        plan.withDevice(device.tornado()).withProfiler(ProfilerMode.SILENT);
        if (policy.kernels() == Kernels.WORK_GROUP) {
            loop.registerGrids(grids);
            plan.withGridScheduler(grids);
        }
    }

    private TaskGraph load() {
        TaskGraph load = new TaskGraph("load").transferToDevice(DataTransferMode.EVERY_EXECUTION, brought());
        if (shape.bytes() == 8) {
            load.task("keys", BlockValues::keep64, (LongArray) buffers.keys()[0]);
        } else {
            load.task("keys", BlockValues::keep, (IntArray) buffers.keys()[0]);
        }
        if (shape.payload() == Payload.VALUES) {
            load.task("values", BlockValues::keep, buffers.values()[0]);
        }
        return load.persistOnDevice(brought()).transferToHost(DataTransferMode.UNDER_DEMAND, brought());
    }

    private Object[] brought() {
        return shape.payload() == Payload.VALUES
                ? new Object[] {buffers.keys()[0], buffers.values()[0]}
                : new Object[] {buffers.keys()[0]};
    }

    /** Brings keys to the device, and as many 32-bit values (null unless this sort moves the caller's values). */
    public void load(Column keys, MemorySegment values) {
        n = Math.toIntExact(keys.size());
        KeyCodec.load(keys, buffers.keys()[0]);
        if (values != null) {
            MemorySegment.copy(values, 0, buffers.values()[0].getSegment(), 0, 4L * n);
        }
        loaded = plan.withGraph(LOAD).execute();
        outcome = null;
    }

    /** Sorts what is on the device: once for each load. */
    public SortStats sort(SortOptions options) {
        return sort(options, result -> {});
    }

    /** The same, and shows each execution's result to a watcher, which can read its profile. */
    public SortStats sort(SortOptions options, Consumer<TornadoExecutionResult> watcher) {
        if (loaded == null || outcome != null) {
            throw new IllegalStateException("load before each sort");
        }
        long bits = options.bitMask(type);
        Order order = new Order(KeyCodec.flip(type, options.descending()), bits);
        outcome = loop.run(plan, SURVEY, grids, n, order, watcher);
        int passesOfAll = DigitWindow.over(bits, policy.radixBits()).size();
        return new SortStats(
                n, outcome.passes(), passesOfAll - outcome.passes(), 0, outcome.kernelNanos(), 0);
    }

    /** Brings the sorted keys to the host. */
    public void fetchKeys(Column into) {
        KeyCodec.store(fetch(buffers.keys()[outcome.buffer()]), into);
    }

    /** Brings the values, or places, to the host: 4 bytes each. */
    public void fetchValues(MemorySegment into) {
        MemorySegment.copy(fetch(buffers.values()[outcome.buffer()]).getSegment(), 0, into, 0, 4L * n);
    }

    private TornadoNativeArray fetch(TornadoNativeArray array) {
        outcome.last().transferToHost(new DataRange(array).withOffset(0).withSize(n));
        return array;
    }

    /** Brings the keys that were loaded back to the host unsorted: with {@link #load}, what the copies alone cost. */
    public void fetchLoaded(Column into) {
        TornadoNativeArray keys = buffers.keys()[0];
        loaded.transferToHost(new DataRange(keys).withOffset(0).withSize(n));
        KeyCodec.store(keys, into);
    }

    /** Bytes of the device memory that this sort works in: all of its arrays, added up. */
    public long deviceBytes() {
        return buffers.bytes();
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
