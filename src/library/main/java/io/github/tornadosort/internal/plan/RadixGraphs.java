package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.LookBack;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.backend.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The task graphs that all least-significant-digit radix sorts share. One graph surveys the keys of the first buffer, and counts their
 * digits. Another one sorts them by one digit from the first buffer to the second, and a third one from the second buffer back to the
 * first. A fourth one counts other digits, if these save a pass. Graphs are compiled when they first run, and can then sort any length up to the capacity of the
 * buffers. {@link RadixPlan} and {@link StageGraphs} add further graphs and the host loops that run them.
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
    private final SortDevice device;
    /** Counts digits after the survey; null if passes count them themselves. */
    private PlanGraph count;
    /** The digits that are counted, in the order of their counts. */
    private List<DigitWindow> counted = List.of();
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
        this.tasks = RadixTasks.of(shape, policy, buffers);
        this.hybridSort = HybridSort.of(policy, buffers);
    }

    /**
     * Returns the policy with which a device can be used: without look-back if it got stuck, or if its backend has no atomic operations.
     */
    static SortPolicy usable(SortPolicy policy, SortDevice device) {
        boolean looksBack = policy.kernels() == Kernels.WORK_GROUP;
        return looksBack && !Backend.of(device).mayLookBack() ? WITHOUT_LOOK_BACK : policy;
    }

    /** Returns whether a plan of this capacity sorts in one execution: for few keys, several launches cost more than they save. */
    static boolean sortsAtOnce(SortPolicy policy, long capacity) {
        return policy.kernels() == Kernels.WORK_GROUP && policy.radixBits() == 8 && capacity <= policy.keysAtOnce();
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
        LaunchSize largest = new LaunchSize(buffers.keys()[0].getSize(), buffers.maxBlocks());
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
        if (counts()) {
            survey.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.counts());
        }
        survey.addTasks()
                .transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(surveyed());
        if (counts()) {
            survey.graph().transferToHost(DataTransferMode.UNDER_DEMAND, buffers.counts());
            count = next("Count", List.of(tasks.countDigits()));
            count.graph()
                    .consumeFromDevice(name(SURVEY), all(keysAndValues(0), given()))
                    .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p(), buffers.counts())
                    .transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.words());
            count.addTasks().persistOnDevice(surveyed()).transferToHost(DataTransferMode.UNDER_DEMAND, buffers.counts());
        }
    }

    /** Returns whether digits are counted before the passes, which then look back. */
    private boolean counts() {
        return policy.kernels() == Kernels.WORK_GROUP;
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
        fetchParameters(pass);
        return pass;
    }

    /** Copies the parameters back, where a pass says that it got stuck. */
    private void fetchParameters(PlanGraph pass) {
        if (counts()) {
            pass.graph().transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.p());
        }
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
        fetchParameters(pass);
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
        return hybridSort != null;
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

    /** Surveys the keys of a run, and counts their digits. */
    final Survey survey(RadixRun run, PlanGraph survey, Order order) {
        buffers.p().set(PassParameters.NUMBERED, numbersInPass() ? 1 : 0);
        buffers.p().set(PassParameters.SURVEYING, 1);
        setCounted(counts() ? atATime(windows(order.bits())) : List.of());
        if (sortsBuckets()) {
            hybridSort.askForSample(buffers.p().get(PassParameters.N), order, buffers.p());
        }
        run.execute(survey);
        if (sortsBuckets() && hybridSort.isUncounted(buffers.words())) {
            setWindows(List.of());
        } else if (sortsBuckets() && !hybridSort.sampled(buffers.words()).isEmpty()) {
            setWindows(hybridSort.sampled(buffers.words()));
        }
        return Survey.of(buffers.words(), run.blocks());
    }

    /** Returns whether the first pass takes the index of each key as its value, so that no task need write the indices before. */
    boolean numbersInPass() {
        return shape.payload() == Payload.INDICES && counts();
    }

    /** Returns whether passes know the survey's counts only: a graph that is replayed finds no others. */
    boolean countsOnce() {
        return false;
    }

    /** Prepares to count these digits. */
    private void setCounted(List<DigitWindow> windows) {
        if (counts()) {
            // Kernels add to what is there. A device may work in the memory of the host.
            buffers.counts().init(0);
        }
        setWindows(windows);
    }

    private void setWindows(List<DigitWindow> windows) {
        counted = windows;
        for (int i = 0; i <= PassParameters.MOST_WINDOWS; i++) {
            setWindow(i < windows.size() ? windows.get(i) : DigitWindow.EMPTY, i);
        }
    }

    /** Returns the first windows, as many as a survey counts. */
    private List<DigitWindow> atATime(List<DigitWindow> windows) {
        return windows.subList(0, Math.min(windows.size(), shape.bytes()));
    }

    /**
     * Counts digits after the survey, unless the first ones are counted. All keys are in the first buffer, whatever passes have run.
     */
    private void requireCounted(List<DigitWindow> windows, RadixRun run) {
        if (counts() && !counted.containsAll(atATime(windows))) {
            buffers.p().set(PassParameters.SURVEYING, 0);
            setCounted(atATime(windows));
            run.execute(count);
        }
    }

    /** Returns the digits to sort by. */
    final Digits digits(Survey found, Order order, RadixRun run) {
        long varying = found.sorted() ? 0 : found.varying() & order.bits();
        List<DigitWindow> windows = windows(varying);
        if (counts()) {
            // Digits that the survey has counted are as good, unless others save a pass.
            List<DigitWindow> usual =
                    windows(order.bits()).stream().filter(window -> (window.bitMask() & varying) != 0).toList();
            windows = countsOnce() || usual.size() == windows.size() ? usual : windows;
        }
        return new Digits(windows, inBuckets(varying, windows.size(), run), varying);
    }

    private HybridSort.Buckets inBuckets(long varying, int passes, RadixRun run) {
        List<DigitWindow> sampled = sortsBuckets() && varying != 0 ? hybridSort.sampled(buffers.words()) : List.of();
        if (sampled.isEmpty()) {
            return HybridSort.Buckets.NONE;
        }
        requireCounted(sampled, run);
        IntArray counts = buffers.counts();
        int[] lowest = new int[sampled.getFirst().mask() + 1];
        run.fetch(counts, lowest.length);
        for (int i = 0; i < lowest.length; i++) {
            lowest[i] = counts.get(i);
        }
        return hybridSort.buckets(buffers.p().get(PassParameters.N), buffers.words(), lowest, varying, passes);
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
            requireCounted(digits.highest(), run);
            DigitWindow last = digits.highest().getLast();
            buffer = 1 - sortDigitByDigit(digits.highest().subList(0, digits.highest().size() - 1), 0, run, forth, back);
            int n = buffers.p().get(PassParameters.N);
            hybridSort.setBuckets(n, digits.inBuckets(), digits.varying(), buffers.p());
            run.countPass();
            pass(last, run, buckets[buffer]);
            if (!HybridSort.overflowed(buffers.words(), run.blocks())) {
                return buffer;
            }
        }
        // Whatever has been sorted so far, keys that are equal have kept their order.
        return sortDigitByDigit(digits.windows(), buffer, run, forth, back);
    }

    private int sortDigitByDigit(List<DigitWindow> windows, int first, RadixRun run, PlanGraph forth, PlanGraph back) {
        int from = first;
        requireCounted(windows, run);
        for (int i = 0; i < windows.size(); i++) {
            if (!counted.contains(windows.get(i))) {
                requireCounted(windows.subList(i, windows.size()), run);
            }
            pass(windows.get(i), run, from == 0 ? forth : back);
            from = 1 - from;
        }
        return from;
    }

    private void pass(DigitWindow window, RadixRun run, PlanGraph graph) {
        if (counts()) {
            begin(List.of(window));
        } else {
            setWindow(window, 0);
        }
        run.executePass(graph);
        if (isStuck(0)) {
            repeat(List.of(window), run, graph);
        }
        buffers.p().set(PassParameters.NUMBERED, 0);
    }

    /** Runs a graph of two passes by digits that are counted; if there is one, the other pass moves nothing. */
    final void passes(List<DigitWindow> windows, RadixRun run, PlanGraph graph) {
        requireCounted(windows, run);
        begin(windows);
        run.execute(graph);
        if (isStuck(0) || isStuck(1)) {
            throw lost();
        }
    }

    /** Returns whether groups gave up in the first pass of the last execution, whose source is then as it was, or in those after it. */
    final boolean isStuck(int number) {
        return buffers.p().get(PassParameters.STUCK + number) != 0;
    }

    /** Returns the exception with which a sort ends that got stuck after it had overwritten its only source. */
    final IllegalStateException lost() {
        Backend.of(device).recordStuck();
        return new IllegalStateException(
                "the device " + device + " does not let work-groups make progress in the order of their start;"
                        + " the keys on it are lost; a stage that is built now sorts without look-back");
    }

    /** Surveys few keys and sorts them by all digits in one execution. Returns the number of passes. */
    final int surveyAndSort(Order order, RadixRun run, PlanGraph atOnce) {
        buffers.p().set(PassParameters.NUMBERED, shape.payload() == Payload.INDICES ? 1 : 0);
        buffers.p().set(PassParameters.SURVEYING, 1);
        setCounted(windows(order.bits()));
        begin(counted);
        run.executePass(atOnce);
        return counted.size();
    }

    private void begin(List<DigitWindow> windows) {
        IntArray p = buffers.p();
        for (int number = 0; number < PassParameters.MOST_WINDOWS; number++) {
            boolean isGiven = number < windows.size();
            p.set(PassParameters.DIGITS + number,
                    isGiven ? counted.indexOf(windows.get(number)) : PassParameters.MOST_WINDOWS);
        }
        p.set(PassParameters.FIRST_TILE, 0);
        p.set(PassParameters.STUCK, 0);
        p.set(PassParameters.STUCK + 1, 0);
        p.set(PassParameters.LIMIT, LookBack.LIMIT);
        p.set(PassParameters.EPOCH, epoch);
        // No two passes of a plan have the same epoch, so that no word of an earlier one is taken for one of a later.
        epoch = epoch > LookBack.LAST_EPOCH - 2 * PassParameters.MOST_WINDOWS ? 1 : epoch + PassParameters.MOST_WINDOWS;
    }

    /**
     * Repeats a pass that got stuck, tile by tile: no group waits then. The source of a pass is as it was before. Later plans for the
     * device do without look-back.
     */
    private void repeat(List<DigitWindow> windows, RadixRun run, PlanGraph graph) {
        LoggerFactory.getLogger(RadixGraphs.class)
                .warn("Device {} does not let work-groups make progress in the order of their start; it sorts slowly",
                        device);
        Backend.of(device).recordStuck();
        begin(windows);
        int tiles = buffers.tiles(buffers.p().get(PassParameters.N), policy);
        for (int tile = 0; tile < tiles; tile++) {
            buffers.p().set(PassParameters.FIRST_TILE, tile);
            run.executeTile(graph);
        }
    }

    /** Sets a digit's shift and mask in the parameters. */
    private void setWindow(DigitWindow window, int index) {
        buffers.p().set(PassParameters.WINDOWS + 2 * index, window.shift());
        buffers.p().set(PassParameters.WINDOWS + 2 * index + 1, window.mask());
    }

    /**
     * The order of a sort.
     *
     * @param flip mask to XOR with a key's ordered bits: the sign bit of signed integers; inverted for descending order
     * @param bits mask of the bits to compare
     * @param timed whether to measure times with the plan's profiler
     */
    public record Order(long flip, long bits, boolean timed) {
        /** Returns the order of keys of a type under these options. */
        public static Order of(KeyType type, SortOptions options) {
            return new Order(
                    OrderedKeys.flip(type, options.isDescending()), options.bitMask(type), options.timed());
        }

        /** Writes the order into the parameters of the kernels. */
        public void writeTo(IntArray p) {
            p.set(PassParameters.FLIP, (int) flip);
            p.set(PassParameters.FLIP_HIGH, (int) (flip >>> 32));
            p.set(PassParameters.BITS, (int) bits);
            p.set(PassParameters.BITS_HIGH, (int) (bits >>> 32));
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
