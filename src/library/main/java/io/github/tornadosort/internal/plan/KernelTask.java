package io.github.tornadosort.internal.plan;

import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import uk.ac.manchester.tornado.api.TaskGraph;

/**
 * A kernel with its arguments, ready to become a task of a graph, and the shape of its grid.
 *
 * @param name name of the task within its graph
 * @param adder adds the task to a graph
 * @param groups work-groups that an execution of a given size needs; null if TornadoVM chooses the grid
 * @param workItems work-items per group
 */
public record KernelTask(String name, Consumer<TaskGraph> adder, ToIntFunction<LaunchSize> groups, int workItems) {

    /** A task whose grid TornadoVM chooses. */
    static KernelTask withoutGrid(String name, Consumer<TaskGraph> adder) {
        return new KernelTask(name, adder, null, 0);
    }

    /** A task with one work-group per block. */
    public static KernelTask perBlock(String name, int workItems, Consumer<TaskGraph> adder) {
        return new KernelTask(name, adder, LaunchSize::blocks, workItems);
    }
}
