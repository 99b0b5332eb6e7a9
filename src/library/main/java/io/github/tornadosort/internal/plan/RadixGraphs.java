package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.LookBack;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The task graphs that all least-significant-digit radix sorts share. One graph surveys the keys of the first buffer, and
 * counts their digits. Another one sorts them by one digit from the first buffer to the second, and a third one from the second
 * buffer back to the first. A fourth one counts other digits, if these save a pass. Graphs are compiled when they first run,
 * and can then sort any length up to the capacity of the buffers. {@link RadixPlan} and {@link StageGraphs} add further graphs;
 * {@link RadixRun} runs them.
 */
public abstract class RadixGraphs {
    /** How a device is used on which a pass got stuck: a thread for each of many blocks, without look-back. */
    private static final SortPolicy WITHOUT_LOOK_BACK = new SortPolicy(Kernels.BLOCK, 8, 64, 1, 1);

    static final String SURVEY = "Survey";
    static final String FORTH = "Forth";
    static final String BACK = "Back";

    final PlanShape shape;
    final SortPolicy policy;
    final RadixBuffers buffers;
    final RadixTasks tasks;
    /** The same; null if the kernels are those of blocks. */
    final GroupTasks groupTasks;
    /** Decides about buckets, or null if the buffers have no arrays for it. */
    final HybridSort hybridSort;
    /** For each buffer, a pass into it that also sorts its buckets; null if {@code hybridSort} is. */
    private PlanGraph[] buckets;
    private final String prefix;
    /**
     * Arrays that graphs leave as they are for those after them. A graph gets arrays only from the one that was executed before
     * it. It hands on what it consumes and persists, whether a task uses it or not.
     */
    private final List<TornadoNativeArray> carried;
    private final List<PlanGraph> graphs = new ArrayList<>();
    final SortDevice device;
    PlanGraph survey;
    /** Counts digits after the survey; null if passes count them themselves. */
    PlanGraph count;
    private PlanGraph forth;
    private PlanGraph back;
    /** The epoch of the next pass, see {@link LookBack}. */
    private int epoch = 1;

    /**
     * Makes the tasks; subclasses make the graphs.
     *
     * @param device the device of the plan
     * @param prefix prefix for the names of the graphs, unique within a plan
     * @param carried arrays that graphs leave as they are for those after them
     */
    RadixGraphs(
            SortDevice device,
            String prefix,
            PlanShape shape,
            SortPolicy policy,
            RadixBuffers buffers,
            List<TornadoNativeArray> carried) {
        this.device = device;
        this.prefix = prefix;
        this.carried = carried;
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
        this.groupTasks = policy.kernels() == Kernels.WORK_GROUP ? new GroupTasks(shape, policy, buffers) : null;
        this.tasks = groupTasks == null ? new BlockTasks(shape, policy, buffers) : groupTasks;
        this.hybridSort = buffers.hybridSort(policy);
    }

    /**
     * Returns the policy with which a device can be used: without look-back if it got stuck, or if its backend has no atomics.
     */
    static SortPolicy usable(SortPolicy policy, SortDevice device) {
        boolean looksBack = policy.kernels() == Kernels.WORK_GROUP;
        return looksBack && !Backend.of(device).mayLookBack() ? WITHOUT_LOOK_BACK : policy;
    }

    /** Returns the maximum number of blocks on a device. */
    public static int maxBlocks(SortDevice device, SortPolicy policy) {
        return policy.blocksPerUnit()
                * Math.max(1, Handle.of(device).getPhysicalDevice().getDeviceMaxComputeUnits());
    }

    /**
     * Returns the number of blocks for up to {@code capacity} keys on a device. Block kernels run all blocks, however few keys
     * there are, and each pass clears and scans the counters of all blocks. So few keys get fewer blocks: their counters are
     * not more than the keys.
     */
    static int maxBlocks(SortDevice device, SortPolicy policy, int capacity) {
        int most = maxBlocks(device, policy);
        return policy.kernels() == Kernels.BLOCK ? Math.clamp(capacity / policy.radix(), 1, most) : most;
    }

