package io.github.tornadosort.graph;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.kernel.BlockRadix32;
import io.github.tornadosort.kernel.BlockSurvey32;
import io.github.tornadosort.kernel.GroupRadix32;
import io.github.tornadosort.kernel.GroupSurvey32;
import io.github.tornadosort.kernel.PassParameters;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.lang.foreign.MemorySegment;
import java.util.List;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * A compiled least-significant-digit radix sort of 32-bit keys on one device (Merrill and Grimshaw 2011): one graph that
 * loads and surveys the keys, one that sorts them by a digit from the first buffer to the second, and one that does so
 * back. The host loop issues one of these a digit window. Compiled once, it sorts every length up to its capacity.
 *
 * <p>Holds two buffers of {@code capacity} keys and {@code blocks * radix} counters.
 */
public final class RadixPlan implements AutoCloseable {
    private static final String LOAD = "load";
    private static final String FORTH = "forth";
    private static final String BACK = "back";

    private final SortPolicy policy;
    private final int capacity;
    private final int mostBlocks;

    private final IntArray keys;
    private final IntArray other;
    private final IntArray counts;
    private final IntArray totals = new IntArray(GroupRadix32.RADIX);
    private final IntArray words;
    private final IntArray p = new IntArray(PassParameters.WORDS);

    private final KernelContext context = new KernelContext();
    private final GridScheduler grids = new GridScheduler();
    private final TornadoExecutionPlan plan;

