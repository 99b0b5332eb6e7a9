package io.github.tornadosort.graph;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.kernel.PassParameters;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The host loop of a radix sort: it runs the survey, lays digit windows over the bits that vary, and issues one graph a
 * window, back and forth between the buffers.
 */
final class RadixLoop {
    /** Name of the graph that brings the payload and surveys the first buffer. */
    final String survey;
    /** Names of the graphs that move keys out of each buffer. */
    final String[] pass;

    private final SortPolicy policy;
    private final RadixBuffers buffers;
    private final RadixTasks tasks;

    /** @param name prefix of the graphs' names, unlike any other in the same plan */
    RadixLoop(String name, SortPolicy policy, RadixBuffers buffers, RadixTasks tasks) {
        this.survey = name + "Survey";
        this.pass = new String[] {name + "Forth", name + "Back"};
        this.policy = policy;
        this.buffers = buffers;
        this.tasks = tasks;
    }

    /**
     * What to sort by.
     *
     * @param flip XORed to a key's ordered bits: the sign bit of signed integers, all bits for descending order
     * @param bits ones at the bits to compare
     */
    record Order(long flip, long bits) {}

    /**
     * What a run did.
     *
     * @param buffer where the sorted keys are
     * @param passes passes issued
     * @param kernelNanos time in kernels, as the device's clock has it
     * @param copyInNanos time to copy to the device
     * @param last what the last graph returned
     */
    record Outcome(int buffer, int passes, long kernelNanos, long copyInNanos, TornadoExecutionResult last) {}

    /** Puts every grid there is into the scheduler, for the most blocks: a plan takes a scheduler only when it is full. */
    void registerGrids(GridScheduler grids) {
        setGrids(grids, buffers.mostBlocks());
    }

    /**
     * Sorts the first n keys of the first buffer.
     *
     * @param plan has the graphs from {@code firstGraph} on: survey, pass forth, pass back
     */
    Outcome run(TornadoExecutionPlan plan, int firstGraph, GridScheduler grids, int n, Order order) {
        return run(plan, firstGraph, grids, n, order, result -> {});
    }

    /** The same, and shows each execution's result to a watcher while its profile is there to be read. */
    Outcome run(
            TornadoExecutionPlan plan,
            int firstGraph,
            GridScheduler grids,
            int n,
            Order order,
            Consumer<TornadoExecutionResult> watcher) {
        int blocks = cut(n);
        setGrids(grids, blocks);
        IntArray p = buffers.p();
        p.set(PassParameters.FLIP, (int) order.flip());
        p.set(PassParameters.FLIP_HIGH, (int) (order.flip() >>> 32));
        p.set(PassParameters.BITS, (int) order.bits());
        p.set(PassParameters.BITS_HIGH, (int) (order.bits() >>> 32));
        TornadoExecutionResult result = plan.withGraph(firstGraph).execute();
        long kernelNanos = result.getProfilerResult().getDeviceKernelTime();
        long copyInNanos = result.getProfilerResult().getDeviceWriteTime();
        watcher.accept(result);

        Survey found = Survey.of(buffers.words(), blocks);
        List<DigitWindow> windows = found.sorted()
                ? List.of()
                : DigitWindow.over(found.varying() & order.bits(), policy.radixBits());
        int from = 0;
        for (DigitWindow window : windows) {
            p.set(PassParameters.SHIFT, window.shift());
            p.set(PassParameters.MASK, window.mask());
            result = plan.withGraph(firstGraph + 1 + from).execute();
            kernelNanos += result.getProfilerResult().getDeviceKernelTime();
            watcher.accept(result);
            from = 1 - from;
        }
        return new Outcome(from, windows.size(), kernelNanos, copyInNanos, result);
    }

    /** Cuts n keys into blocks of whole tiles; returns the number of blocks. */
    private int cut(int n) {
        int tile = policy.tile();
        int tiles = Math.max(1, Math.ceilDiv(n, tile));
        int tilesPerBlock = Math.ceilDiv(tiles, Math.min(buffers.mostBlocks(), tiles));
        // Block kernels have the number of blocks compiled in; blocks at the end may be empty.
        int blocks =
                policy.kernels() == Kernels.BLOCK ? buffers.mostBlocks() : Math.ceilDiv(tiles, tilesPerBlock);
        IntArray p = buffers.p();
        p.set(PassParameters.N, n);
        p.set(PassParameters.BLOCKS, blocks);
        p.set(PassParameters.SPAN, tilesPerBlock * tile);
        return blocks;
    }

    private void setGrids(GridScheduler grids, int blocks) {
        tasks.gridSurvey(grids, survey, blocks);
        for (String name : pass) {
            tasks.gridPass(grids, name, blocks);
        }
    }
}
