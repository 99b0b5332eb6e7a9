package io.github.tornadosort.graph;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.kernel.BlockBuckets32;
import io.github.tornadosort.kernel.BlockBuckets64;
import io.github.tornadosort.kernel.BlockCheck32;
import io.github.tornadosort.kernel.BlockCheck64;
import io.github.tornadosort.kernel.BlockFill;
import io.github.tornadosort.kernel.BlockMove;
import io.github.tornadosort.kernel.BlockRadix32;
import io.github.tornadosort.kernel.BlockRadix64;
import io.github.tornadosort.kernel.BlockScan;
import io.github.tornadosort.kernel.BlockSurvey32;
import io.github.tornadosort.kernel.BlockSurvey64;
import io.github.tornadosort.kernel.BlockValues;
import io.github.tornadosort.kernel.Checksum;
import io.github.tornadosort.kernel.GroupCheck32;
import io.github.tornadosort.kernel.GroupCheck64;
import io.github.tornadosort.kernel.GroupMerge;
import io.github.tornadosort.kernel.GroupMove;
import io.github.tornadosort.kernel.GroupRadix32;
import io.github.tornadosort.kernel.GroupRadix64;
import io.github.tornadosort.kernel.GroupScan;
import io.github.tornadosort.kernel.GroupValues;
import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task14;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task4;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task5;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task6;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task7;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task8;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task9;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Adds the tasks of a survey or of a pass to a graph: the kernels of the policy's family and the shape's width. */
final class RadixTasks {
    private static final String WIDEN = "widen";
    private static final String SURVEY = "survey";
    private static final String PAYLOAD = "payload";
    private static final String UPSWEEP = "upsweep";
    private static final String SCAN = "scan";
    private static final String DOWNSWEEP = "downsweep";
    /** What the names of the tasks of the second pass in a graph end in. */
    private static final String SECOND = "Back";
    private static final String FILL = "fill";
    private static final String BUCKETS = "buckets";
    private static final String TILES = "tiles";
    private static final String MERGE = "merge";
    private static final String CHECKSUM = "checksum";
    private static final String ORDER = "order";
    private static final String KEYS = "keys";
    private static final String VALUES = "values";

    private final PlanShape shape;
    private final SortPolicy policy;
    private final RadixBuffers buffers;
    private final KernelContext context = new KernelContext();

    RadixTasks(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
    }

    /** One read of the first buffer's keys, once they are there; and what stands beside them before the first pass. */
    void addSurvey(TaskGraph graph) {
        addWiden(graph);
        addPayload(graph);
        if (onGroups() && wide()) {
            addGroupCounts(graph, SURVEY, 0, PassParameters.SHIFT, GroupRadix64::upsweep);
        } else if (onGroups()) {
            addGroupCounts(graph, SURVEY, 0, PassParameters.SHIFT, GroupRadix32::upsweep);
        } else if (wide()) {
            addBlockSurvey(graph, BlockSurvey64::survey);
        } else {
            addBlockSurvey(graph, BlockSurvey32::survey);
        }
    }

    /** The upsweep of a pass, or the survey, which is the first upsweep as well. */
    private <K> void addGroupCounts(
            TaskGraph graph,
            String task,
            int from,
            int window,
            Task8<KernelContext, K, IntArray, IntArray, IntArray, Integer, Integer, Integer> upsweep) {
        boolean surveying = task.equals(SURVEY);
        K source = keys(from);
        IntArray counts = buffers.counts();
        // What a kernel does not touch must still be an array of the graph; not one twice, or TornadoVM orders tasks for ever.
        IntArray words = surveying ? buffers.words() : buffers.totals();
        graph.task(task, upsweep, context, source, counts, words, buffers.p(), shape.kind(), surveying ? 1 : 0, window);
    }

    private <K> void addBlockSurvey(TaskGraph graph, Task5<K, IntArray, IntArray, Integer, Integer> survey) {
        K keys = keys(0);
        graph.task(SURVEY, survey, keys, buffers.words(), buffers.p(), shape.kind(), buffers.mostBlocks());
    }

    private void addPayload(TaskGraph graph) {
        IntArray values = buffers.values()[0];
        switch (shape.payload()) {
            case NONE -> {}
            case VALUES -> graph.task(PAYLOAD, BlockValues::keep, values);
            case INDICES -> {
                if (onGroups()) {
                    graph.task(PAYLOAD, GroupValues::number, context, values, buffers.p(), policy.workItems());
                } else {
                    graph.task(PAYLOAD, BlockValues::number, values, buffers.p(), buffers.mostBlocks());
                }
            }
        }
    }

