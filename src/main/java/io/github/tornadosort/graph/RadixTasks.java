package io.github.tornadosort.graph;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.kernel.BlockBuckets32;
import io.github.tornadosort.kernel.BlockBuckets64;
import io.github.tornadosort.kernel.BlockFill;
import io.github.tornadosort.kernel.BlockMove;
import io.github.tornadosort.kernel.BlockRadix32;
import io.github.tornadosort.kernel.BlockRadix64;
import io.github.tornadosort.kernel.BlockScan;
import io.github.tornadosort.kernel.BlockSurvey32;
import io.github.tornadosort.kernel.BlockSurvey64;
import io.github.tornadosort.kernel.BlockValues;
import io.github.tornadosort.kernel.GroupMove;
import io.github.tornadosort.kernel.GroupRadix32;
import io.github.tornadosort.kernel.GroupRadix64;
import io.github.tornadosort.kernel.GroupScan;
import io.github.tornadosort.kernel.GroupSurvey32;
import io.github.tornadosort.kernel.GroupSurvey64;
import io.github.tornadosort.kernel.GroupValues;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Adds the tasks of a survey or of a pass to a graph: the kernels of the policy's family and the shape's width. */
final class RadixTasks {
    private static final String SURVEY = "survey";
    private static final String PAYLOAD = "payload";
    private static final String UPSWEEP = "upsweep";
    private static final String SCAN = "scan";
    private static final String DOWNSWEEP = "downsweep";
    private static final String FILL = "fill";
    private static final String BUCKETS = "buckets";

    private final PlanShape shape;
    private final SortPolicy policy;
    private final RadixBuffers buffers;
    private final KernelContext context = new KernelContext();

    RadixTasks(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
    }

    /** One read of the first buffer's keys; and what stands beside them before the first pass. */
    void addSurvey(TaskGraph graph) {
        addPayload(graph);
        int kind = shape.kind();
        int blocks = buffers.mostBlocks();
        IntArray words = buffers.words();
        IntArray p = buffers.p();
        if (shape.bytes() == 8) {
            LongArray keys = (LongArray) buffers.keys()[0];
            if (onGroups()) {
                graph.task(SURVEY, GroupSurvey64::survey, context, keys, words, p, kind, surveyWorkItems());
            } else {
                graph.task(SURVEY, BlockSurvey64::survey, keys, words, p, kind, blocks);
            }
        } else {
            IntArray keys = (IntArray) buffers.keys()[0];
            if (onGroups()) {
                graph.task(SURVEY, GroupSurvey32::survey, context, keys, words, p, kind, surveyWorkItems());
            } else {
                graph.task(SURVEY, BlockSurvey32::survey, keys, words, p, kind, blocks);
            }
        }
    }

    private void addPayload(TaskGraph graph) {
        IntArray values = buffers.values()[0];
        switch (shape.payload()) {
            case NONE -> {}
            case VALUES -> graph.task(PAYLOAD, BlockValues::keep, values);
            case INDICES -> {
                if (onGroups()) {
                    graph.task(PAYLOAD, GroupValues::number, context, values, buffers.p(), surveyWorkItems());
                } else {
                    graph.task(PAYLOAD, BlockValues::number, values, buffers.p(), buffers.mostBlocks());
                }
            }
        }
    }

    /** One digit pass from buffer {@code from} to the other one. */
    void addPass(TaskGraph graph, int from) {
        if (onGroups()) {
            addGroupPass(graph, from, 1 - from);
        } else {
            addBlockPass(graph, from, 1 - from);
        }
    }

    private void addBlockPass(TaskGraph graph, int from, int to) {
        int kind = shape.kind();
        int withValues = shape.withValues() ? 1 : 0;
        int radix = policy.radix();
        int blocks = buffers.mostBlocks();
        IntArray fromValues = buffers.values()[from];
        IntArray toValues = buffers.values()[to];
        IntArray counts = buffers.counts();
        IntArray p = buffers.p();
        addBlockCounts(graph, from);
        if (shape.bytes() == 8) {
            graph.task(
                    DOWNSWEEP,
                    BlockRadix64::downsweep,
                    keys64(from),
                    keys64(to),
                    fromValues,
                    toValues,
                    counts,
                    p,
                    kind,
                    withValues,
                    radix,
                    blocks);
        } else {
            graph.task(
                    DOWNSWEEP,
                    BlockRadix32::downsweep,
                    keys32(from),
                    keys32(to),
                    fromValues,
                    toValues,
                    counts,
                    p,
                    kind,
                    withValues,
                    radix,
                    blocks);
        }
    }

    private void addBlockCounts(TaskGraph graph, int from) {
        int kind = shape.kind();
        int radix = policy.radix();
        int blocks = buffers.mostBlocks();
        IntArray counts = buffers.counts();
        if (shape.bytes() == 8) {
            graph.task(UPSWEEP, BlockRadix64::upsweep, keys64(from), counts, buffers.p(), kind, radix, blocks);
        } else {
            graph.task(UPSWEEP, BlockRadix32::upsweep, keys32(from), counts, buffers.p(), kind, radix, blocks);
        }
        graph.task(SCAN, BlockScan::scan, counts, radix, blocks);
    }

    /** Sorts the first buffer's keys, which differ in one digit alone, by counting (block kernels only). */
    void addFill(TaskGraph graph) {
        IntArray counts = buffers.counts();
        addBlockCounts(graph, 0);
        if (shape.bytes() == 8) {
            graph.task(FILL, BlockFill::fill64, keys64(0), counts, buffers.p(), buffers.mostBlocks());
        } else {
            graph.task(FILL, BlockFill::fill32, keys32(0), counts, buffers.p(), buffers.mostBlocks());
        }
    }

