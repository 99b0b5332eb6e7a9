package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The task graphs that all least-significant-digit radix sorts share (Merrill and Grimshaw 2011). One graph surveys the keys of
 * the first buffer. Another one sorts them by one digit from the first buffer to the second, and a third one from the second
 * buffer back to the first. Graphs are compiled when they first run, and can then sort any length up to the capacity of the
 * buffers. {@link RadixPlan} and {@link StageGraphs} add further graphs and the host loops that run them.
 */
public abstract class RadixGraphs {
    static final String SURVEY = "Survey";
    static final String FORTH = "Forth";
    static final String BACK = "Back";

    final PlanShape shape;
    final SortPolicy policy;
    final RadixBuffers buffers;
    final RadixTasks tasks;
    /** Decides about buckets, or null if the buffers have no arrays for it. */
    final HybridSort hybridSort;
    /** For each buffer, a pass into it that also sorts its buckets; null if {@code hybridSort} is. */
    private PlanGraph[] buckets;
    private final String prefix;
    /**
     * Arrays that graphs leave as they are for those after them. A graph gets arrays only from the one that was executed before it. It
     * hands on what it consumes and persists, whether a task uses it or not.
     */
    private final List<TornadoNativeArray> carried;
    private final List<PlanGraph> graphs = new ArrayList<>();

    /**
     * Makes the tasks; subclasses make the graphs.
     *
     * @param prefix prefix for the names of the graphs, unique within a plan
     * @param carried arrays that graphs leave as they are for those after them
     */
    RadixGraphs(
            String prefix, PlanShape shape, SortPolicy policy, RadixBuffers buffers, List<TornadoNativeArray> carried) {
        this.prefix = prefix;
        this.carried = carried;
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
        this.tasks = RadixTasks.of(shape, policy, buffers);
        this.hybridSort = HybridSort.of(policy, buffers);
    }

    /** Returns the maximum number of blocks on a device. */
    public static int maxBlocks(SortDevice device, SortPolicy policy) {
        return policy.blocksPerUnit()
                * Math.max(1, device.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
    }

    /**
     * Returns the number of blocks for up to {@code capacity} keys on a device. Block kernels run all blocks, however few keys
     * there are, and each pass clears and scans the counters of all blocks. So few keys get fewer blocks: their counters are not
     * more than the keys.
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
        LaunchSize largest = new LaunchSize(buffers.merged(), buffers.maxBlocks(), policy.radix());
        graphs.forEach(graph -> graph.setGrids(grids, largest));
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
        return next(SURVEY, kernels);
    }

    /** Completes the graph that surveys the keys. */
    final void endSurvey(PlanGraph survey) {
        survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        if (tasks.countsInSurvey()) {
            survey.graph().transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.counts());
        }
        survey.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(surveyed());
    }

