package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The plan of the algorithm {@code radix} for keys which come from the host: least significant digit first. Holds two buffers of
 * {@code capacity} keys (and values). A run covers the varying bits with digit
 * windows, and executes one graph per window.
 */
final class RadixPlan extends RadixGraphs implements SortPlan {
    private final DeviceArrays arrays;
    private final Checkpoint checkpoint;
    /** Null if the survey copies the keys whole. */
    private final ChunkedLoad chunks;
    private final PlanGraph survey;
    private final PlanGraph forth;
    private final PlanGraph back;
    /** Sorts few keys in one execution; null if the plan is for many keys. */
    private final PlanGraph atOnce;
    private final TornadoNativeArray kept;
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
        this.chunks = ChunkedLoad.applies(policy, buffers.keys()[0].getSize()) ? new ChunkedLoad(this, arrays) : null;
        this.survey = beginSurvey(true);
        sendKeys();
        if (shape.payload() == Payload.VALUES) {
            survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.values()[0]);
        }
        endSurvey(survey);
        this.forth = passForth();
        this.back = passBack();
        addBuckets();
        this.atOnce = sortsAtOnce(policy, buffers.keys()[0].getSize()) ? atOnce() : null;
        this.kept = chunks != null && !shape.withValues() ? arrays.hostCopyOf(buffers.keys()[1]) : null;
        this.plan = new TornadoExecutionPlan(graphs().toArray(ImmutableTaskGraph[]::new));
        plan.withDevice(device.tornado());
        registerGrids(grids);
        plan.withGridScheduler(grids);
    }

    /** Makes the graph that surveys and sorts few keys. */
    private PlanGraph atOnce() {
        PlanGraph sorting = next("AtOnce", tasks.atOnce());
        sorting.graph()
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.keys()[0], buffers.counts(), buffers.p())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, all(keysAndValues(1), unsurveyed()));
        if (shape.withValues()) {
            // The pass numbers the keys itself. But TornadoVM copies an undeclared array at each execution.
            int mode =
                    shape.payload() == Payload.VALUES ? DataTransferMode.EVERY_EXECUTION : DataTransferMode.FIRST_EXECUTION;
            sorting.graph().transferToDevice(mode, buffers.values()[0]);
        }
        sorting.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words(), buffers.p())
                .persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(0));
        return sorting;
    }

    private void sendKeys() {
        TornadoNativeArray keys = buffers.keys()[0];
        if (chunks == null) {
            survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, keys);
        } else {
            survey.graph().consumeFromDevice(name(ChunkedLoad.LAST), keys);
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
    public void load(int n, Loader loader) {
        if (chunks == null) {
            SortPlan.super.load(n, loader);
            return;
        }
        chunks.load(n, loader, (graph, count, p) -> {
            graph.setGrids(grids, new LaunchSize(count, 1));
            DriverCalls.call(() -> {
                checkpoint.check(p);
                return plan.withGraph(graph.index()).execute();
            });
        });
    }

    @Override
    public TornadoNativeArray kept() {
        return kept;
    }

    @Override
    public int chunk() {
        return kept == null ? 0 : policy.chunkKeys();
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
        int blocks = buffers.cut(n, policy, false);
        order.writeTo(buffers.p());
        RadixRun run = new RadixRun(
                plan, checkpoint, buffers.p(), order, false, watcher, grids, 0, new LaunchSize(n, blocks));
        return atOnce == null ? sort(order, run) : sortAtOnce(order, run);
    }

    private Outcome sortAtOnce(Order order, RadixRun run) {
        int passes = surveyAndSort(order, run, atOnce);
        if (isStuck(0) || isStuck(1)) {
            // The keys are still in the memory of the host, and are copied again.
            return sort(order, run);
        }
        return run.outcome(0, Survey.of(buffers.words(), run.blocks()).sorted() ? 0 : passes);
    }

    private Outcome sort(Order order, RadixRun run) {
        Digits digits = digits(survey(run, survey, order), order, run);
        int buffer = sort(digits, run, forth, back);
        return run.outcome(buffer, digits.passes(run));
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
