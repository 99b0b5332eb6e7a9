package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.kernel.GroupBuckets32;
import io.github.tornadosort.internal.kernel.GroupMerge;
import io.github.tornadosort.internal.kernel.GroupRadix32;
import io.github.tornadosort.internal.kernel.GroupSample32;
import io.github.tornadosort.internal.kernel.GroupScan;
import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.kernel.PassParameters;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task9;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Tasks of work-group kernels.
 *
 * @param <K> type of the arrays of keys
 */
final class GroupTasks<K> extends RadixTasks {
    private static final String TILES = "tiles";
    private static final String MERGE = "merge";
    private static final String SAMPLE = "sample";
    private static final String SUM = "sum";
    private static final String BOUNDS = "bounds";
    private static final String BUCKETS = "buckets";
    /** Suffix for the task names of the second pass in a graph with two passes. */
    private static final String SECOND = "Back";

    private final KernelContext context = new KernelContext();
    private final GroupKernels<K> kernels;
    private final int kind;
    private final int workItems;
    private final IntArray counts;
    private final IntArray totals;
    private final IntArray p;
    private final HybridSort hybridSort;

    GroupTasks(GroupKernels<K> kernels, PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        super(shape, policy, buffers);
        this.kernels = kernels;
        this.kind = shape.kind();
        this.workItems = policy.workItems();
        this.counts = buffers.counts();
        this.totals = buffers.totals();
        this.p = buffers.p();
        this.hybridSort = HybridSort.of(policy, buffers);
    }

    @Override
    boolean countsInSurvey() {
        return true;
    }

    @Override
    KernelTask surveyKeys() {
        return upsweep(SURVEY, 0, buffers.words(), 1, PassParameters.SHIFT);
    }

    /**
     * Returns the upsweep of a pass, or the survey. Even an array that a kernel does not write must be an array of the graph,
     * and no array may be passed twice: TornadoVM would never finish ordering the tasks.
     *
     * @param words receives the survey; an upsweep that does not survey gets the totals instead, and does not write them
     */
    private KernelTask upsweep(String name, int from, IntArray words, int surveying, int window) {
        K source = keys(from);
        return KernelTask.perBlock(
                name,
                GroupRadix32.UPSWEEP_WORK_ITEMS,
                graph -> graph.task(name, kernels.upsweep(), context, source, counts, words, p, kind, surveying, window));
    }

    @Override
    KernelTask numberValues() {
        IntArray values = buffers.values()[0];
        return KernelTask.perBlock(
                PAYLOAD, workItems, graph -> graph.task(PAYLOAD, GroupValues::number, context, values, p, workItems));
    }

    @Override
    public List<KernelTask> pass(int from) {
        return pass(from, "", PassParameters.SHIFT);
    }

    @Override
    List<KernelTask> roundTrip() {
        Stream<KernelTask> forth = pass(0, "", PassParameters.SHIFT).stream();
        Stream<KernelTask> back = pass(1, SECOND, PassParameters.SECOND_SHIFT).stream();
        return Stream.concat(forth, back).toList();
    }

    /**
     * Returns the tasks of a digit pass.
     *
     * @param suffix suffix for the task names
     * @param window index of the digit's shift and mask in the parameters
     */
    private List<KernelTask> pass(int from, String suffix, int window) {
        return Stream.concat(
                Stream.of(upsweep(UPSWEEP + suffix, from, totals, 0, window)), countedPass(from, suffix, window))
                .toList();
    }

    /** Returns the tasks of a digit pass after the keys of each digit have been counted. */
    private Stream<KernelTask> countedPass(int from, String suffix, int window) {
        String scan = SCAN + suffix;
        String downsweep = DOWNSWEEP + suffix;
        K source = keys(from);
        K target = keys(1 - from);
        IntArray[] values = buffers.values();
        int items = policy.itemsPerWorkItem() * buffers.tileFactor();
        return Stream.of(
                new KernelTask(
                        scan,
                        graph -> graph.task(scan, GroupScan::scan, context, counts, totals, p),
                        LaunchSize::radix,
                        GroupScan.WORK_ITEMS),
                KernelTask.perBlock(
                        downsweep,
                        workItems,
                        graph -> graph.task(downsweep, kernels.downsweep(), context, source, target, values[from],
                                values[1 - from], counts, totals, p, kind, payload(shape), workItems, items,
                                Integer.numberOfTrailingZeros(items), window)));
    }

    @Override
    List<KernelTask> sample() {
        if (hybridSort == null || hybridSort.oneDigit()) {
            return List.of();
        }
        K keys = keys(0);
        return List.of(new KernelTask(
                SAMPLE,
                graph -> graph.task(SAMPLE, kernels.sample(), context, keys, buffers.words(), p, kind, policy.radixBits(),
                        hybridSort.result()),
                size -> 1,
                GroupSample32.WORK_ITEMS));
    }

