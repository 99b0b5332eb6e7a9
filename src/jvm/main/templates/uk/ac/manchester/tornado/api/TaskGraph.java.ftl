package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoFunctions;
import uk.ac.manchester.tornado.jvm.GraphBuilder;

/**
 * A sequence of tasks, with the arrays to transfer to the device before them and to the host after them. Scalar arguments
 * become constants of the compiled task. Arrays are shared with the task.
 */
public class TaskGraph {
    private final GraphBuilder graph;

    public TaskGraph(String name) {
        graph = new GraphBuilder(name);
    }

    /** Adds a task whose kernel has no arguments. */
    public TaskGraph task(String id, TornadoFunctions.Task code) {
        return add(id, code);
    }

<#list 1..20 as n>
    /** Adds a task of ${n} argument<#if n != 1>s</#if>. */
    public <<#list 1..n as i>T${i}<#sep>, </#list>> TaskGraph task(
            String id,
            TornadoFunctions.Task${n}<<#list 1..n as i>T${i}<#sep>, </#list>> code,
            <#list 1..n as i>T${i} arg${i}<#sep>, </#list>) {
        return add(id, code, <#list 1..n as i>arg${i}<#sep>, </#list>);
    }

</#list>
    private TaskGraph add(String id, Object code, Object... arguments) {
        graph.task(id, code, arguments);
        return this;
    }

    /** Returns the name by which grid schedulers and other graphs refer to this graph. */
    public String getTaskGraphName() {
        return graph.name();
    }

    /**
     * Declares arrays to copy to the device.
     *
     * @param mode a constant of {@link uk.ac.manchester.tornado.api.enums.DataTransferMode}: before the first execution or
     *     before every execution
     */
    public TaskGraph transferToDevice(int mode, Object... objects) {
        graph.transferToDevice(mode, objects);
        return this;
    }

    /** Declares arrays that the previously executed graph left on the device. The name should be that of this graph. */
    public TaskGraph consumeFromDevice(String uniqueTaskGraphName, Object... objects) {
        graph.consumeFromDevice(uniqueTaskGraphName, objects);
        return this;
    }

    /** Declares arrays that the previously executed graph left on the device. */
    public TaskGraph consumeFromDevice(Object... objects) {
        return consumeFromDevice(getTaskGraphName(), objects);
    }

    /**
     * Declares arrays to copy to the host.
     *
     * @param mode a constant of {@link uk.ac.manchester.tornado.api.enums.DataTransferMode}: after every execution, or on
     *     demand through the result of an execution
     */
    public TaskGraph transferToHost(int mode, Object... objects) {
        graph.transferToHost(mode, objects);
        return this;
    }

    /** Declares arrays to leave on the device for the graph that is executed next. */
    public TaskGraph persistOnDevice(Object... objects) {
        graph.persistOnDevice(objects);
        return this;
    }

    /** Returns the current state of the graph, for use in a plan. */
    public ImmutableTaskGraph snapshot() {
        return new ImmutableTaskGraph(graph.build());
    }
}