    /**
     * Builds the graphs; they are compiled when they first run.
     *
     * @param capacity most keys of one sort
     */
    public RadixPlan(SortDevice device, SortPolicy policy, int capacity) {
        this.policy = policy;
        this.capacity = capacity;
        this.mostBlocks = policy.blocksPerUnit() * computeUnits(device);
        int padded = capacity + policy.tile();
        this.keys = new IntArray(padded);
        this.other = new IntArray(padded);
        this.counts = new IntArray(mostBlocks * Math.max(policy.radix(), counterRows()));
        this.words = new IntArray(mostBlocks * BlockSurvey32.WORDS);

        TaskGraph load = new TaskGraph(LOAD).transferToDevice(DataTransferMode.EVERY_EXECUTION, keys, p);
        addSurvey(load);
        load.transferToHost(DataTransferMode.EVERY_EXECUTION, words).persistOnDevice(keys);

        TaskGraph forth = new TaskGraph(FORTH)
                .consumeFromDevice(LOAD, keys)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, p);
        addPass(forth, keys, other);
        TaskGraph back = new TaskGraph(BACK)
                .consumeFromDevice(FORTH, keys, other)
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, p);
        addPass(back, other, keys);
        forth.persistOnDevice(keys, other);
        back.persistOnDevice(keys, other);
        forth.transferToHost(DataTransferMode.UNDER_DEMAND, other);
        back.transferToHost(DataTransferMode.UNDER_DEMAND, keys);

        this.plan = new TornadoExecutionPlan(load.snapshot(), forth.snapshot(), back.snapshot());
        plan.withDevice(device.tornado());
        if (policy.kernels() == Kernels.WORK_GROUP) {
            cut(capacity); // every grid must be there before the plan takes the scheduler
            plan.withGridScheduler(grids);
        }
    }

    /** Most keys that one sort can hold. */
    public int capacity() {
        return capacity;
    }

    /**
     * Sorts the segment's keys in place, ascending.
     *
     * @param segment up to {@link #capacity()} keys
     * @param flip XORed to a key, makes unsigned order of it
     */
    public SortStats sort(MemorySegment segment, int flip) {
        int n = Math.toIntExact(segment.byteSize() / Integer.BYTES);
        long start = System.nanoTime();
        MemorySegment.copy(segment, 0, keys.getSegment(), 0, segment.byteSize());
        long copied = System.nanoTime();

        int blocks = cut(n);
        p.set(PassParameters.FLIP, flip);
        plan.withGraph(0).execute();
        Survey survey = Survey.of(words, blocks);
        List<DigitWindow> windows =
                survey.sorted() ? List.of() : DigitWindow.over(Integer.toUnsignedLong(survey.varying()), policy.radixBits());
        TornadoExecutionResult result = null;
        for (int pass = 0; pass < windows.size(); pass++) {
            p.set(PassParameters.SHIFT, windows.get(pass).shift());
            p.set(PassParameters.MASK, windows.get(pass).mask());
            result = plan.withGraph(1 + pass % 2).execute();
        }
        long sorted = System.nanoTime();

        if (result != null) {
            IntArray to = windows.size() % 2 == 1 ? other : keys;
            result.transferToHost(new DataRange(to).withOffset(0).withSize(n));
            MemorySegment.copy(to.getSegment(), 0, segment, 0, segment.byteSize());
        }
        long done = System.nanoTime();
        int all = Math.ceilDiv(Integer.SIZE, policy.radixBits());
        return new SortStats(
                n, windows.size(), Math.max(0, all - windows.size()), copied - start, sorted - copied, done - sorted);
    }

    /** Frees the device's buffers. */
    @Override
    public void close() {
        try {
            plan.close();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
    }

    /** Cuts n keys into blocks of whole tiles and sets what depends on it; returns the number of blocks. */
    private int cut(int n) {
        int tile = policy.tile();
        int tiles = Math.max(1, Math.ceilDiv(n, tile));
        int tilesPerBlock = Math.ceilDiv(tiles, Math.min(mostBlocks, tiles));
        int blocks = policy.kernels() == Kernels.BLOCK ? mostBlocks : Math.ceilDiv(tiles, tilesPerBlock);
        p.set(PassParameters.N, n);
        p.set(PassParameters.BLOCKS, blocks);
        p.set(PassParameters.SPAN, tilesPerBlock * tile);
        if (policy.kernels() == Kernels.WORK_GROUP) {
            grid(LOAD + ".survey", blocks, policy.workItems());
            for (String pass : new String[] {FORTH, BACK}) {
                grid(pass + ".upsweep", blocks, GroupRadix32.UPSWEEP_WORK_ITEMS);
                grid(pass + ".scan", GroupRadix32.RADIX, GroupRadix32.SCAN_WORK_ITEMS);
                grid(pass + ".downsweep", blocks, policy.workItems());
            }
        }
        return blocks;
    }

    private void grid(String task, int groups, int workItems) {
        WorkerGrid grid = grids.get(task);
        if (grid == null) {
            grid = new WorkerGrid1D(groups * workItems);
            grids.addWorkerGrid(task, grid);
        }
        grid.setGlobalWork(groups * workItems, 1, 1);
        grid.setLocalWork(workItems, 1, 1);
    }

    private void addSurvey(TaskGraph graph) {
        if (policy.kernels() == Kernels.BLOCK) {
            graph.task("survey", BlockSurvey32::survey, keys, words, p, mostBlocks);
        } else {
            graph.task("survey", GroupSurvey32::survey, context, keys, words, p, policy.workItems());
        }
    }

    private void addPass(TaskGraph graph, IntArray from, IntArray to) {
        if (policy.kernels() == Kernels.BLOCK) {
            int radix = policy.radix();
            graph.task("upsweep", BlockRadix32::upsweep, from, counts, p, radix, mostBlocks)
                    .task("scan", BlockRadix32::scan, counts, radix, mostBlocks)
                    .task("downsweep", BlockRadix32::downsweep, from, to, counts, p, radix, mostBlocks);
        } else {
            int items = policy.itemsPerWorkItem();
            int itemsLog = Integer.numberOfTrailingZeros(items);
            graph.task("upsweep", GroupRadix32::upsweep, context, from, counts, p)
                    .task("scan", GroupRadix32::scan, context, counts, totals, p)
                    .task(
                            "downsweep",
                            GroupRadix32::downsweep,
                            context,
                            from,
                            to,
                            counts,
                            totals,
                            p,
                            policy.workItems(),
                            items,
                            itemsLog);
        }
    }

    private int counterRows() {
        return policy.kernels() == Kernels.WORK_GROUP ? GroupRadix32.RADIX : 0;
    }

    private static int computeUnits(SortDevice device) {
        return Math.max(1, device.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
    }
}
