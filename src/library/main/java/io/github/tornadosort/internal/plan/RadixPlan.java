package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.List;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The plan of the algorithm {@code radix} for keys which come from the host: least significant digit first. Holds two buffers
 * of {@code capacity} keys (and values). A run covers the varying bits with digit windows, and executes one graph per window.
 */
final class RadixPlan extends RadixGraphs implements SortPlan {
    private final DeviceArrays arrays;
    private final Checkpoint checkpoint;
    /** Null if the survey copies the keys whole. */
    private final Chunks chunks;
    /** Sorts few keys in one execution; null if the plan is for many keys. */
    private final PlanGraph atOnce;
    private final GridScheduler grids = new GridScheduler();
    private final TornadoExecutionPlan plan;

    /**
     * Returns a plan whose graphs are compiled when they first run.
     *
     * @param capacity maximum number of keys
     * @param checkpoint called before each execution, and before results are copied to the host
     */
    static RadixPlan of(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            int maxBlocks = maxBlocks(device, policy, capacity);
            RadixBuffers buffers = RadixBuffers.allocate(arrays, shape, policy, maxBlocks, capacity);
            return new RadixPlan(device, shape, policy, buffers, arrays, checkpoint);
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    /** @param arrays those of the buffers; allocates the staging buffers of keys that are copied in chunks */
    RadixPlan(
            SortDevice device,
            PlanShape shape,
            SortPolicy policy,
            RadixBuffers buffers,
            DeviceArrays arrays,
            Checkpoint checkpoint) {
        super(device, "sort", shape, policy, buffers, List.of());
        this.arrays = arrays;
        this.checkpoint = checkpoint;
        this.chunks = Chunks.applies(policy, buffers.keys()[0].getSize()) ? new Chunks(this, arrays) : null;
        PlanGraph survey = beginSurvey(true);
        sendKeys(survey);
        if (shape.payload() == Payload.VALUES) {
            survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.values()[0]);
        }
        endSurvey();
        passForth(List.of());
        passBack();
        addBuckets();
        this.atOnce = sortsAtOnce() ? atOnce(null) : null;
        if (atOnce != null) {
            atOnce.graph()
                    .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words(), buffers.p())
                    .persistOnDevice(everything())
                    .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(0));
        }
        this.plan = new TornadoExecutionPlan(graphs().toArray(ImmutableTaskGraph[]::new));
        plan.withDevice(Handle.of(device));
        registerGrids(grids);
        plan.withGridScheduler(grids);
    }

    private void sendKeys(PlanGraph survey) {
        TornadoNativeArray keys = buffers.keys()[0];
        if (chunks == null) {
            survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, keys);
        } else {
            survey.graph().consumeFromDevice(name(Chunks.LAST), keys);
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

    /** Loads many keys in chunks. Fewer are copied to the device by the first execution of a run. */
    @Override
    public void load(Column column) {
        if (chunks == null) {
            SortPlan.super.load(column);
        } else {
            chunks.load(column, plan, grids, checkpoint);
        }
    }

    @Override
    public void store(Column column, Outcome outcome) {
        if (chunks != null && chunks.store(outcome)) {
            chunks.store(column, outcome, checkpoint);
        } else {
            SortPlan.super.store(column, outcome);
        }
    }

    @Override
    public Outcome run(int n, WordOrder order) {
        if (order.timed()) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        RadixRun run = new RadixRun(this, plan, grids, 0, checkpoint, n, order, false);
        if (atOnce != null) {
            int passes = run.sortAtOnce(atOnce);
            if (!run.isStuck(0) && !run.isStuck(1)) {
                return run.outcome(0, run.found().sorted() ? 0 : passes);
            }
            // The keys are still in the memory of the host, and are copied again.
        }
        RadixRun.Digits digits = run.survey();
        int buffer = run.sort(digits);
        return run.outcome(buffer, run.passes(digits));
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
        if (outcome.moved()) {
            GraphRunner.fetch(outcome.last(), array, 0, n, checkpoint, buffers.p());
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
