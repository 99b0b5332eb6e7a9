package uk.ac.manchester.tornado.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import uk.ac.manchester.tornado.api.common.TornadoFunctions;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoTaskRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;
import uk.ac.manchester.tornado.jvm.Graph;
import uk.ac.manchester.tornado.jvm.GraphTask;
import uk.ac.manchester.tornado.jvm.Transfer;

/**
 * A sequence of tasks, with the arrays to transfer to the device before them and to the host after them. Scalar arguments
 * become constants of the compiled task. Arrays are shared with the task.
 */
public class TaskGraph {
    private final String name;
    private final List<GraphTask> tasks = new ArrayList<>();
    private final List<Transfer> toDevice = new ArrayList<>();
    private final List<Transfer> toHost = new ArrayList<>();
    private final List<TornadoNativeArray> consumed = new ArrayList<>();
    private final List<TornadoNativeArray> persisted = new ArrayList<>();

    public TaskGraph(String name) {
        this.name = name;
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
        String task = name + "." + id;
        if (tasks.stream().anyMatch(other -> other.name().equals(task))) {
            throw new TornadoTaskRuntimeException("the graph already has a task named " + task);
        }
        tasks.add(GraphTask.of(task, code, arguments));
        return this;
    }

    /** Returns the name by which grid schedulers and other graphs refer to this graph. */
    public String getTaskGraphName() {
        return name;
    }

    /**
     * Declares arrays to copy to the device.
     *
     * @param mode a constant of {@link DataTransferMode}: before the first execution or before every execution
     */
    public TaskGraph transferToDevice(int mode, Object... objects) {
        if (mode == DataTransferMode.UNDER_DEMAND) {
            throw new TornadoRuntimeException("the JVM backend does not support transferToDevice with UNDER_DEMAND");
        }
        for (Object object : objects) {
            // Scalars are constants of the compiled kernels and are not transferred.
            if (!(object instanceof Number)) {
                toDevice.add(new Transfer(mode, array(object, "transferToDevice")));
            }
        }
        return this;
    }

    /**
     * Declares arrays that the previously executed graph left on the device. The name should be that of this graph; it is
     * documentation only, as in the SDK.
     */
    public TaskGraph consumeFromDevice(String uniqueTaskGraphName, Object... objects) {
        for (Object object : objects) {
            consumed.add(array(object, "consumeFromDevice"));
        }
        return this;
    }

    /** Declares arrays that the previously executed graph left on the device. */
    public TaskGraph consumeFromDevice(Object... objects) {
        return consumeFromDevice(name, objects);
    }

    /**
     * Declares arrays to copy to the host.
     *
     * @param mode a constant of {@link DataTransferMode}: after every execution, or on demand through the result of an
     *     execution
     */
    public TaskGraph transferToHost(int mode, Object... objects) {
        if (mode == DataTransferMode.UNDER_DEMAND) {
            return persistOnDevice(objects);
        }
        for (Object object : objects) {
            toHost.add(new Transfer(mode, array(object, "transferToHost")));
        }
        return this;
    }

    /** Declares arrays to leave on the device for the graph that is executed next. */
    public TaskGraph persistOnDevice(Object... objects) {
        for (Object object : objects) {
            persisted.add(array(object, "persistOnDevice"));
        }
        return this;
    }

    private TornadoNativeArray array(Object object, String method) {
        return Transfer.array(object, method + " of graph " + name);
    }

    /**
     * Returns the current state of the graph, for use in a plan. Arrays that are transferred to the device but not used by any
     * task are left out, as the SDK does.
     *
     * @throws TornadoRuntimeException if no task uses an array that is transferred to the host, or is persisted and not
     *     consumed
     */
    public ImmutableTaskGraph snapshot() {
        Set<TornadoNativeArray> used = Collections.newSetFromMap(new IdentityHashMap<>());
        for (GraphTask task : tasks) {
            for (Object argument : task.arguments()) {
                if (argument instanceof TornadoNativeArray array) {
                    used.add(array);
                }
            }
        }
        requireUse(used, toHost.stream().map(Transfer::array).toList(), "transferToHost");
        // A graph hands on what it consumes, whether a task uses it or not.
        used.addAll(consumed);
        requireUse(used, persisted, "persistOnDevice");
        return new ImmutableTaskGraph(new Graph(
                name,
                List.copyOf(tasks),
                toDevice.stream().filter(transfer -> used.contains(transfer.array())).toList(),
                List.copyOf(toHost),
                List.copyOf(consumed),
                List.copyOf(used)));
    }

    private void requireUse(Set<TornadoNativeArray> used, List<TornadoNativeArray> arrays, String method) {
        for (int i = 0; i < arrays.size(); i++) {
            if (!used.contains(arrays.get(i))) {
                throw new TornadoRuntimeException(method + " of graph " + name + ": object " + (i + 1) + ", "
                        + Transfer.describe(arrays.get(i)) + ", is not an argument of any of the graph's tasks");
            }
        }
    }
}
