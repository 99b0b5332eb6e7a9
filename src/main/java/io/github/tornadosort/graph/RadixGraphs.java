package io.github.tornadosort.graph;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.host.OrderedKeys;
import io.github.tornadosort.kernel.PassParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The task graphs of a least-significant-digit radix sort (Merrill and Grimshaw 2011), and the host loop that runs them:
 * one graph surveys the keys of the first buffer, one sorts them by a digit from the first buffer to the second, one does
 * so back, and one brings an odd number of passes home. Keys of another program's that are narrower than the kernels' are
 * widened before the survey, and another graph brings an even number of passes home. The loop lays digit windows over the
 * bits that vary and issues one graph a window. Compiled once, they sort every length that the buffers hold. Three more graphs
 * verify a sort that is to be verified: they sum up the keys before it, and in either buffer after it, where they look at
 * their order too. Few keys of another program's, which would take the host longer than the device, are sorted by a graph of
 * their own in one execution ({@link io.github.tornadosort.kernel.GroupMerge}). Graphs that are recorded and replayed have two
 * passes each, and the same grids for all lengths.
 */
public final class RadixGraphs {
    private static final int SURVEY = 0;
    private static final int FORTH = 1;
    private static final int BACK = 2;
    private static final int HOME = 3;
    /** As {@link #HOME}, from the first buffer: for keys that were widened into it. */
    private static final int NARROW = 4;
    /** For keys that need no widening: few of them in one execution, in which the host has no part. */
    private static final int MERGE = 4;
    private static final int BEFORE = 3;
    private static final int AFTER = 4;
    private static final int FILL = 6;
    private static final int BUCKETS = 7;

    private final boolean resident;
    private final boolean bucketed;
    private final boolean fixed;
    private final boolean recorded;
    private final boolean roundTrips;
    private final PlanShape shape;
    private final SortPolicy policy;
    private final RadixBuffers buffers;
    private final RadixTasks tasks;
    private final Checkpoint checkpoint;
    private final String[] names;
    private final List<ImmutableTaskGraph> graphs;

    private RadixGraphs(
            String name,
            String producer,
            PlanShape shape,
            SortPolicy policy,
            RadixBuffers buffers,
            Checkpoint checkpoint,
            boolean fixed,
            boolean recorded) {
        this.fixed = fixed;
        this.recorded = recorded;
        this.roundTrips = fixed && policy.kernels() == Kernels.WORK_GROUP;
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
        this.tasks = new RadixTasks(shape, policy, buffers);
        this.checkpoint = checkpoint;
        this.resident = producer != null;
        this.bucketed = !resident && policy.kernels() == Kernels.BLOCK && !shape.withValues();
        String[] last = resident
                ? new String[] {"Home", buffers.narrow() ? "Narrow" : "Merge"}
                : new String[] {"Before", "AfterBack", "AfterForth", "Fill", "Buckets"};
        this.names = Stream.concat(Stream.of("Survey", "Forth", "Back"), Stream.of(last))
                .map(graph -> name + graph)
                .toArray(String[]::new);
        List<ImmutableTaskGraph> built = new ArrayList<>();
        built.add(survey(producer).snapshot());
        built.add((roundTrips ? roundTrip() : pass(0)).snapshot());
        built.add(pass(1).snapshot());
        if (resident) {
            built.add(home(1).snapshot());
            if (buffers.narrow()) {
                built.add(home(0).snapshot());
            } else if (buffers.merged() > 0) {
                built.add(merge(producer).snapshot());
            }
        } else {
            built.add(before().snapshot());
            built.add(after(0).snapshot());
            built.add(after(1).snapshot());
        }
        if (bucketed) {
            built.add(fill().snapshot());
            built.add(buckets().snapshot());
        }
        this.graphs = List.copyOf(built);
    }

    /** Graphs for keys that come from the host; the result stays in the buffer that {@link Outcome#buffer} names. */
    static RadixGraphs fromHost(
            String name, PlanShape shape, SortPolicy policy, RadixBuffers buffers, Checkpoint checkpoint) {
        return new RadixGraphs(name, null, shape, policy, buffers, checkpoint, false, false);
    }

    /**
     * Graphs for keys (and values) that another graph left on the device; the result is left where the keys were.
     *
     * @param name prefix of the graphs' names, unlike any other in the same plan
     * @param producer name of that graph
     * @param fixed whether all lengths are sorted by the same grids
     * @param recorded whether graphs are recorded when they first run, and replayed; their grids are to be fixed then
     */
    static RadixGraphs onDevice(
            String name,
            String producer,
            PlanShape shape,
            SortPolicy policy,
            RadixBuffers buffers,
            boolean fixed,
            boolean recorded) {
        // Passes move the caller's own keys: they are not left half-way.
        return new RadixGraphs(name, producer, shape, policy, buffers, _ -> {}, fixed, recorded);
    }

