package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.GroupGather;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
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
    @SuppressWarnings("unchecked")
    public void addTo(TaskGraph graph, String id, IntArray length, int at, int capacity, int workItems, int blocks) {
        KernelContext context = new KernelContext();
        switch (from.getElementSize()) {
            case 1 ->
                graph.task(id, UntypedKernel.of(GroupGather::gatherBytes), context, from, order, to, length, at, capacity,
                        workItems, 1, blocks);
            case 2 ->
                graph.task(id, UntypedKernel.of(GroupGather::gatherShorts), context, from, order, to, length, at, capacity,
                        workItems, 1, blocks);
            case 4 ->
                graph.task(id, UntypedKernel.of(GroupGather::gatherInts), context, from, order, to, length, at, capacity,
                        workItems, 1, blocks);
            case 8 ->
                graph.task(id, UntypedKernel.of(GroupGather::gatherLongs), context, from, order, to, length, at, capacity,
                        workItems, 1, blocks);
            default -> throw unsupported(from);
        }
    }

    /** Refuses values of another width. */
    public static IllegalArgumentException unsupported(TornadoNativeArray values) {
        return new IllegalArgumentException(values.getClass().getSimpleName() + ": values have 1, 2, 4 or 8 bytes");
    }
}
