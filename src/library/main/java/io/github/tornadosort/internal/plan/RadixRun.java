package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.kernel.LookBack;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.SurveyWords;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.backend.Backend;
import java.util.List;
import org.slf4j.LoggerFactory;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The host loop of one radix sort: surveys the keys, covers the bits that vary with digits, and executes a pass for each. A
 * pass that gets stuck, because the device does not let work-groups make progress in the order of their start, is repeated tile
 * by tile.
 */
final class RadixRun extends GraphRunner {
    private final RadixGraphs graphs;
    private final RadixBuffers buffers;
    private final IntArray p;
    private final HybridSort hybridSort;
    private final WordOrder order;
    private final GridScheduler grids;
    private final int firstGraph;
    private final int n;
    private final KernelTask.Size size;
    /** The digits that are counted, in the order of their counts. */
    private List<DigitWindow> counted = List.of();
    private int passes;

    /**
     * Begins a run over n keys; see {@link GraphRunner}.
     *
     * @param firstGraph index of the first graph within the plan
     * @param fixed whether all lengths use the same grids
     */
    RadixRun(
            RadixGraphs graphs,
            TornadoExecutionPlan plan,
            GridScheduler grids,
            int firstGraph,
            Checkpoint checkpoint,
            int n,
            WordOrder order,
            boolean fixed) {
        super(plan, checkpoint, graphs.buffers.p(), order.timed(),
                fixed && Backend.of(graphs.device).recordsGraphs());
        this.graphs = graphs;
        this.buffers = graphs.buffers;
        this.p = buffers.p();
        this.hybridSort = graphs.hybridSort;
        this.order = order;
        this.grids = grids;
        this.firstGraph = firstGraph;
        this.n = n;
        int blocks = buffers.cut(n, graphs.policy, fixed);
        this.size = new KernelTask.Size(fixed ? buffers.keys()[0].getSize() : n, blocks);
        order.writeTo(p);
    }

    /** Executes a graph. */
    void execute(PlanGraph graph) {
        execute(graph, size);
    }

    private void execute(PlanGraph graph, KernelTask.Size executionSize) {
        graph.setGrids(grids, executionSize);
        execute(firstGraph + graph.index());
    }

    /** Surveys few keys and sorts them by all digits in one execution. Returns the number of passes. */
    int sortAtOnce(PlanGraph atOnce) {
        p.set(PassParameters.NUMBERED, graphs.shape.payload() == Payload.INDICES ? 1 : 0);
        p.set(PassParameters.SURVEYING, 1);
        setCounted(windows(order.bits()));
        begin(counted);
        execute(atOnce);
        return counted.size();
    }

    /**
     * What a survey of the keys on the device finds about their ordered bits.
     *
     * @param varying a mask of the bits in which keys differ
     * @param sorted whether the keys are sorted
     */
    record Survey(long varying, boolean sorted) {}

    /** Returns what the last survey has found, if its words are on the host: combines those of all blocks. */
    Survey found() {
        long any = 0;
        long all = -1;
        int descents = 0;
        for (int block = 0; block < size.blocks(); block++) {
            int at = block * SurveyWords.COUNT;
            any |= pair(at + SurveyWords.ANY);
            all &= pair(at + SurveyWords.ALL);
            descents |= buffers.words().get(at + SurveyWords.DESCENTS);
        }
        return new Survey(any & ~all, descents == 0);
    }

    /** Reads a long from two words, the lower half first. */
    private long pair(int at) {
        IntArray words = buffers.words();
        return (long) words.get(at + 1) << 32 | Integer.toUnsignedLong(words.get(at));
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
    }

    /** Returns the number of passes of a run by these digits. Block kernels sort buckets by several digits in one execution. */
    int passes(Digits digits) {
        return digits.highest().isEmpty() ? digits.windows().size() : passes;
    }

    /** Surveys the keys, counts their digits, and returns the digits to sort by. */
    Digits survey() {
        p.set(PassParameters.NUMBERED, graphs.numbersInPass() ? 1 : 0);
        p.set(PassParameters.SURVEYING, 1);
        setCounted(graphs.counts() ? atATime(windows(order.bits())) : List.of());
        if (hybridSort != null) {
            hybridSort.askForSample(n, order, p);
        }
        execute(graphs.survey);
        if (hybridSort != null && hybridSort.isUncounted(buffers.words())) {
            setWindows(List.of());
        } else if (hybridSort != null && !hybridSort.sampled(buffers.words()).isEmpty()) {
            setWindows(hybridSort.sampled(buffers.words()));
        }
        Survey found = found();
        long varying = found.sorted() ? 0 : found.varying() & order.bits();
        List<DigitWindow> windows = windows(varying);
        if (graphs.counts()) {
            // Digits that the survey has counted are as good, unless others save a pass.
            List<DigitWindow> usual =
                    windows(order.bits()).stream().filter(window -> (window.bitMask() & varying) != 0).toList();
            windows = graphs.countsOnce() || usual.size() == windows.size() ? usual : windows;
        }
        return new Digits(windows, inBuckets(varying, windows.size()), varying);
    }

    private HybridSort.Buckets inBuckets(long varying, int passesByDigits) {
        List<DigitWindow> sampled = hybridSort != null && varying != 0 ? hybridSort.sampled(buffers.words()) : List.of();
        if (sampled.isEmpty()) {
            return HybridSort.Buckets.NONE;
        }
        requireCounted(sampled);
        IntArray counts = buffers.counts();
        int[] lowest = new int[sampled.getFirst().mask() + 1];
        DriverCalls.call(() -> last().transferToHost(new DataRange(counts).withOffset(0).withSize(lowest.length)));
        for (int i = 0; i < lowest.length; i++) {
            lowest[i] = counts.get(i);
        }
        return hybridSort.buckets(n, buffers.words(), lowest, varying, passesByDigits);
    }