    /** Makes the graph of a pass from the first buffer to the second. */
    final PlanGraph passForth() {
        PlanGraph pass = passForth(tasks.pass(0), unsurveyed());
        pass.graph().transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(1));
        return pass;
    }

    /** Makes the graph of two passes: from the first buffer to the second, and back. */
    final PlanGraph passForthAndBack(List<KernelTask> roundTrip) {
        return passForth(roundTrip, all(keysAndValues(1), unsurveyed()));
    }

    /**
     * Makes a graph of passes that begin at the first buffer.
     *
     * @param needed arrays to copy once; TornadoVM copies an undeclared array at each execution of a kernel that reads it
     */
    private PlanGraph passForth(List<KernelTask> kernels, Object[] needed) {
        PlanGraph pass = next(FORTH, kernels);
        pass.graph()
                .consumeFromDevice(name(SURVEY), surveyed())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, needed)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        pass.addTasks().persistOnDevice(everything());
        return pass;
    }

    /** Makes the graph of a pass from the second buffer to the first. */
    final PlanGraph passBack() {
        PlanGraph pass = next(BACK, tasks.pass(1));
        pass.graph()
                .consumeFromDevice(name(FORTH), everything())
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        pass.addTasks()
                .persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(0));
        return pass;
    }

    /** Makes the graphs of a last pass into each buffer and of its buckets, if the family and the buffers can sort buckets. */
    final void addBuckets() {
        if (sortsBuckets()) {
            buckets =
                    new PlanGraph[] {passAndBuckets("BackAndBuckets", FORTH, 0), passAndBuckets("ForthAndBuckets", BACK, 1)};
        }
    }

    private boolean sortsBuckets() {
        return hybridSort != null && !hybridSort.oneDigit();
    }

    private PlanGraph passAndBuckets(String name, String previous, int buffer) {
        List<KernelTask> kernels = new ArrayList<>(tasks.pass(1 - buffer));
        kernels.addAll(tasks.bucketsInPlace(buffer));
        PlanGraph sorting = next(name, kernels);
        sorting.graph()
                .consumeFromDevice(name(previous), everything())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.bounds())
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        sorting.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, keysAndValues(buffer));
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
        return all(keysAndValues(0), given(), tasks.countsInSurvey() ? new Object[] {buffers.counts()} : new Object[0]);
    }

    /** Returns the further arrays of a pass, except the second buffer. Includes stand-ins for missing values. */
    final Object[] unsurveyed() {
        List<Object> scratch = new ArrayList<>();
        scratch.add(tasks.countsInSurvey() ? buffers.totals() : buffers.counts());
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

    /**
     * Surveys the keys of a run. The survey may also count the given digit, or another one that a sample suggests. If the sample is in
     * order, only a second survey counts, and only if the keys are not sorted.
     */
    final Survey survey(RadixRun run, PlanGraph survey, DigitWindow counted, Order order) {
        setWindow(counted, PassParameters.SHIFT);
        numberInPass();
        if (sortsBuckets()) {
            hybridSort.askForSample(buffers.p().get(PassParameters.N), order, buffers.p());
        }
        run.execute(survey);
        Survey found = Survey.of(buffers.words(), run.blocks());
        if (!sortsBuckets() || found.sorted() || !hybridSort.isUncounted(buffers.words())) {
            return found;
        }
        // The sample is in order, but the keys are not.
        buffers.p().set(PassParameters.SORTED_UNCOUNTED, 0);
        run.execute(survey);
        return Survey.of(buffers.words(), run.blocks());
    }

    /** Lets the next pass take the index of each key as its value, if that is the payload. */
    void numberInPass() {
        boolean numbered = shape.payload() == Payload.INDICES && tasks.countsInSurvey();
        buffers.p().set(PassParameters.NUMBERED, numbered ? 1 : 0);
    }

    /** Returns the lowest digit of an order if all bits vary. */
    final DigitWindow lowestDigit(Order order) {
        return order.bits() == 0 ? DigitWindow.EMPTY : windows(order.bits()).getFirst();
    }

    /**
     * Returns the digits to sort by. Sets the parameter that says whether the survey has counted the first one.
     *
     * @param lowest the digit that the survey counts, unless a sample suggests another one
     */
    final Digits digits(Survey found, Order order, DigitWindow lowest) {
        long varying = found.sorted() ? 0 : found.varying() & order.bits();
        List<DigitWindow> windows = windows(varying);
        HybridSort.Buckets inBuckets = sortsBuckets()
                ? hybridSort.buckets(buffers.p().get(PassParameters.N), buffers.words(), varying, windows.size())
                : HybridSort.Buckets.NONE;
        Digits digits = new Digits(windows, inBuckets, varying);
        DigitWindow counted = sortsBuckets() ? hybridSort.counted(buffers.words(), lowest) : lowest;
        boolean isFirst = tasks.countsInSurvey() && !windows.isEmpty() && digits.first().equals(counted);
        buffers.p().set(PassParameters.COUNTED, isFirst ? 1 : 0);
        return digits;
    }

    /**
     * The digits to sort by, least significant first.
     *
     * @param windows the digits of a sort digit by digit; empty if the keys are sorted
     * @param inBuckets how keys are sorted in buckets, if at all
     * @param varying the bits to sort by
     */
    record Digits(List<DigitWindow> windows, HybridSort.Buckets inBuckets, long varying) {
        private List<DigitWindow> highest() {
            return inBuckets.digits();
        }

        private DigitWindow first() {
            return (highest().isEmpty() ? windows : highest()).getFirst();
        }

        /** Returns the number of passes of a run. Block kernels sort buckets by several digits in one execution. */
        int passes(RadixRun run) {
            return highest().isEmpty() ? windows.size() : run.passes();
        }
    }

    private List<DigitWindow> windows(long bits) {
        return DigitWindow.over(bits, policy.radixBits());
    }

    /** Sorts by the digits, in buckets or digit by digit, and returns the index of the buffer that holds the result. */
    final int sort(Digits digits, RadixRun run, PlanGraph forth, PlanGraph back) {
        int buffer = 0;
        if (!digits.highest().isEmpty()) {
            DigitWindow last = digits.highest().getLast();
            buffer = 1 - sortDigitByDigit(digits.highest().subList(0, digits.highest().size() - 1), 0, run, forth, back);
            setWindow(last, PassParameters.SHIFT);
            int n = buffers.p().get(PassParameters.N);
            hybridSort.setBuckets(n, digits.inBuckets(), digits.varying(), buffers.p());
            run.executePassAndBuckets(buckets[buffer], last.mask() + 1);
            buffers.p().set(PassParameters.NUMBERED, 0);
            if (!HybridSort.overflowed(buffers.words(), run.blocks())) {
                return buffer;
            }
        }
        // Whatever has been sorted so far, keys that are equal have kept their order.
        return sortDigitByDigit(digits.windows(), buffer, run, forth, back);
    }

    private int sortDigitByDigit(List<DigitWindow> windows, int first, RadixRun run, PlanGraph forth, PlanGraph back) {
        int from = first;
        for (DigitWindow window : windows) {
            setWindow(window, PassParameters.SHIFT);
            run.executePass(from == 0 ? forth : back, window.mask() + 1);
            buffers.p().set(PassParameters.COUNTED, 0);
            buffers.p().set(PassParameters.NUMBERED, 0);
            from = 1 - from;
        }
        return from;
    }

    /** Sets a digit's shift and mask in the parameters. */
    final void setWindow(DigitWindow window, int index) {
        buffers.p().set(index, window.shift());
        buffers.p().set(index + 1, window.mask());
    }

    /**
     * The order of a sort.
     *
     * @param flip mask to XOR with a key's ordered bits: the sign bit of signed integers; inverted for descending order
     * @param bits mask of the bits to compare
     * @param timed whether to measure times with the plan's profiler
     * @param floats whether the keys are floats
     */
    public record Order(long flip, long bits, boolean timed, boolean floats) {
        /** Returns the order of keys of a type under these options. */
        public static Order of(KeyType type, SortOptions options) {
            return new Order(
                    OrderedKeys.flip(type, options.isDescending()), options.bitMask(type), options.timed(), type.isFloat());
        }

        /** Returns this order of keys that are floats, or are not. */
        public Order ofFloats(boolean given) {
            return new Order(flip, bits, timed, given);
        }

        /** Writes the order into the parameters of the kernels. */
        public void writeTo(IntArray p) {
            p.set(PassParameters.FLIP, (int) flip);
            p.set(PassParameters.FLIP_HIGH, (int) (flip >>> 32));
            p.set(PassParameters.BITS, (int) bits);
            p.set(PassParameters.BITS_HIGH, (int) (bits >>> 32));
            p.set(PassParameters.FLOATS, floats ? -1 : 0);
        }
    }

    /**
     * The outcome of a run.
     *
     * @param buffer index of the buffer that holds the sorted keys
     * @param passes number of passes executed
     * @param kernelNanos time in kernels by the device's clock if timed, or the duration of all executions if not
     * @param copyInNanos time to copy to the device; 0 if not timed
     * @param compileNanos time to compile kernels; 0 if not timed, or if all have run before
     * @param last result of the last execution
     */
    public record Outcome(
            int buffer,
            int passes,
            long kernelNanos,
            long copyInNanos,
            long compileNanos,
            TornadoExecutionResult last) {}
}
