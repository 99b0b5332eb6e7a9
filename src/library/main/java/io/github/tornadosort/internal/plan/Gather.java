package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.GroupGather;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A task that stores values in the order of their indices.
 *
 * @param from elements of 1, 2, 4 or 8 bytes
 * @param order the index of each value
 * @param to receives the values; of the same type
 */
public record Gather(TornadoNativeArray from, IntArray order, TornadoNativeArray to) {
    /**
     * Adds the task to a graph.
     *
     * @param length the element {@code at} is the number of values, at most {@code capacity}
     * @param blocks the number of groups of {@code workItems} in the task's grid
     */
    public void addTo(TaskGraph graph, String id, IntArray length, int at, int capacity, int workItems, int blocks) {
        Grid grid = new Grid(length, at, capacity, workItems, blocks);
        switch (from.getElementSize()) {
            case 1 -> add(graph, id, grid, GroupGather::gatherBytes);
            case 2 -> add(graph, id, grid, GroupGather::gatherShorts);
            case 4 -> add(graph, id, grid, GroupGather::gatherInts);
            case 8 -> add(graph, id, grid, GroupGather::gatherLongs);
            default -> throw unsupported(from);
        }
    }

    /** Refuses values of another width. */
    public static IllegalArgumentException unsupported(TornadoNativeArray values) {
        return new IllegalArgumentException(values.getClass().getSimpleName() + ": values have 1, 2, 4 or 8 bytes");
    }

    private record Grid(IntArray length, int at, int capacity, int workItems, int blocks) {}

    private <A> void add(
            TaskGraph graph,
            String id,
            Grid grid,
            Task10<KernelContext, A, IntArray, A, IntArray, Integer, Integer, Integer, Integer, Integer> gather) {
        A in = RadixTasks.as(from);
        A out = RadixTasks.as(to);
        graph.task(
                id, gather, new KernelContext(), in, order, out, grid.length(), grid.at(), grid.capacity(), grid.workItems(),
                1,
                grid.blocks());
    }
}