    /** Returns the graphs in the order that the plan must use. */
    public final List<ImmutableTaskGraph> graphs() {
        return graphs.stream().map(PlanGraph::snapshot).toList();
    }

    /** Registers the grid of every task. A plan accepts a scheduler only if it has all grids. */
    public final void registerGrids(GridScheduler grids) {
        KernelTask.Size largest = new KernelTask.Size(buffers.keys()[0].getSize(), buffers.maxBlocks());
        graphs.forEach(graph -> graph.setGrids(grids, largest));
    }

    /** Returns whether this plan sorts in one execution: for few keys, several launches cost more than they save. */
    final boolean sortsAtOnce() {
        return counts() && policy.radixBits() == 8 && buffers.keys()[0].getSize() <= policy.keysAtOnce();
    }

    /**
     * Makes the graph that surveys few keys and sorts them in the first buffer. The caller declares what it leaves.
     *
     * @param producer name of the graph that leaves the input on the device; null if it is copied from the host
     */
    final PlanGraph atOnce(String producer) {
        PlanGraph sorting = next("AtOnce", groupTasks.atOnce());
        takeInput(sorting, producer);
        sorting.graph()
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.counts(), buffers.p())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION,
                        all(keysAndValues(1), unsurveyed(), new Object[] {buffers.words()}));
        sorting.addTasks();
        return sorting;
    }

    /** Declares where the given keys and values are before the sort. TornadoVM copies an undeclared array at each execution. */
    final void takeInput(PlanGraph graph, String producer) {
        Object[] input = given();
        if (shape.payload() == Payload.INDICES) {
            IntArray indices = buffers.values()[0];
            graph.graph().transferToDevice(DataTransferMode.FIRST_EXECUTION, indices);
            input = Stream.of(input).filter(array -> array != indices).toArray();
        }
        if (producer == null) {
            graph.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, input);
        } else {
            graph.graph().consumeFromDevice(producer, input);
        }
    }

    /** Begins the next graph of the plan. */
    final PlanGraph next(String name, List<KernelTask> kernels) {
        PlanGraph graph = new PlanGraph(graphs.size(), name(name), kernels);
        graphs.add(graph);
        return graph;
    }

    /** Returns the full name of a graph. */
    final String name(String graph) {
        return prefix + graph;
    }

    /**
     * Begins the graph that surveys the keys. The caller declares the source of the keys, and of the values.
     *
     * @param copied whether the source is the host
     */
    final PlanGraph beginSurvey(boolean copied) {
        List<KernelTask> kernels = new ArrayList<>(tasks.survey());
        if (copied && shape.payload() == Payload.VALUES) {
            kernels.add(tasks.keep("keepValues", buffers.values()[0]));
        }
        survey = next(SURVEY, kernels);
        return survey;
    }

    /** Completes the graph that surveys the keys. */
    final void endSurvey() {
        survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        if (counts()) {
            survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.counts());
        }
        survey.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(surveyed());
        if (counts()) {
            survey.graph().transferToHost(DataTransferMode.UNDER_DEMAND, buffers.counts());
            count = next("Count", List.of(groupTasks.countDigits()));
            count.graph()
                    .consumeFromDevice(name(SURVEY), all(keysAndValues(0), given()))
                    .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p(), buffers.counts())
                    .transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.words());
            count.addTasks().persistOnDevice(surveyed()).transferToHost(DataTransferMode.UNDER_DEMAND, buffers.counts());
        }
    }

    /** Returns the graph of a pass from a buffer. */
    final PlanGraph pass(int from) {
        return from == 0 ? forth : back;
    }

    /** Returns the graph of a last pass into a buffer and of its buckets. */
    final PlanGraph passAndBuckets(int into) {
        return buckets[into];
    }

    /** Returns whether digits are counted before the passes, which then look back. */
    final boolean counts() {
        return groupTasks != null;
    }

    /**
     * Makes the graph of a pass from the first buffer to the second, and of another one back.
     *
     * @param roundTrip the tasks of both; empty if there is another graph for the way back
     */
    final void passForth(List<KernelTask> roundTrip) {
        boolean alone = roundTrip.isEmpty();
        forth = next(FORTH, alone ? tasks.pass(0) : roundTrip);
        // TornadoVM copies an undeclared array at each execution of a kernel that reads it.
        forth.graph()
                .consumeFromDevice(name(SURVEY), surveyed())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION,
                        alone ? unsurveyed() : all(keysAndValues(1), unsurveyed()))
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        forth.addTasks().persistOnDevice(everything());
        fetchParameters(forth);
        if (alone) {
            forth.graph().transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(1));
        }
    }

    /** Copies the parameters back, where a pass says that it got stuck. */
    private void fetchParameters(PlanGraph pass) {
        if (counts()) {
            pass.graph().transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.p());
        }
    }

    /** Makes the graph of a pass from the second buffer to the first. */
    final void passBack() {
        back = next(BACK, tasks.pass(1));
        back.graph()
                .consumeFromDevice(name(FORTH), everything())
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        back.addTasks()
                .persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(0));
        fetchParameters(back);
    }

    /** Makes the graphs of a last pass into each buffer and of its buckets, if the family and the buffers can sort buckets. */
    final void addBuckets() {
        if (hybridSort != null) {
            buckets =
                    new PlanGraph[] {passAndBuckets("BackAndBuckets", FORTH, 0), passAndBuckets("ForthAndBuckets", BACK, 1)};
        }
    }

    private PlanGraph passAndBuckets(String name, String previous, int buffer) {
        List<KernelTask> kernels = new ArrayList<>(tasks.pass(1 - buffer));
        kernels.addAll(groupTasks.bucketsInPlace(buffer));
        PlanGraph sorting = next(name, kernels);
        sorting.graph()
                .consumeFromDevice(name(previous), everything())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.bounds())
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        sorting.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(buffer));
        fetchParameters(sorting);
        return sorting;
    }

    /** Returns the keys of a buffer, and its values if the shape has any. */
    final Object[] keysAndValues(int buffer) {
        TornadoNativeArray keys = buffers.keys()[buffer];
        return shape.withValues() ? new Object[] {keys, buffers.values()[buffer]} : new Object[] {keys};
    }

    /** Returns what every graph passes on: the unsorted keys, the values if the shape has any, and what is carried along. */
    final Object[] given() {
        Object[] given = keysAndValues(0);
        given[0] = buffers.given();
        return all(given, carried.toArray());
    }

    /** Returns the arrays that the survey leaves on the device for the first pass. */
    final Object[] surveyed() {
        return all(keysAndValues(0), given(), counts() ? new Object[] {buffers.counts()} : new Object[0]);
    }

    /** Returns the further arrays of a pass, except the second buffer. Includes stand-ins for missing values. */
    final Object[] unsurveyed() {
        List<Object> scratch = new ArrayList<>();
        // No conditional expression: its type would be a common supertype that not all implementations of the API have.
        if (counts()) {
            scratch.add(buffers.state());
        } else {
            scratch.add(buffers.counts());
        }
        if (!shape.withValues()) {
            scratch.addAll(List.of((Object[]) buffers.values()));
        }
        return scratch.toArray();
    }

    final Object[] everything() {
        return all(surveyed(), keysAndValues(1), unsurveyed());
    }

    /** Returns the distinct elements of all parts, in encounter order. */
    static Object[] all(Object[]... parts) {
        return Stream.of(parts).flatMap(Stream::of).distinct().toArray();
    }

    /** Returns whether the first pass takes each key's index as its value, so that no task need write it before. */
    boolean numbersInPass() {
        return shape.payload() == Payload.INDICES && counts();
    }

    /** Returns whether passes know the survey's counts only: a graph that is replayed finds no others. */
    boolean countsOnce() {
        return false;
    }

    /** Returns the epoch of the next passes. Each pass of a plan has its own: words of earlier ones are recognized. */
    final int nextEpoch() {
        int next = epoch;
        epoch = epoch > LookBack.LAST_EPOCH - 2 * PassParameters.MOST_WINDOWS ? 1 : epoch + PassParameters.MOST_WINDOWS;
        return next;
    }
}