    /** Blocks that the keys are cut into on a device. */
    static int mostBlocks(SortDevice device, SortPolicy policy) {
        return policy.blocksPerUnit()
                * Math.max(1, device.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
    }

    /** The graphs, in the order in which {@link #run} expects them. */
    public List<ImmutableTaskGraph> graphs() {
        return graphs;
    }

    /** Name of the graph that hands the result on to others. */
    String lastGraph() {
        return names[HOME];
    }

    private TaskGraph survey(String producer) {
        TaskGraph graph = new TaskGraph(names[SURVEY]);
        if (producer != null) {
            graph.consumeFromDevice(producer, given());
        } else {
            Object[] sent = shape.payload() == Payload.VALUES ? held(0) : new Object[] {buffers.keys()[0]};
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, sent);
        }
        graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        if (countsInSurvey()) {
            graph.transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.counts());
        }
        tasks.addSurvey(graph);
        return graph.transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.words())
                .persistOnDevice(surveyed());
    }

    private TaskGraph pass(int from) {
        TaskGraph graph = new TaskGraph(names[FORTH + from]);
        if (from == 0) {
            // What no graph declares is copied to the device at every execution if a kernel reads it: declare it all.
            graph.consumeFromDevice(names[SURVEY], surveyed())
                    .transferToDevice(DataTransferMode.FIRST_EXECUTION, unsurveyed());
        } else {
            graph.consumeFromDevice(names[FORTH], everything());
        }
        graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        tasks.addPass(graph, from);
        return graph.persistOnDevice(everything())
                .transferToHost(DataTransferMode.UNDER_DEMAND, held(1 - from));
    }

    /** In one graph what {@link #FORTH} and {@link #BACK} do: half the executions. */
    private TaskGraph roundTrip() {
        TaskGraph graph = new TaskGraph(names[FORTH])
                .consumeFromDevice(names[SURVEY], surveyed())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, all(held(1), unsurveyed()))
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        tasks.addRoundTrip(graph);
        return graph.persistOnDevice(everything());
    }

    private TaskGraph home(int from) {
        Object[] used = all(given(), held(from));
        TaskGraph graph = new TaskGraph(names[from == 1 ? HOME : NARROW])
                .consumeFromDevice(names[from == 1 ? FORTH : BACK], used)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        tasks.addHome(graph, from);
        return graph.persistOnDevice(used);
    }

    private TaskGraph merge(String producer) {
        TaskGraph graph = new TaskGraph(names[MERGE])
                .consumeFromDevice(producer, held(0))
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        if (!shape.withValues()) {
            graph.transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.values()[0], buffers.tiles().values());
        }
        tasks.addMerge(graph);
        return graph.persistOnDevice(held(0));
    }

    private TaskGraph before() {
        TaskGraph graph = checked(BEFORE, 0);
        tasks.addChecksum(graph, 0);
        if (countsInSurvey()) {
            graph.consumeFromDevice(names[SURVEY], buffers.counts());
            tasks.addKeep(graph, buffers.counts());
        }
        return graph.transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.checks())
                .persistOnDevice(surveyed());
    }

    private TaskGraph after(int buffer) {
        TaskGraph graph = checked(AFTER + buffer, buffer);
        tasks.addCheck(graph, buffer);
        return graph.transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.checks())
                .persistOnDevice(held(buffer))
                .transferToHost(DataTransferMode.UNDER_DEMAND, held(buffer));
    }

    /** A graph that is to read a buffer which another graph left on the device. */
    private TaskGraph checked(int index, int buffer) {
        TaskGraph graph = new TaskGraph(names[index])
                .consumeFromDevice(names[buffer == 0 ? SURVEY : FORTH], held(buffer))
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        return shape.withValues()
                ? graph
                : graph.transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.values()[buffer]);
    }

    private TaskGraph fill() {
        TaskGraph graph = new TaskGraph(names[FILL])
                .consumeFromDevice(names[SURVEY], held(0))
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, buffers.counts())
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        tasks.addFill(graph);
        return graph.persistOnDevice(held(0)).transferToHost(DataTransferMode.UNDER_DEMAND, held(0));
    }

    private TaskGraph buckets() {
        TaskGraph graph = new TaskGraph(names[BUCKETS])
                .consumeFromDevice(names[FORTH], all(held(0), held(1), new Object[] {buffers.counts()}))
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        tasks.addBuckets(graph);
        Object[] both = all(held(0), held(1));
        return graph.persistOnDevice(both).transferToHost(DataTransferMode.UNDER_DEMAND, both);
    }

    /** A buffer's keys, and its values where there are any. */
    private Object[] held(int buffer) {
        TornadoNativeArray keys = buffers.keys()[buffer];
        return shape.withValues() ? new Object[] {keys, buffers.values()[buffer]} : new Object[] {keys};
    }

    /** Whether the survey is an upsweep of the lowest digit as well: work-group kernels read the keys once for both. */
    private boolean countsInSurvey() {
        return policy.kernels() == Kernels.WORK_GROUP;
    }

    /** What the survey leaves on the device for the first pass. */
    private Object[] surveyed() {
        return all(held(0), given(), countsInSurvey() ? new Object[] {buffers.counts()} : new Object[0]);
    }

    /** What passes need besides that and the second buffer, the places of missing values among it. */
    private Object[] unsurveyed() {
        List<Object> scratch = new ArrayList<>();
        scratch.add(countsInSurvey() ? buffers.totals() : buffers.counts());
        if (!shape.withValues()) {
            scratch.addAll(List.of((Object[]) buffers.values()));
        }
        return scratch.toArray();
    }

    private Object[] everything() {
        return all(surveyed(), held(1), unsurveyed());
    }

    /** What the producer has: the given keys, which every graph hands on, and the values where there are any. */
    private Object[] given() {
        Object[] given = held(0);
        given[0] = buffers.given();
        return given;
    }

    private static Object[] all(Object[]... parts) {
        return Stream.of(parts).flatMap(Stream::of).distinct().toArray();
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
            return by(OrderedKeys.flip(type, options.descending()), options.bitMask(type), 0, options);
        }

        /** An order of the caller's, to sort by as the options say otherwise. */
        static Order by(long flip, long bits, long ties, SortOptions options) {
            return new Order(flip, bits, ties, options.timed(), options.verified());
        }

        /** The order that the sorted keys have. */
        Order withTies() {
            return new Order(flip, bits | ties, 0, timed, verified);
        }

        /** Tells the kernels. */
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

    /** Puts every grid there is into a scheduler: a plan takes one only when it is full. */
    public void registerGrids(GridScheduler grids) {
        setFixedGrids(grids, buffers.mostBlocks());
        if (buffers.merged() > 0) {
            tasks.gridMerge(grids, names[MERGE], buffers.merged());
        }
        if (roundTrips) {
            tasks.gridRoundTrip(grids, names[FORTH], buffers.mostBlocks());
        } else {
            tasks.gridPass(grids, names[FORTH], buffers.mostBlocks(), policy.radix());
        }
        tasks.gridPass(grids, names[BACK], buffers.mostBlocks(), policy.radix());
        if (bucketed) {
            tasks.gridFill(grids, names[FILL]);
            tasks.gridBuckets(grids, names[BUCKETS]);
        }
    }

    /**
     * Sorts the first n keys of the first buffer.
     *
     * @param plan has the graphs one after the other
     * @param firstGraph index of the first of them
     * @param watcher sees each execution's result while its profile is there to be read
     */
    Outcome run(
            TornadoExecutionPlan plan,
            int firstGraph,
            GridScheduler grids,
            int n,
            Order order,
            Consumer<TornadoExecutionResult> watcher) {
        int blocks = buffers.cut(n, policy, fixed);
        order.writeTo(buffers.p());
        Tally tally = new Tally(plan, order.timed(), recorded, watcher);
        IntConsumer step = graph -> {
            checkpoint.check(buffers.p());
            tally.execute(firstGraph + graph);
        };
        if (buffers.merged() > 0 && n <= buffers.merged()) {
            tasks.gridMerge(grids, names[MERGE], fixed ? buffers.merged() : n);
            step.accept(MERGE);
            return tally.outcome(0, 1);
        }
        setFixedGrids(grids, blocks);
        DigitWindow lowest = order.bits() == 0
                ? DigitWindow.EMPTY
                : DigitWindow.over(order.bits(), policy.radixBits()).getFirst();
        put(lowest, PassParameters.SHIFT);
        step.accept(SURVEY);
        Survey found = Survey.of(buffers.words(), blocks);
        Fingerprint before = order.verified() ? before(n, blocks, step) : null;
        List<DigitWindow> windows = found.sorted()
                ? List.of()
                : DigitWindow.over(found.varying() & order.bits(), policy.radixBits());
        boolean counted = countsInSurvey() && !windows.isEmpty() && windows.getFirst().equals(lowest);
        buffers.p().set(PassParameters.COUNTED, counted ? 1 : 0);
        int buffer = switch (way(found, windows, n, blocks)) {
            case DIGIT_BY_DIGIT ->
                roundTrips ? twoByTwo(windows, step) : digitByDigit(windows, grids, blocks, step);
            case COUNTING -> counting(found, windows.getFirst(), step);
            case BUCKETS -> buckets(windows, step);
        };
        if (order.verified()) {
            order.withTies().writeTo(buffers.p());
            step.accept(AFTER + buffer);
            before.requireSorted(buffers.checks(), blocks, wide());
        }
        return tally.outcome(buffer, windows.size());
    }

    private Fingerprint before(int n, int blocks, IntConsumer step) {
        step.accept(BEFORE);
        Fingerprint before = Fingerprint.of(buffers.checks(), blocks, wide());
        before.requireAll(n);
        return before;
    }

    private boolean wide() {
        return shape.bytes() == Long.BYTES;
    }

    private Way way(Survey found, List<DigitWindow> windows, int n, int blocks) {
        if (shape.algorithm() == Algorithm.RADIX_MSD) {
            return windows.size() > 1 ? Way.BUCKETS : Way.DIGIT_BY_DIGIT;
        }
        return bucketed && !windows.isEmpty()
                ? Way.of(found, windows, shape.kind(), n / blocks, policy.radix(),
                        () -> Survey.Sample.of(buffers.words(), blocks))
                : Way.DIGIT_BY_DIGIT;
    }

    /** Returns the buffer that holds the result. */
    private int digitByDigit(List<DigitWindow> windows, GridScheduler grids, int blocks, IntConsumer step) {
        int from = 0;
        for (DigitWindow window : windows) {
            put(window, PassParameters.SHIFT);
            tasks.gridPass(grids, names[FORTH + from], blocks, window.mask() + 1);
            step.accept(FORTH + from);
            buffers.p().set(PassParameters.COUNTED, 0);
            from = 1 - from;
        }
        if (resident && (from == 1 || buffers.narrow() && !windows.isEmpty())) {
            step.accept(from == 1 ? HOME : NARROW);
            from = 0;
        }
        return from;
    }

    /** As {@link #digitByDigit}; a last digit that is alone is followed by a pass over no bits, which moves the keys back. */
    private int twoByTwo(List<DigitWindow> windows, IntConsumer step) {
        for (int i = 0; i < windows.size(); i += 2) {
            put(windows.get(i), PassParameters.SHIFT);
            put(i + 1 < windows.size() ? windows.get(i + 1) : DigitWindow.EMPTY, PassParameters.WINDOWS_BELOW);
            step.accept(FORTH);
            buffers.p().set(PassParameters.COUNTED, 0);
        }
        if (buffers.narrow() && !windows.isEmpty()) {
            step.accept(NARROW);
        }
        return 0;
    }

    private int counting(Survey found, DigitWindow window, IntConsumer step) {
        put(window, PassParameters.SHIFT);
        buffers.p().set(PassParameters.CONSTANT, (int) found.constant());
        buffers.p().set(PassParameters.CONSTANT_HIGH, (int) (found.constant() >>> 32));
        step.accept(FILL);
        return 0;
    }

    private int buckets(List<DigitWindow> windows, IntConsumer step) {
        int below = windows.size() - 1;
        put(windows.getLast(), PassParameters.SHIFT);
        for (int pass = 0; pass < below; pass++) {
            put(windows.get(pass), PassParameters.WINDOWS_BELOW + 2 * pass);
        }
        buffers.p().set(PassParameters.PASSES_BELOW, below);
        step.accept(FORTH);
        step.accept(BUCKETS);
        return (1 + below) & 1;
    }

    private void put(DigitWindow window, int at) {
        buffers.p().set(at, window.shift());
        buffers.p().set(at + 1, window.mask());
    }

    private void setFixedGrids(GridScheduler grids, int blocks) {
        tasks.gridSurvey(grids, names[SURVEY], blocks);
        if (resident) {
            tasks.gridHome(grids, names[HOME], 1, blocks);
        } else {
            tasks.gridChecksum(grids, names[BEFORE], blocks);
            for (int buffer = 0; buffer < 2; buffer++) {
                tasks.gridCheck(grids, names[AFTER + buffer], blocks);
            }
        }
        if (buffers.narrow()) {
            tasks.gridHome(grids, names[NARROW], 0, blocks);
        }
    }
}