    @Override
    List<KernelTask> digitSums() {
        return hybridSort == null || hybridSort.oneDigit()
                ? List.of()
                : List.of(new KernelTask(
                        SUM,
                        graph -> graph.task(SUM, GroupScan::sum, context, counts, buffers.words(), p, hybridSort.result()),
                        LaunchSize::radix,
                        GroupScan.WORK_ITEMS));
    }

    @Override
    List<KernelTask> atOnce() {
        return hybridSort == null || !hybridSort.oneDigit()
                ? List.of()
                : Stream.of(
                        Stream.of(surveyKeys()), countedPass(0, "", PassParameters.SHIFT), bucketsInPlace(1).stream())
                        .flatMap(tasks -> tasks)
                        .toList();
    }

    @Override
    public List<KernelTask> bucketsInPlace(int buffer) {
        if (hybridSort == null) {
            return List.of();
        }
        K keys = keys(buffer);
        int tile = HybridSort.tile(policy);
        return List.of(
                KernelTask.perBlock(
                        BOUNDS,
                        GroupBuckets32.BOUNDS_WORK_ITEMS,
                        graph -> graph.task(
                                BOUNDS, kernels.bounds(), context, keys, buffers.bounds(), buffers.words(), p, kind, tile)),
                new KernelTask(
                        BUCKETS,
                        sortBuckets(keys, buffers.values()[buffer]),
                        size -> Math.max(1, Math.ceilDiv(size.n(), Math.max(1, p.get(PassParameters.BUCKET_SPAN)))),
                        HybridSort.workItems(policy)));
    }

    private Consumer<TaskGraph> sortBuckets(K keys, IntArray values) {
        int withValues = shape.withValues() ? 1 : 0;
        return graph -> graph.task(BUCKETS, kernels.buckets(), context, keys, values, buffers.bounds(), p, kind, withValues,
                HybridSort.workItems(policy));
    }

    @Override
    public List<KernelTask> merge() {
        return buffers.merged() == 0 ? List.of() : merge(keys(0), GroupMerge::sortTiles, GroupMerge::mergeTiles);
    }

    private <A> List<KernelTask> merge(
            Object given,
            Task10<KernelContext, A, IntArray, LongArray, IntArray, IntArray, IntArray, Integer, Integer, Integer> sortTiles,
            Task9<KernelContext, LongArray, IntArray, IntArray, A, IntArray, IntArray, Integer, Integer> mergeTiles) {
        @SuppressWarnings("unchecked") A keys = (A) given;
        IntArray values = buffers.values()[0];
        RadixBuffers.Tiles tiles = buffers.tiles();
        int withValues = shape.withValues() ? 1 : 0;
        int keysPerGroup = workItems / GroupMerge.SEARCHERS;
        return List.of(
                new KernelTask(
                        TILES,
                        graph -> graph.task(TILES, sortTiles, context, keys, values, tiles.words(), tiles.keys(),
                                tiles.values(), p, kind, withValues, workItems),
                        size -> Math.max(1, Math.ceilDiv(size.n(), GroupMerge.TILE)),
                        workItems),
                new KernelTask(
                        MERGE,
                        graph -> graph.task(MERGE, mergeTiles, context, tiles.words(), tiles.keys(), tiles.values(), keys,
                                values, p, withValues, workItems),
                        size -> Math.max(1, Math.ceilDiv(size.n(), keysPerGroup)),
                        workItems));
    }

    @Override
    List<KernelTask> checksum(int buffer) {
        return List.of(checksum(buffer, 0));
    }

    @Override
    public List<KernelTask> check(int buffer) {
        return List.of(checksum(buffer, 1));
    }

    private KernelTask checksum(int buffer, int inOrder) {
        K keys = keys(buffer);
        IntArray values = buffers.values()[buffer];
        LongArray checks = buffers.checks();
        // The reduction needs a power of two, because it halves the group in each step.
        int checkers = Integer.highestOneBit(workItems);
        return KernelTask.perBlock(
                CHECKSUM,
                checkers,
                graph -> graph.task(CHECKSUM, kernels.checksum(), context, keys, values, checks, p, kind, payload(shape),
                        inOrder, checkers));
    }

    @Override
    <F, T> KernelTask move(String name, MoveKernels<F, T> moves, F from, T to) {
        return KernelTask.perBlock(
                name, workItems, graph -> graph.task(name, moves.onGroups(), context, from, to, p, workItems));
    }

    private K keys(int buffer) {
        return as(buffers.keys()[buffer]);
    }
}