    /** Nothing but a use of the array, of 32 bits or less: without one, a graph cannot hand it on to the next. */
    void addKeep(TaskGraph graph, TornadoNativeArray kept) {
        switch (kept.getElementSize()) {
            case Byte.BYTES -> addKeep(graph, kept, BlockValues::keep8);
            case Short.BYTES -> addKeep(graph, kept, BlockValues::keep16);
            default -> addKeep(graph, kept, BlockValues::keep);
        }
    }

    private <K> void addKeep(TaskGraph graph, TornadoNativeArray array, Task1<K> keep) {
        K kept = as(array);
        graph.task("keep", keep, kept);
    }

    /** One digit pass from buffer {@code from} to the other one. */
    void addPass(TaskGraph graph, int from) {
        keepGiven(graph);
        if (onGroups()) {
            addGroupPass(graph, from, "", PassParameters.SHIFT);
        } else if (wide()) {
            addBlockPass(graph, from, BlockRadix64::upsweep, BlockRadix64::downsweep);
        } else {
            addBlockPass(graph, from, BlockRadix32::upsweep, BlockRadix32::downsweep);
        }
    }

    /** A digit pass to the second buffer, and another back (work-group kernels only). */
    void addRoundTrip(TaskGraph graph) {
        keepGiven(graph);
        addGroupPass(graph, 0, "", PassParameters.SHIFT);
        addGroupPass(graph, 1, SECOND, PassParameters.WINDOWS_BELOW);
    }

    private void keepGiven(TaskGraph graph) {
        if (buffers.narrow()) {
            addKeep(graph, buffers.given());
        }
    }

    private <K> void addBlockPass(
            TaskGraph graph,
            int from,
            Task6<K, IntArray, IntArray, Integer, Integer, Integer> upsweep,
            Task10<K, K, IntArray, IntArray, IntArray, IntArray, Integer, Integer, Integer, Integer> downsweep) {
        K source = keys(from);
        K target = keys(1 - from);
        addBlockCounts(graph, from, upsweep);
        graph.task(
                DOWNSWEEP,
                downsweep,
                source,
                target,
                buffers.values()[from],
                buffers.values()[1 - from],
                buffers.counts(),
                buffers.p(),
                shape.kind(),
                shape.withValues() ? 1 : 0,
                policy.radix(),
                buffers.mostBlocks());
    }

    private <K> void addBlockCounts(
            TaskGraph graph, int from, Task6<K, IntArray, IntArray, Integer, Integer, Integer> upsweep) {
        int radix = policy.radix();
        int blocks = buffers.mostBlocks();
        K source = keys(from);
        graph.task(UPSWEEP, upsweep, source, buffers.counts(), buffers.p(), shape.kind(), radix, blocks);
        graph.task(SCAN, BlockScan::scan, buffers.counts(), radix, blocks);
    }

    /** Sorts the first buffer's keys, which differ in one digit alone, by counting (block kernels only). */
    void addFill(TaskGraph graph) {
        if (wide()) {
            addFill(graph, BlockRadix64::upsweep, BlockFill::fill64);
        } else {
            addFill(graph, BlockRadix32::upsweep, BlockFill::fill32);
        }
    }

    private <K> void addFill(
            TaskGraph graph,
            Task6<K, IntArray, IntArray, Integer, Integer, Integer> upsweep,
            Task4<K, IntArray, IntArray, Integer> fill) {
        K keys = keys(0);
        addBlockCounts(graph, 0, upsweep);
        graph.task(FILL, fill, keys, buffers.counts(), buffers.p(), buffers.mostBlocks());
    }

    /** Sorts the buckets that a pass from the first buffer to the second made (block kernels only). */
    void addBuckets(TaskGraph graph) {
        if (wide()) {
            addBuckets(graph, BlockBuckets64::sort);
        } else {
            addBuckets(graph, BlockBuckets32::sort);
        }
    }

    private <K> void addBuckets(TaskGraph graph, Task7<K, K, IntArray, IntArray, Integer, Integer, Integer> sort) {
        K source = keys(1);
        K target = keys(0);
        int radix = policy.radix();
        graph.task(
                BUCKETS, sort, source, target, buffers.counts(), buffers.p(), shape.kind(), radix, buffers.mostBlocks());
    }

