package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.Stats;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The graphs of a radix sort around arrays owned by the caller, which serve as the first buffer, and the host loop that runs
 * them. The result replaces the keys: after an odd number of passes, one graph copies it back. Keys that are narrower than
 * those of the kernels are widened before the survey; after an even number of passes, another graph copies them back. A small
 * number of keys is surveyed and sorted in one execution, because several would take more time to launch than to run. Graphs
 * that are recorded and replayed have two passes each, and the same grids for all lengths.
 */
public final class StageGraphs extends RadixGraphs implements Graphs {
    private static final String HOME = "Home";
    private static final String RESULTS = "Results";
    /** The checkpoint of a sort that cannot be cancelled, because its passes move the caller's own keys. */
    private static final Checkpoint NEVER = _ -> {};

    private final DeviceArrays arrays;
    private final WordOrder order;
    /** Bytes of the caller's keys and values. */
    private final long givenBytes;
    /** Whether all lengths use the same grids. */
    private final boolean fixed;
    /** Whether the first graph of a pass has two. */
    private final boolean roundTrips;
    private final PlanGraph home;
    /** Copies keys from the first buffer to the original array; null if that array is the first buffer. */
    private final PlanGraph narrow;
    /** Surveys and sorts few keys; null if there may be many, or if they are widened. */
    private final PlanGraph atOnce;
    /** Gathers values, and copies results to the host; null if nothing is to be done after the sort. */
    private final PlanGraph results;
    private GridScheduler grids;
    private SortStats stats;

    /**
     * What a sort writes besides its keys.
     *
     * @param indices whether the values are the indices of the keys before the sort, and not those of the caller
     * @param moved values to gather by these indices after the sort
     * @param toHost arrays to copy to the host after each run
     */
    public record Results(boolean indices, List<Moved> moved, List<TornadoNativeArray> toHost) {
        long bytes() {
            return moved.stream()
                    .mapToLong(values -> values.from().getNumBytesOfSegmentWithHeader()
                            + values.to().getNumBytesOfSegmentWithHeader())
                    .sum();
        }
    }

    /** Values of 1, 2, 4 or 8 bytes, and the array of the same type that receives them in the order of the keys. */
    public record Moved(TornadoNativeArray from, TornadoNativeArray to) {}

    /**
     * Allocates the buffers and builds the graphs.
     *
     * @param name prefix for the names of the graphs, unique within a plan
     * @param producer name of the graph that leaves the input on the device; null if it is copied from the host in each run
     * @param values 32-bit values that move with the keys, or the array for indices; null if there is none
     * @param replayed whether kernels are recorded on their first run and replayed afterwards, if the device supports that
     * @param order the order of the keys, and whether runs are timed
     * @throws IllegalArgumentException if the device does not have enough memory, or if an array is too long
     */
    public static StageGraphs of(
            String name,
            String producer,
            SortDevice device,
            SortPolicy given,
            TornadoNativeArray keys,
            KeyType type,
            IntArray values,
            Results results,
            boolean replayed,
            WordOrder order) {
        // A recorded graph keeps the addresses of its arrays. An array that two graphs took from the host would have two.
        // One that is counted again between two passes would have two as well, so that the survey counts all digits.
        SortPolicy usable = usable(given, device);
        if (replayed && usable.kernels() == SortPolicy.Kernels.WORK_GROUP) {
            usable = usable.withRadixBits(Byte.SIZE);
        }
        SortPolicy policy = replayed && (producer == null || results.indices()) ? usable.withKeysAtOnce(0) : usable;
        PlanShape shape = PlanShape.of(type, payload(values, results));
        int maxBlocks = maxBlocks(device, policy, keys.getSize());
        long maxKeys = RadixBuffers.maxKeys(policy, maxBlocks);
        if (keys.getSize() > maxKeys) {
            throw new IllegalArgumentException("a stage for " + keys.getSize() + " " + type.label()
                    + " keys; kernels can index at most " + maxKeys
                    + "; use a smaller array, or a Sorter, which sorts in chunks");
        }
        int bytesPerKey = shape.bytesPerKey() + RadixBuffers.stateBytesPerKey(policy);
        long needed = (long) keys.getSize() * bytesPerKey + RadixBuffers.fixedBytes(policy, maxBlocks) + results.bytes();
        if (needed > device.memoryBytes()) {
            throw new IllegalArgumentException("a stage for " + keys.getSize() + " " + type.label() + " keys needs " + needed
                    + " bytes of device memory, but the device has " + device.memoryBytes()
                    + "; use a smaller array, or a Sorter, which sorts in chunks");
        }
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            IntArray moving = values == null && results.indices() ? arrays.ints(keys.getSize()) : values;
            RadixBuffers buffers = RadixBuffers.around(arrays, keys, moving, shape, policy, maxBlocks, !replayed);
            long givenBytes = Stream.concat(Stream.of(keys), Stream.ofNullable(values))
                    .mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader)
                    .sum();
            return new StageGraphs(
                    name, producer, device, shape, policy, arrays, buffers, results, replayed, order, givenBytes);
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    private static Payload payload(IntArray values, Results results) {
        if (results.indices()) {
            return Payload.INDICES;
        }
        return values == null ? Payload.NONE : Payload.VALUES;
    }