    /** Sorts the buckets that a pass from the first buffer to the second made (block kernels only). */
    void addBuckets(TaskGraph graph) {
        int kind = shape.kind();
        int radix = policy.radix();
        int blocks = buffers.mostBlocks();
        IntArray counts = buffers.counts();
        IntArray p = buffers.p();
        if (shape.bytes() == 8) {
            graph.task(BUCKETS, BlockBuckets64::sort, keys64(1), keys64(0), counts, p, kind, radix, blocks);
        } else {
            graph.task(BUCKETS, BlockBuckets32::sort, keys32(1), keys32(0), counts, p, kind, radix, blocks);
        }
    }

    private IntArray keys32(int buffer) {
        return (IntArray) buffers.keys()[buffer];
    }

    private LongArray keys64(int buffer) {
        return (LongArray) buffers.keys()[buffer];
    }

    private void addGroupPass(TaskGraph graph, int from, int to) {
        int kind = shape.kind();
        int withValues = shape.withValues() ? 1 : 0;
        int items = policy.itemsPerWorkItem();
        int itemsLog = Integer.numberOfTrailingZeros(items);
        IntArray fromValues = buffers.values()[from];
        IntArray toValues = buffers.values()[to];
        IntArray counts = buffers.counts();
        IntArray totals = buffers.totals();
        IntArray p = buffers.p();
        if (shape.bytes() == 8) {
            LongArray source = (LongArray) buffers.keys()[from];
            LongArray target = (LongArray) buffers.keys()[to];
            graph.task(UPSWEEP, GroupRadix64::upsweep, context, source, counts, p, kind);
            graph.task(SCAN, GroupScan::scan, context, counts, totals, p);
            graph.task(
                    DOWNSWEEP,
                    GroupRadix64::downsweep,
                    context,
                    source,
                    target,
                    fromValues,
                    toValues,
                    counts,
                    totals,
                    p,
                    kind,
                    withValues,
                    policy.workItems(),
                    items,
                    itemsLog);
        } else {
            IntArray source = (IntArray) buffers.keys()[from];
            IntArray target = (IntArray) buffers.keys()[to];
            graph.task(UPSWEEP, GroupRadix32::upsweep, context, source, counts, p, kind);
            graph.task(SCAN, GroupScan::scan, context, counts, totals, p);
            graph.task(
                    DOWNSWEEP,
                    GroupRadix32::downsweep,
                    context,
                    source,
                    target,
                    fromValues,
                    toValues,
                    counts,
                    totals,
                    p,
                    kind,
                    withValues,
                    policy.workItems(),
                    items,
                    itemsLog);
        }
    }

    /** Moves keys and values from the second buffer to the first. */
    void addMove(TaskGraph graph) {
        move32(graph, "values", buffers.values()[1], buffers.values()[0], shape.withValues());
        if (shape.bytes() == 8) {
            LongArray source = (LongArray) buffers.keys()[1];
            LongArray target = (LongArray) buffers.keys()[0];
            if (onGroups()) {
                graph.task("keys", GroupMove::move64, context, source, target, buffers.p(), surveyWorkItems());
            } else {
                graph.task("keys", BlockMove::move64, source, target, buffers.p(), buffers.mostBlocks());
            }
        } else {
            move32(graph, "keys", (IntArray) buffers.keys()[1], (IntArray) buffers.keys()[0], true);
        }
    }

    private void move32(TaskGraph graph, String task, IntArray from, IntArray to, boolean wanted) {
        if (wanted && onGroups()) {
            graph.task(task, GroupMove::move32, context, from, to, buffers.p(), surveyWorkItems());
        } else if (wanted) {
            graph.task(task, BlockMove::move32, from, to, buffers.p(), buffers.mostBlocks());
        }
    }

    /** Sets the grids of a graph's move for so many blocks. */
    void gridMove(GridScheduler grids, String graph, int blocks) {
        grid(grids, graph + ".keys", blocks, ofGroup(surveyWorkItems()));
        if (shape.withValues()) {
            grid(grids, graph + ".values", blocks, ofGroup(surveyWorkItems()));
        }
    }

    /** Sets the grids of a graph's survey for so many blocks. */
    void gridSurvey(GridScheduler grids, String graph, int blocks) {
        if (shape.payload() == Payload.INDICES) {
            grid(grids, graph + "." + PAYLOAD, blocks, ofGroup(surveyWorkItems()));
        }
        grid(grids, graph + "." + SURVEY, blocks, ofGroup(surveyWorkItems()));
    }

    /** Sets the grids of a graph's pass for so many blocks and digit values. */
    void gridPass(GridScheduler grids, String graph, int blocks, int radix) {
        grid(grids, graph + "." + UPSWEEP, blocks, ofGroup(GroupRadix32.UPSWEEP_WORK_ITEMS));
        grid(grids, graph + "." + SCAN, onGroups() ? radix : 1, ofGroup(GroupScan.WORK_ITEMS));
        grid(grids, graph + "." + DOWNSWEEP, blocks, ofGroup(policy.workItems()));
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
        grid.setGlobalWork(groups * workItems, 1, 1);
        grid.setLocalWork(workItems, 1, 1);
    }

    private boolean onGroups() {
        return policy.kernels() == Kernels.WORK_GROUP;
    }

    /** The survey's reduction halves its group: a power of two. */
    private int surveyWorkItems() {
        return Integer.highestOneBit(policy.workItems());
    }
}
