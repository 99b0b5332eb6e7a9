<#include "moves.ftl">
<#assign wide = W == 64>
package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
<#list ["Buckets32", "Move", "Radix32", "Sample32", "Scan", "Values"]
    + wide?then(["Buckets64", "Radix64", "Sample64"], ["Merge", "RadixKeys32", "RadixPairs32"]) as kernel>
import io.github.tornadosort.internal.kernel.Group${kernel};
</#list>
import io.github.tornadosort.internal.kernel.PassParameters;
import java.util.List;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tasks of work-group kernels for ${W}-bit keys. */
@SuppressWarnings("unchecked")
final class GroupTasks${W} extends RadixTasks {
<#if !wide>
    private static final String TILES = "tiles";
    private static final String MERGE = "merge";
</#if>
    private static final String SAMPLE = "sample";
    private static final String SUM = "sum";
    private static final String BOUNDS = "bounds";
    private static final String BUCKETS = "buckets";
    /** Suffix for the task names of the second pass in a graph with two passes. */
    private static final String SECOND = "Back";

    private final KernelContext context = new KernelContext();
    private final int kind;
    private final int workItems;
    private final IntArray counts;
    private final IntArray totals;
    private final IntArray p;
    private final HybridSort hybridSort;

    GroupTasks${W}(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        super(shape, policy, buffers);
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
        return KernelTask.perBlock(
                name,
                GroupRadix32.UPSWEEP_WORK_ITEMS,
                graph -> graph.task(
                        name, UntypedKernel.of(GroupRadix${W}::upsweep), context, keys(from), counts, words, p, kind, surveying, window));
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
        IntArray[] values = buffers.values();
        int items = policy.itemsPerWorkItem() * buffers.tileFactor();
<#if wide>
        String kernel = "64";
<#else>
        String kernel = buffers.tileFactor() == 1 ? "32" : shape.withValues() ? "Pairs32" : "Keys32";
</#if>
        return Stream.of(
                new KernelTask(
                        scan,
                        graph -> graph.task(scan, GroupScan::scan, context, counts, totals, p),
                        LaunchSize::radix,
                        GroupScan.WORK_ITEMS),
                KernelTask.perBlock(
                        downsweep,
                        workItems,
                        graph -> {
                            switch (kernel) {
<#list wide?then(["64"], ["32", "Keys32", "Pairs32"]) as name>
                                case "${name}" -> graph.task(downsweep, UntypedKernel.of(GroupRadix${name}::downsweep), context, keys(from),
                                        keys(1 - from), values[from], values[1 - from], counts, totals, p, kind,
                                        payload(shape), workItems, items, Integer.numberOfTrailingZeros(items), window);
</#list>
                                default -> throw new IllegalStateException(kernel);
                            }
                        }));
    }

    @Override
    List<KernelTask> sample() {
        if (hybridSort == null || hybridSort.oneDigit()) {
            return List.of();
        }
        return List.of(new KernelTask(
                SAMPLE,
                graph -> graph.task(SAMPLE, UntypedKernel.of(GroupSample${W}::sample), context, keys(0), buffers.words(), p, kind,
                        policy.radixBits(), hybridSort.result()),
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
        int tile = HybridSort.tile(policy);
        int withValues = shape.withValues() ? 1 : 0;
        return List.of(
                KernelTask.perBlock(
                        BOUNDS,
                        GroupBuckets32.BOUNDS_WORK_ITEMS,
                        graph -> graph.task(BOUNDS, UntypedKernel.of(GroupBuckets${W}::bounds), context, keys(buffer), buffers.bounds(),
                                buffers.words(), p, kind, tile)),
                new KernelTask(
                        BUCKETS,
                        graph -> graph.task(BUCKETS, UntypedKernel.of(GroupBuckets${W}::sort), context, keys(buffer),
                                buffers.values()[buffer], buffers.bounds(), p, kind, withValues,
                                HybridSort.workItems(policy)),
                        size -> Math.max(1, Math.ceilDiv(size.n(), Math.max(1, p.get(PassParameters.BUCKET_SPAN)))),
                        HybridSort.workItems(policy)));
    }

<#if !wide>
    @Override
    public List<KernelTask> merge() {
        if (buffers.merged() == 0) {
            return List.of();
        }
        IntArray values = buffers.values()[0];
        RadixBuffers.Tiles tiles = buffers.tiles();
        int withValues = shape.withValues() ? 1 : 0;
        int keysPerGroup = workItems / GroupMerge.SEARCHERS;
        return List.of(
                new KernelTask(
                        TILES,
                        graph -> graph.task(TILES, UntypedKernel.of(GroupMerge::sortTiles), context, keys(0), values, tiles.words(),
                                tiles.keys(), tiles.values(), p, kind, withValues, workItems),
                        size -> Math.max(1, Math.ceilDiv(size.n(), GroupMerge.TILE)),
                        workItems),
                new KernelTask(
                        MERGE,
                        graph -> graph.task(MERGE, UntypedKernel.of(GroupMerge::mergeTiles), context, tiles.words(), tiles.keys(),
                                tiles.values(), keys(0), values, p, withValues, workItems),
                        size -> Math.max(1, Math.ceilDiv(size.n(), keysPerGroup)),
                        workItems));
    }

</#if>
    @Override
    KernelTask move(String name, TornadoNativeArray from, TornadoNativeArray to) {
        return KernelTask.perBlock(name, workItems, graph -> {
            switch (kernelToMove(from, to)) {
<#list moves as move>
                case "${move}" -> graph.task(name, UntypedKernel.of(GroupMove::${move}), context, from, to, p, workItems);
</#list>
                default -> throw new IllegalArgumentException(kernelToMove(from, to));
            }
        });
    }

    private TornadoNativeArray keys(int buffer) {
        return buffers.keys()[buffer];
    }
}
