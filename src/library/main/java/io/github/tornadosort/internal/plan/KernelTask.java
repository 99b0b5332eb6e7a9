package io.github.tornadosort.internal.plan;

import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import uk.ac.manchester.tornado.api.TaskGraph;

/**
 * A kernel with its arguments and its grid, which can be added to a graph as a task.
 *
 * @param name name of the task within its graph
 * @param adder adds the task to a graph
 * @param groups returns the number of work-groups for an execution of a given size; null if TornadoVM chooses the grid
 * @param workItems work-items per group
 */
public record KernelTask(String name, Consumer<TaskGraph> adder, ToIntFunction<Size> groups, int workItems) {

    /**
     * The size of one execution of a graph. It determines the grids of the tasks.
     *
     * @param n number of keys
     * @param blocks number of blocks
     */
    public record Size(int n, int blocks) {}

    /** Returns a task with one work-group per block. */
    public static KernelTask perBlock(String name, int workItems, Consumer<TaskGraph> adder) {
        return new KernelTask(name, adder, Size::blocks, workItems);
    }
}