    private List<DigitWindow> windows(long bits) {
        return DigitWindow.over(bits, graphs.policy.radixBits());
    }

    /** Returns the first windows, as many as a survey counts. */
    private List<DigitWindow> atATime(List<DigitWindow> windows) {
        return windows.subList(0, Math.min(windows.size(), graphs.shape.bytes()));
    }

    /** Prepares to count these digits. */
    private void setCounted(List<DigitWindow> windows) {
        if (graphs.counts()) {
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

    /** Sets a digit's shift and mask in the parameters. */
    private void setWindow(DigitWindow window, int index) {
        p.set(PassParameters.WINDOWS + 2 * index, window.shift());
        p.set(PassParameters.WINDOWS + 2 * index + 1, window.mask());
    }

    /**
     * Counts digits after the survey, unless the first ones are counted. All keys are in the first buffer, whatever has run.
     */
    private void requireCounted(List<DigitWindow> windows) {
        if (graphs.counts() && !counted.containsAll(atATime(windows))) {
            p.set(PassParameters.SURVEYING, 0);
            setCounted(atATime(windows));
            execute(graphs.count);
        }
    }

    /** Sorts by the digits, in buckets or digit by digit, and returns the index of the buffer that holds the result. */
    int sort(Digits digits) {
        int buffer = 0;
        List<DigitWindow> highest = digits.highest();
        if (!highest.isEmpty()) {
            requireCounted(highest);
            buffer = 1 - sortDigitByDigit(highest.subList(0, highest.size() - 1), 0);
            hybridSort.setBuckets(n, digits.inBuckets(), digits.varying(), p);
            passes++;
            pass(highest.getLast(), graphs.passAndBuckets(buffer));
            if (!HybridSort.overflowed(buffers.words(), size.blocks())) {
                return buffer;
            }
        }
        // Whatever has been sorted so far, keys that are equal have kept their order.
        return sortDigitByDigit(digits.windows(), buffer);
    }

    private int sortDigitByDigit(List<DigitWindow> windows, int first) {
        int from = first;
        requireCounted(windows);
        for (int i = 0; i < windows.size(); i++) {
            if (!counted.contains(windows.get(i))) {
                requireCounted(windows.subList(i, windows.size()));
            }
            pass(windows.get(i), graphs.pass(from));
            from = 1 - from;
        }
        return from;
    }

    private void pass(DigitWindow window, PlanGraph graph) {
        if (graphs.counts()) {
            begin(List.of(window));
        } else {
            setWindow(window, 0);
        }
        passes++;
        execute(graph);
        if (isStuck(0)) {
            repeat(window, graph);
        }
        p.set(PassParameters.NUMBERED, 0);
    }

    /**
     * Sorts by two digits per execution, from the first buffer and back. Of an odd number of digits, the last pass has no bits.
     */
    void sortTwoByTwo(Digits digits) {
        List<DigitWindow> windows = digits.windows();
        for (int i = 0; i < windows.size(); i += 2) {
            List<DigitWindow> two = windows.subList(i, Math.min(i + 2, windows.size()));
            requireCounted(two);
            begin(two);
            execute(graphs.pass(0));
            if (isStuck(0) || isStuck(1)) {
                throw lost();
            }
        }
    }

    private void begin(List<DigitWindow> windows) {
        for (int number = 0; number < PassParameters.MOST_WINDOWS; number++) {
            boolean isGiven = number < windows.size();
            p.set(PassParameters.DIGITS + number,
                    isGiven ? counted.indexOf(windows.get(number)) : PassParameters.MOST_WINDOWS);
        }
        p.set(PassParameters.FIRST_TILE, 0);
        p.set(PassParameters.STUCK, 0);
        p.set(PassParameters.STUCK + 1, 0);
        p.set(PassParameters.LIMIT, LookBack.LIMIT);
        p.set(PassParameters.EPOCH, graphs.nextEpoch());
    }

    /** Returns whether groups gave up in the last execution: in its first pass (0), whose source is as it was, or later (1). */
    boolean isStuck(int number) {
        return p.get(PassParameters.STUCK + number) != 0;
    }

    /** Returns the exception with which a sort ends that got stuck after it had overwritten its only source. */
    IllegalStateException lost() {
        Backend.of(graphs.device).recordStuck();
        return new IllegalStateException(
                "the device " + graphs.device + " does not let work-groups make progress in the order of their start;"
                        + " the keys on it are lost; a stage that is built now sorts without look-back");
    }

    /**
     * Repeats a pass that got stuck, tile by tile: no group waits then. The source of a pass is as it was before. Later plans
     * for the device do without look-back.
     */
    private void repeat(DigitWindow window, PlanGraph graph) {
        LoggerFactory.getLogger(RadixRun.class)
                .warn("Device {} does not let work-groups make progress in the order of their start; it sorts slowly",
                        graphs.device);
        Backend.of(graphs.device).recordStuck();
        begin(List.of(window));
        int tiles = buffers.tiles(n, graphs.policy);
        for (int tile = 0; tile < tiles; tile++) {
            p.set(PassParameters.FIRST_TILE, tile);
            execute(graph, new KernelTask.Size(1, size.blocks()));
        }
    }
}