    /**
     * A pass of work-group kernels.
     *
     * @param which what its tasks' names end in
     * @param window where p has its digit
     */
    private void addGroupPass(TaskGraph graph, int from, String which, int window) {
        if (wide()) {
            addGroupPass(graph, from, which, window, GroupRadix64::upsweep, GroupRadix64::downsweep);
        } else {
            addGroupPass(graph, from, which, window, GroupRadix32::upsweep, GroupRadix32::downsweep);
        }
    }

    private <K> void addGroupPass(
            TaskGraph graph,
            int from,
            String which,
            int window,
            Task8<KernelContext, K, IntArray, IntArray, IntArray, Integer, Integer, Integer> upsweep,
            Task14<KernelContext, K, K, IntArray, IntArray, IntArray, IntArray, IntArray,
                    Integer, Integer, Integer, Integer, Integer, Integer> downsweep) {
        int items = policy.itemsPerWorkItem();
        K source = keys(from);
        K target = keys(1 - from);
        IntArray counts = buffers.counts();
        IntArray totals = buffers.totals();
        IntArray p = buffers.p();
        addGroupCounts(graph, UPSWEEP + which, from, window, upsweep);
        graph.task(SCAN + which, GroupScan::scan, context, counts, totals, p);
        graph.task(
                DOWNSWEEP + which,
                downsweep,
                context,
                source,
                target,
                buffers.values()[from],
                buffers.values()[1 - from],
                counts,
                totals,
                p,
                shape.kind(),
                shape.withValues() ? 1 : 0,
                policy.workItems(),
                items,
                Integer.numberOfTrailingZeros(items),
                window);
    }

    /** One read of a buffer's keys, and of what moves with them, that sums them up. */
    void addChecksum(TaskGraph graph, int buffer) {
        if (onGroups()) {
            addGroupChecksum(graph, buffer, false);
        } else if (wide()) {
            addBlockChecksum(graph, buffer, BlockCheck64::checksum);
        } else {
            addBlockChecksum(graph, buffer, BlockCheck32::checksum);
        }
    }

    /** As {@link #addChecksum}; looks besides for keys that are not in order. */
    void addCheck(TaskGraph graph, int buffer) {
        if (onGroups()) {
            addGroupChecksum(graph, buffer, true);
        } else if (wide()) {
            addBlockChecksum(graph, buffer, BlockCheck64::checksum);
            addBlockOrder(graph, buffer, BlockCheck64::order);
        } else {
            addBlockChecksum(graph, buffer, BlockCheck32::checksum);
            addBlockOrder(graph, buffer, BlockCheck32::order);
        }
    }

    private void addGroupChecksum(TaskGraph graph, int buffer, boolean inOrder) {
        if (wide()) {
            addGroupChecksum(graph, buffer, inOrder, GroupCheck64::checksum);
        } else {
            addGroupChecksum(graph, buffer, inOrder, GroupCheck32::checksum);
        }
    }

    private <K> void addGroupChecksum(
            TaskGraph graph,
            int buffer,
            boolean inOrder,
            Task9<KernelContext, K, IntArray, LongArray, IntArray, Integer, Integer, Integer, Integer> checksum) {
        K keys = keys(buffer);
        IntArray values = buffers.values()[buffer];
        LongArray checks = buffers.checks();
        IntArray p = buffers.p();
        graph.task(CHECKSUM, checksum, context, keys, values, checks, p, shape.kind(), payload(shape), inOrder ? 1 : 0,
                checkWorkItems());
    }

    private <K> void addBlockChecksum(
            TaskGraph graph, int buffer, Task6<K, IntArray, LongArray, IntArray, Integer, Integer> checksum) {
        K keys = keys(buffer);
        IntArray values = buffers.values()[buffer];
        graph.task(CHECKSUM, checksum, keys, values, buffers.checks(), buffers.p(), payload(shape), buffers.mostBlocks());
    }

    private <K> void addBlockOrder(
            TaskGraph graph,
            int buffer,
            Task8<K, K, IntArray, LongArray, IntArray, Integer, Integer, Integer> order) {
        K keys = keys(buffer);
        IntArray values = buffers.values()[buffer];
        LongArray checks = buffers.checks();
        IntArray p = buffers.p();
        graph.task(ORDER, order, keys, keys, values, checks, p, shape.kind(), payload(shape), buffers.mostBlocks());
    }

