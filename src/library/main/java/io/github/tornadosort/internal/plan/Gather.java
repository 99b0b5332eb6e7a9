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
    @SuppressWarnings({"rawtypes", "unchecked"})
    public void addTo(TaskGraph graph, String id, IntArray length, int at, int capacity, int workItems, int blocks) {
        Task10 kernel = switch (from.getElementSize()) {
            case 1 -> UntypedKernel.of(GroupGather::gatherBytes);
            case 2 -> UntypedKernel.of(GroupGather::gatherShorts);
            case 4 -> UntypedKernel.of(GroupGather::gatherInts);
            case 8 -> UntypedKernel.of(GroupGather::gatherLongs);
            default -> throw unsupported(from);
        };
        graph.task(id, kernel, new KernelContext(), from, order, to, length, at, capacity, workItems, 1, blocks);
    }

    /** Refuses values of another width. */
    public static IllegalArgumentException unsupported(TornadoNativeArray values) {
        return new IllegalArgumentException(values.getClass().getSimpleName() + ": values have 1, 2, 4 or 8 bytes");
    }
}
