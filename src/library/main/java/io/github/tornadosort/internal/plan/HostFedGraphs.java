package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.SortPlan.Loader;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Graphs that sort keys which come from the host, and the host loop that runs them. The loop covers the varying bits with digit
 * windows, and executes one graph per window. Three more graphs verify a sort: one computes checksums before it; two compute
 * checksums and check the order after it, one for each buffer.
 */
final class HostFedGraphs extends RadixGraphs {
    private final Checkpoint checkpoint;
    /** Null if the survey copies the keys whole. */
    private final ChunkedLoad chunks;
    private final PlanGraph survey;
    private final PlanGraph forth;
    private final PlanGraph back;
    private final PlanGraph before;
    private final PlanGraph[] after;
    /** Sorts few keys in one execution; null if the plan is for many keys. */
    private final PlanGraph atOnce;

    /**
     * Builds the graphs.
     *
     * @param name prefix of the graphs' names
     * @param arrays allocates the staging buffers of keys that are copied in chunks
     * @param checkpoint called before each execution
     */
    HostFedGraphs(
            String name,
            PlanShape shape,
            SortPolicy policy,
            RadixBuffers buffers,
            DeviceArrays arrays,
            Checkpoint checkpoint) {
        super(name, shape, policy, buffers, List.of());
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
        this.before = before();
        this.after = new PlanGraph[] {after("AfterBack", 0), after("AfterForth", 1)};
        this.atOnce = tasks.atOnce().isEmpty() ? null : atOnce();
    }

    /** Makes the graph that surveys few keys, sorts them by one digit, and sorts the buckets. */
    private PlanGraph atOnce() {
        PlanGraph sorting = next("AtOnce", tasks.atOnce());
        sorting.graph()
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.keys()[0], buffers.p())
                .transferToDevice(
                        DataTransferMode.FIRST_EXECUTION,
                        all(unsurveyed(), new Object[] {buffers.counts(), buffers.bounds()}));
        if (shape.withValues()) {
            // The pass numbers the keys itself. But TornadoVM copies an undeclared array at each execution.
            int mode =
                    shape.payload() == Payload.VALUES ? DataTransferMode.EVERY_EXECUTION : DataTransferMode.FIRST_EXECUTION;
            sorting.graph().transferToDevice(mode, buffers.values()[0]);
        }
        sorting.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(1));
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

    private PlanGraph before() {
        PlanGraph checked = checked("Before", tasks.checksum(0), 0);
        if (tasks.countsInSurvey()) {
            checked.graph().consumeFromDevice(name(SURVEY), buffers.counts());
        }
        checked.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.checks())
                .persistOnDevice(surveyed());
        return checked;
    }

    private PlanGraph after(String name, int buffer) {
        PlanGraph checked = checked(name, tasks.check(buffer), buffer);
        checked.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.checks())
                .persistOnDevice(keysAndValues(buffer))
                .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(buffer));
        return checked;
    }

    /** Begins a graph that reads a buffer left on the device by another graph. */
    private PlanGraph checked(String name, List<KernelTask> kernels, int buffer) {
        PlanGraph checked = next(name, kernels);
        TaskGraph graph = checked.graph()
                .consumeFromDevice(name(buffer == 0 ? SURVEY : FORTH), keysAndValues(buffer))
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        if (!shape.withValues()) {
            graph.transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.values()[buffer]);
        }
        return checked;
    }

    /** Returns whether {@link #load} loads keys, in chunks. If not, the first execution of a run copies them. */
    boolean loadsChunks() {
        return chunks != null;
    }

    /** Loads n keys in chunks. */
    void load(TornadoExecutionPlan plan, GridScheduler grids, int n, Loader loader) {
        chunks.load(n, loader, (graph, count, p) -> {
            graph.setGrids(grids, new LaunchSize(count, 1, 1));
            DriverCalls.call(() -> {
                checkpoint.check(p);
                return plan.withGraph(graph.index()).execute();
            });
        });
    }

    /**
     * Sorts the first n keys of the first buffer.
     *
     * @param plan a plan of these graphs alone
     * @param watcher receives the result of each execution while its profile is available
     * @return the outcome, which says which buffer holds the result
     */
    Outcome run(
            TornadoExecutionPlan plan, GridScheduler grids, int n, Order order, Consumer<TornadoExecutionResult> watcher) {
        int blocks = buffers.cut(n, policy, false);
        order.writeTo(buffers.p());
        RadixRun run = new RadixRun(
                new GraphRunner(plan, order.timed(), false, watcher), checkpoint, buffers.p(), grids, 0,
                new LaunchSize(n, blocks, policy.radix()));
        Outcome outcome = sortAtOnce(n, order, run);
        return outcome != null ? outcome : sort(n, order, run);
    }

    /** Sorts few keys in one execution. Returns null if their buckets may not fit in a tile. */
    private Outcome sortAtOnce(int n, Order order, RadixRun run) {
        DigitWindow digit =
                atOnce == null ? DigitWindow.EMPTY : hybridSort.onlyDigit(n, order, buffers.keys()[0]);
        if (digit.equals(DigitWindow.EMPTY)) {
            return null;
        }
        setWindow(digit, PassParameters.SHIFT);
        numberInPass(order);
        hybridSort.setBuckets(n, List.of(digit), order.bits(), buffers.p());
        run.executePassAndBuckets(atOnce, digit.mask() + 1);
        if (Survey.of(buffers.words(), run.blocks()).sorted()) {
            return run.outcome(0, 0);
        }
        return HybridSort.overflowed(buffers.words(), run.blocks()) ? null : run.outcome(1, run.passes());
    }

    private Outcome sort(int n, Order order, RadixRun run) {
        DigitWindow lowest = lowestDigit(order);
        Survey found = survey(run, survey, lowest, order);
        Fingerprint fingerprint = order.verified() ? fingerprint(n, run) : null;
        Digits digits = digits(found, order, lowest);
        int buffer = sort(digits, run, forth, back);
        if (order.verified()) {
            // The check takes the order from here, not from what the survey and the passes had.
            order.writeTo(buffers.p());
            run.execute(after[buffer]);
            fingerprint.requireSorted(buffers.checks(), run.blocks(), wide());
        }
        return run.outcome(buffer, digits.passes(run));
    }

    private Fingerprint fingerprint(int n, RadixRun run) {
        run.execute(before);
        Fingerprint found = Fingerprint.of(buffers.checks(), run.blocks(), wide());
        found.requireAll(n);
        return found;
    }

    private boolean wide() {
        return shape.bytes() == Long.BYTES;
    }
}