    /** What moves with the keys, as kernels that check them are told. */
    static int payload(PlanShape shape) {
        return switch (shape.payload()) {
            case NONE -> Checksum.NO_PAYLOAD;
            case VALUES -> Checksum.VALUES;
            case INDICES -> Checksum.PLACES;
        };
    }

    /** Sorts the first buffer's keys tile by tile and merges the tiles (work-group kernels and 32-bit keys only). */
    void addMerge(TaskGraph graph) {
        addMerge(graph, GroupMerge::sortTiles, GroupMerge::mergeTiles);
    }

    private <K> void addMerge(
            TaskGraph graph,
            Task10<KernelContext, K, IntArray, LongArray, IntArray, IntArray, IntArray, Integer, Integer, Integer> sortTiles,
            Task9<KernelContext, LongArray, IntArray, IntArray, K, IntArray, IntArray, Integer, Integer> mergeTiles) {
        K keys = keys(0);
        IntArray values = buffers.values()[0];
        RadixBuffers.Tiles tiles = buffers.tiles();
        IntArray p = buffers.p();
        int withValues = shape.withValues() ? 1 : 0;
        int workItems = policy.workItems();
        graph.task(
                TILES, sortTiles, context, keys, values, tiles.words(), tiles.keys(), tiles.values(), p, shape.kind(),
                withValues, workItems);
        graph.task(
                MERGE, mergeTiles, context, tiles.words(), tiles.keys(), tiles.values(), keys, values, p, withValues,
                workItems);
    }

    /** Moves keys and values from a buffer to where they came from: keys to the given ones, values to the first buffer. */
    void addHome(TaskGraph graph, int from) {
        TornadoNativeArray sorted = buffers.keys()[from];
        TornadoNativeArray given = buffers.given();
        switch (given.getElementSize()) {
            case Byte.BYTES -> addMove(graph, KEYS, sorted, given, BlockMove::narrow8, GroupMove::narrow8);
            case Short.BYTES -> addMove(graph, KEYS, sorted, given, BlockMove::narrow16, GroupMove::narrow16);
            case Integer.BYTES -> addMove(graph, KEYS, sorted, given, BlockMove::move32, GroupMove::move32);
            default -> addMove(graph, KEYS, sorted, given, BlockMove::move64, GroupMove::move64);
        }
        IntArray[] values = buffers.values();
        if (shape.withValues() && from == 0) {
            addKeep(graph, values[0]);
        } else if (shape.withValues()) {
            addMove(graph, VALUES, values[1], values[0], BlockMove::move32, GroupMove::move32);
        }
    }

    /** Widens the given keys into the first buffer, unless they are as wide as that. */
    private void addWiden(TaskGraph graph) {
        TornadoNativeArray keys = buffers.keys()[0];
        switch (buffers.given().getElementSize()) {
            case Byte.BYTES -> addMove(graph, WIDEN, buffers.given(), keys, BlockMove::widen8, GroupMove::widen8);
            case Short.BYTES -> addMove(graph, WIDEN, buffers.given(), keys, BlockMove::widen16, GroupMove::widen16);
            default -> {}
        }
    }

    private <F, T> void addMove(
            TaskGraph graph,
            String task,
            TornadoNativeArray source,
            TornadoNativeArray target,
            Task4<F, T, IntArray, Integer> onBlocks,
            Task5<KernelContext, F, T, IntArray, Integer> onGroups) {
        F from = as(source);
        T to = as(target);
        if (onGroups()) {
            graph.task(task, onGroups, context, from, to, buffers.p(), policy.workItems());
        } else {
            graph.task(task, onBlocks, from, to, buffers.p(), buffers.mostBlocks());
        }
    }

    /** A buffer's keys. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    private <K> K keys(int buffer) {
        return as(buffers.keys()[buffer]);
    }

    /**
     * An array as a kernel's parameter is declared. The caller's own may be of another type, such as floats: a device has only
     * bytes there, which it reads as the kernel says, and no conversion of bits exists in kernels. {@code K}, the parameter's
     * type, must stay a type variable up to the call of {@code task}, where Java would check it otherwise.
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <K> K as(TornadoNativeArray array) {
        return (K) array;
    }

    private boolean wide() {
        return shape.bytes() == 8;
    }

    /** Sets the grids of a graph that brings keys and values home for so many blocks. */
    void gridHome(GridScheduler grids, String graph, int from, int blocks) {
        grid(grids, graph + "." + KEYS, blocks, ofGroup(policy.workItems()));
        if (shape.withValues() && from == 1) {
            grid(grids, graph + "." + VALUES, blocks, ofGroup(policy.workItems()));
        }
    }

