package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.kernel.PassParameters;
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
 * The task graphs of a least-significant-digit radix sort (Merrill and Grimshaw 2011), as far as all sorts share them: one
 * graph surveys the keys of the first buffer, one sorts them by a digit from the first buffer to the second, and one does so
 * back. Graphs are compiled when they first run, and then sort every length that the buffers hold. {@link HostFedGraphs} and
 * {@link ResidentGraphs} add their own graphs and the host loops that run them.
 */
public abstract class RadixGraphs {
    static final String SURVEY = "Survey";
    static final String FORTH = "Forth";
    static final String BACK = "Back";

    final PlanShape shape;
    final SortPolicy policy;
    final RadixBuffers buffers;
    final RadixTasks tasks;
    private final String prefix;
    private final List<PlanGraph> graphs = new ArrayList<>();

    /** @param prefix of the graphs' names, unlike any other in the same plan */
    RadixGraphs(String prefix, PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        this.prefix = prefix;
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
        this.tasks = RadixTasks.of(shape, policy, buffers);
    }

    /** Blocks that the keys are cut into on a device. */
    public static int mostBlocks(SortDevice device, SortPolicy policy) {
        return policy.blocksPerUnit()
                * Math.max(1, device.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
    }

    /** The graphs, in the order in which the plan must have them. */
    public final List<ImmutableTaskGraph> graphs() {
        return graphs.stream().map(PlanGraph::snapshot).toList();
    }

    /** Registers the grid of every task: a plan takes a scheduler only when all grids are there. */
    public final void registerGrids(GridScheduler grids) {
        LaunchSize most = new LaunchSize(buffers.merged(), buffers.mostBlocks(), policy.radix());
        graphs.forEach(graph -> graph.setGrids(grids, most));
    }

    /** Begins a graph that is the next one of the plan. */
    final PlanGraph next(String name, List<KernelTask> kernels) {
        PlanGraph graph = new PlanGraph(graphs.size(), name(name), kernels);
        graphs.add(graph);
        return graph;
    }

    /** The full name of one of these graphs. */
    final String name(String graph) {
        return prefix + graph;
    }

    /** Begins the graph that surveys the keys; the caller declares where they come from. */
    final PlanGraph beginSurvey() {
        return next(SURVEY, tasks.survey());
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

    /** The graph of a pass from the first buffer to the second. */
    final PlanGraph passForth() {
        PlanGraph pass = passForth(tasks.pass(0), unsurveyed());
        pass.graph().transferToHost(DataTransferMode.UNDER_DEMAND, held(1));
        return pass;
    }

    /** The graph of a pass from the first buffer to the second, and another one back. */
    final PlanGraph passForthAndBack(List<KernelTask> roundTrip) {
        return passForth(roundTrip, all(held(1), unsurveyed()));
    }

    /** @param needed sent once: an array that no graph declares is copied at each execution of a kernel that reads it */
    private PlanGraph passForth(List<KernelTask> kernels, Object[] needed) {
        PlanGraph pass = next(FORTH, kernels);
        pass.graph()
                .consumeFromDevice(name(SURVEY), surveyed())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, needed)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        pass.addTasks().persistOnDevice(everything());
        return pass;
    }

    /** The graph of a pass from the second buffer to the first. */
    final PlanGraph passBack() {
        PlanGraph pass = next(BACK, tasks.pass(1));
        pass.graph()
                .consumeFromDevice(name(FORTH), everything())
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        pass.addTasks()
                .persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, held(0));
        return pass;
    }

    /** A buffer's keys, and its values where there are any. */
    final Object[] held(int buffer) {
        TornadoNativeArray keys = buffers.keys()[buffer];
        return shape.withValues() ? new Object[] {keys, buffers.values()[buffer]} : new Object[] {keys};
    }

    /** The keys before the sort, which every graph hands on, and the values where there are any. */
    final Object[] given() {
        Object[] given = held(0);
        given[0] = buffers.given();
        return given;
    }