    private StageGraphs(
            String name,
            String producer,
            SortDevice device,
            PlanShape shape,
            SortPolicy policy,
            DeviceArrays arrays,
            RadixBuffers buffers,
            Results further,
            boolean fixed,
            WordOrder order,
            long givenBytes) {
        super(device, name, shape, policy, buffers, producer == null ? List.of() : from(further));
        this.arrays = arrays;
        this.order = order;
        this.givenBytes = givenBytes;
        this.fixed = fixed;
        takeInput(beginSurvey(producer == null), producer);
        endSurvey();
        List<KernelTask> roundTrip = fixed && counts() ? groupTasks.roundTrip() : List.of();
        this.roundTrips = !roundTrip.isEmpty();
        passForth(roundTrip);
        passBack();
        addBuckets();
        this.home = home(HOME, FORTH, 1);
        this.narrow = buffers.narrow() ? home("Narrow", BACK, 0) : null;
        this.atOnce = narrow == null && sortsAtOnce() ? atOnce(producer) : null;
        if (atOnce != null) {
            atOnce.graph().persistOnDevice(given()).transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.p());
        }
        boolean ends = further.moved().isEmpty() && further.toHost().isEmpty();
        this.results = ends ? null : results(further, producer);
    }

    /** Returns the values to gather. Graphs carry those of a producer along; others are copied when they are gathered. */
    private static List<TornadoNativeArray> from(Results further) {
        return further.moved().stream().map(Moved::from).toList();
    }

    private PlanGraph home(String name, String previous, int from) {
        Object[] used = all(given(), keysAndValues(from));
        PlanGraph graph = next(name, tasks.home(from));
        graph.graph()
                .consumeFromDevice(name(previous), used)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        graph.addTasks().persistOnDevice(used);
        return graph;
    }

    private PlanGraph results(Results further, String producer) {
        List<KernelTask> kernels = new ArrayList<>();
        if (further.toHost().contains(buffers.given())) {
            kernels.add(tasks.keep("keepKeys", buffers.given()));
        }
        if (further.toHost().contains(buffers.values()[0])) {
            kernels.add(tasks.keep("keepValues", buffers.values()[0]));
        }
        for (Moved moved : further.moved()) {
            kernels.add(tasks.gather("gather" + kernels.size(), moved.from(), buffers.values()[0], moved.to()));
        }
        Object[] from = from(further).toArray();
        Object[] to = further.moved().stream().map(Moved::to).toArray();
        PlanGraph graph = next(RESULTS, kernels);
        graph.graph()
                .consumeFromDevice(name(HOME), given())
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, to)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, buffers.p());
        if (producer == null) {
            graph.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, from);
        }
        graph.addTasks();
        Object[] kept = Stream.of(all(given(), from, to)).filter(array -> !further.toHost().contains(array)).toArray();
        if (kept.length > 0) {
            graph.graph().persistOnDevice(kept);
        }
        graph.graph().transferToHost(DataTransferMode.EVERY_EXECUTION, further.toHost().toArray());
        return graph;
    }

    @Override
    public String lastGraph() {
        return name(results == null ? HOME : RESULTS);
    }

    @Override
    boolean countsOnce() {
        return fixed;
    }

    /** The first pass does not number the values: there may be no pass. */
    @Override
    boolean numbersInPass() {
        return false;
    }

    @Override
    public void addTo(TornadoExecutionPlan plan, GridScheduler planGrids) {
        registerGrids(planGrids);
        if (order.timed()) {
            plan.withProfiler(ProfilerMode.SILENT);
        }
        grids = planGrids;
    }

    /** Sorts the first n keys in place. */
    @Override
    public TornadoExecutionResult run(TornadoExecutionPlan plan, int first, int... n) {
        if (n.length != 1) {
            throw new IllegalArgumentException(n.length + " lengths for a stage that takes 1 from the host");
        }
        if (n[0] < 0 || n[0] > buffers.given().getSize()) {
            throw new IllegalArgumentException(n[0] + " elements of arrays of " + buffers.given().getSize());
        }
        RadixRun run = new RadixRun(this, plan, grids, first, NEVER, n[0], order, fixed);
        int passes = sort(run);
        if (results != null) {
            run.execute(results);
        }
        Outcome outcome = run.outcome(0, passes);
        stats = Stats.of(n[0])
                .passes(outcome.passes(), DigitWindow.over(order.bits(), policy.radixBits()).size())
                .times(outcome.copyInNanos(), outcome.kernelNanos(), 0, outcome.compileNanos())
                .ran(SortStats.Reason.DEVICE, device.toString());
        return outcome.last();
    }

    /** Returns what the last run has done, or null if there was none. */
    public SortStats stats() {
        return stats;
    }

    @Override
    public void close() {
        arrays.release();
    }

    @Override
    public long scratchBytes() {
        return buffers.bytes() - givenBytes;
    }

    /** Sorts the keys in place, and returns the number of passes. */
    private int sort(RadixRun run) {
        if (atOnce != null) {
            int passes = run.sortAtOnce(atOnce);
            if (run.isStuck(1)) {
                throw run.lost();
            }
            if (!run.isStuck(0)) {
                return passes;
            }
        }
        RadixRun.Digits digits = run.survey();
        if (roundTrips) {
            run.sortTwoByTwo(digits);
        } else if (run.sort(digits) == 1) {
            run.execute(home);
            return run.passes(digits);
        }
        if (narrow != null && !digits.windows().isEmpty()) {
            run.execute(narrow);
        }
        return run.passes(digits);
    }
}