    /** Sets the grids of a graph's survey for so many blocks. */
    void gridSurvey(GridScheduler grids, String graph, int blocks) {
        if (buffers.narrow()) {
            grid(grids, graph + "." + WIDEN, blocks, ofGroup(policy.workItems()));
        }
        if (shape.payload() == Payload.INDICES) {
            grid(grids, graph + "." + PAYLOAD, blocks, ofGroup(policy.workItems()));
        }
        grid(grids, graph + "." + SURVEY, blocks, ofGroup(GroupRadix32.UPSWEEP_WORK_ITEMS));
    }

    /** Sets the grid of a graph's checksum for so many blocks. */
    void gridChecksum(GridScheduler grids, String graph, int blocks) {
        grid(grids, graph + "." + CHECKSUM, blocks, ofGroup(checkWorkItems()));
    }

    /** Sets the grids of a graph's check for so many blocks. */
    void gridCheck(GridScheduler grids, String graph, int blocks) {
        gridChecksum(grids, graph, blocks);
        if (!onGroups()) {
            grid(grids, graph + "." + ORDER, blocks, 1);
        }
    }

    /** Sets the grids of a graph that merges tiles, for so many keys. */
    void gridMerge(GridScheduler grids, String graph, int n) {
        int workItems = policy.workItems();
        grid(grids, graph + "." + TILES, Math.max(1, Math.ceilDiv(n, GroupMerge.TILE)), workItems);
        grid(grids, graph + "." + MERGE, Math.max(1, Math.ceilDiv(n, workItems / GroupMerge.SEARCHERS)), workItems);
    }

    /** Sets the grids of a graph's pass for so many blocks and digit values. */
    void gridPass(GridScheduler grids, String graph, int blocks, int radix) {
        gridPass(grids, graph, "", blocks, radix);
    }

    /** Sets the grids of a graph's two passes for so many blocks. */
    void gridRoundTrip(GridScheduler grids, String graph, int blocks) {
        gridPass(grids, graph, "", blocks, policy.radix());
        gridPass(grids, graph, SECOND, blocks, policy.radix());
    }

    private void gridPass(GridScheduler grids, String graph, String which, int blocks, int radix) {
        grid(grids, graph + "." + UPSWEEP + which, blocks, ofGroup(GroupRadix32.UPSWEEP_WORK_ITEMS));
        grid(grids, graph + "." + SCAN + which, onGroups() ? radix : 1, ofGroup(GroupScan.WORK_ITEMS));
        grid(grids, graph + "." + DOWNSWEEP + which, blocks, ofGroup(policy.workItems()));
    }

    /** Sets the grids of a graph that counts (block kernels only). */
    void gridFill(GridScheduler grids, String graph) {
        int blocks = buffers.mostBlocks();
        grid(grids, graph + "." + UPSWEEP, blocks, 1);
        grid(grids, graph + "." + SCAN, 1, 1);
        grid(grids, graph + "." + FILL, blocks, 1);
    }

    /** Sets the grids of a graph that sorts buckets (block kernels only). */
    void gridBuckets(GridScheduler grids, String graph) {
        grid(grids, graph + "." + BUCKETS, buffers.mostBlocks(), 1);
    }

    /**
     * Work-items of a group: block kernels have one. Left to itself, a CPU's OpenCL may put all blocks into one group, and so
     * on one core.
     */
    private int ofGroup(int workItems) {
        return onGroups() ? workItems : 1;
    }

    private static void grid(GridScheduler grids, String task, int groups, int workItems) {
        WorkerGrid grid = grids.get(task);
        if (grid == null) {
            grid = new WorkerGrid1D(groups * workItems);
            grids.addWorkerGrid(task, grid);
        }
        grid.setGlobalWork((long) groups * workItems, 1, 1);
        grid.setLocalWork(workItems, 1, 1);
    }

    private boolean onGroups() {
        return policy.kernels() == Kernels.WORK_GROUP;
    }

    /** A check's reduction halves its group: a power of two. */
    private int checkWorkItems() {
        return Integer.highestOneBit(policy.workItems());
    }
}