    /** What the survey leaves on the device for the first pass. */
    final Object[] surveyed() {
        return all(held(0), given(), tasks.countsInSurvey() ? new Object[] {buffers.counts()} : new Object[0]);
    }

    /** What passes need that is neither surveyed nor the second buffer; stand-ins for missing values included. */
    private Object[] unsurveyed() {
        List<Object> scratch = new ArrayList<>();
        scratch.add(tasks.countsInSurvey() ? buffers.totals() : buffers.counts());
        if (!shape.withValues()) {
            scratch.addAll(List.of((Object[]) buffers.values()));
        }
        return scratch.toArray();
    }

    private Object[] everything() {
        return all(surveyed(), held(1), unsurveyed());
    }

    /** The distinct elements of all parts, in their order. */
    static Object[] all(Object[]... parts) {
        return Stream.of(parts).flatMap(Stream::of).distinct().toArray();
    }

    /** Surveys the first n keys; the survey may count the lowest digit of this order. */
    final Survey survey(RadixRun run, PlanGraph survey, DigitWindow lowest) {
        setWindow(lowest, PassParameters.SHIFT);
        run.execute(survey);
        return Survey.of(buffers.words(), run.blocks());
    }

    /** The lowest digit of this order, if all bits vary. */
    final DigitWindow lowestDigit(Order order) {
        return order.bits() == 0 ? DigitWindow.EMPTY : windows(order.bits()).getFirst();
    }

    /** The digits to sort by after a survey, least significant first; says whether the survey counted the first one. */
    final List<DigitWindow> windows(Survey found, Order order, DigitWindow lowest) {
        List<DigitWindow> windows = found.sorted() ? List.of() : windows(found.varying() & order.bits());
        boolean counted = tasks.countsInSurvey() && !windows.isEmpty() && windows.getFirst().equals(lowest);
        buffers.p().set(PassParameters.COUNTED, counted ? 1 : 0);
        return windows;
    }

    private List<DigitWindow> windows(long bits) {
        return DigitWindow.over(bits, policy.radixBits());
    }

    /** Sorts digit by digit; returns the buffer that the keys end in. */
    final int sortDigitByDigit(List<DigitWindow> windows, RadixRun run, PlanGraph forth, PlanGraph back) {
        int from = 0;
        for (DigitWindow window : windows) {
            setWindow(window, PassParameters.SHIFT);
            run.execute(from == 0 ? forth : back, window.mask() + 1);
            buffers.p().set(PassParameters.COUNTED, 0);
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
     * What to sort by.
     *
     * @param flip XORed to a key's ordered bits: the sign bit of signed integers, all bits for descending order
     * @param bits ones at the bits to compare
     * @param ties ones at lower bits that keep the order of keys that are equal in those, if the sort is stable
     * @param timed whether the plan's profiler is on and its times are wanted
     * @param verified whether the result is to be checked
     */
    public record Order(long flip, long bits, long ties, boolean timed, boolean verified) {

        /** The order of keys of a type by these options. */
        public static Order of(KeyType type, SortOptions options) {
            return by(OrderedKeys.flip(type, options.isDescending()), options.bitMask(type), 0, options);
        }

        /** An order of the caller's, to sort by as the options say otherwise. */
        public static Order by(long flip, long bits, long ties, SortOptions options) {
            return new Order(flip, bits, ties, options.timed(), options.verified());
        }

        /** The order that the sorted keys have. */
        Order withTies() {
            return new Order(flip, bits | ties, 0, timed, verified);
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
     * What a run did.
     *
     * @param buffer where the sorted keys are
     * @param passes passes issued
     * @param kernelNanos time in kernels as the device's clock has it, or, if not timed, of the executions
     * @param copyInNanos time to copy to the device, if timed
     * @param compileNanos time to compile kernels, if timed; 0 once all have run
     * @param last what the last graph returned
     */
    public record Outcome(
            int buffer,
            int passes,
            long kernelNanos,
            long copyInNanos,
            long compileNanos,
            TornadoExecutionResult last) {}
}
