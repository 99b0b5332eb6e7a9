package uk.ac.manchester.tornado.jvm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoTaskRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Builds a task graph and checks its declarations. */
public final class GraphBuilder {
    private final String name;
    private final List<GraphTask> tasks = new ArrayList<>();
    private final List<Transfer> toDevice = new ArrayList<>();
    private final List<Transfer> toHost = new ArrayList<>();
    private final List<TornadoNativeArray> consumed = new ArrayList<>();
    private final List<TornadoNativeArray> persisted = new ArrayList<>();
    private final Set<TornadoNativeArray> used = identitySet();

    public GraphBuilder(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /**
     * @throws TornadoTaskRuntimeException if the graph already has a task of that name, or if kernels do not accept an
     *     argument
     * @throws TornadoBailoutRuntimeException if there is no byte code for the kernel, or it uses code that devices miscompile
     */
    public void task(String id, Object code, Object[] arguments) {
        String task = name + "." + id;
        if (tasks.stream().anyMatch(other -> other.name().equals(task))) {
            throw new TornadoTaskRuntimeException("the graph already has a task named " + task);
        }
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof TornadoNativeArray array) {
                used.add(array);
            } else if (!isScalar(arguments[i]) && !(arguments[i] instanceof KernelContext)) {
                throw new TornadoTaskRuntimeException("argument " + (i + 1) + " of task " + task + " is "
                        + describe(arguments[i])
                        + "; kernels of the JVM backend take native arrays, boxed scalars and a KernelContext");
            }
        }
        tasks.add(new GraphTask(task, RewrittenKernel.of(task, code), arguments.clone()));
    }

    public void transferToDevice(int mode, Object... objects) {
        if (mode == DataTransferMode.UNDER_DEMAND) {
            throw new TornadoRuntimeException("the JVM backend does not support transferToDevice with UNDER_DEMAND");
        }
        for (Object object : objects) {
            // Scalars are constants of the compiled kernels and are not transferred.
            if (!(object instanceof Number)) {
                toDevice.add(new Transfer(mode, array(object, "transferToDevice")));
            }
        }
    }

    /**
     * Declares arrays that the previously executed graph leaves on the device. The graph name is documentation only, as in
     * the SDK.
     */
    public void consumeFromDevice(String from, Object... objects) {
        for (Object object : objects) {
            consumed.add(array(object, "consumeFromDevice"));
        }
    }

    public void transferToHost(int mode, Object... objects) {
        if (mode == DataTransferMode.UNDER_DEMAND) {
            persistOnDevice(objects);
            return;
        }
        for (Object object : objects) {
            toHost.add(new Transfer(mode, array(object, "transferToHost")));
        }
    }

    public void persistOnDevice(Object... objects) {
        for (Object object : objects) {
            persisted.add(array(object, "persistOnDevice"));
        }
    }

    /**
     * Returns the graph. It omits arrays that are transferred to the device but not used by any task, as the SDK does.
     *
     * @throws TornadoRuntimeException if no task uses an array that is transferred to the host, or is persisted and not consumed
     */
    public Graph build() {
        requireUse(toHost.stream().map(Transfer::array).toList(), "transferToHost");
        // A graph hands on what it consumes, whether a task uses it or not.
        used.addAll(consumed);
        requireUse(persisted, "persistOnDevice");
        return new Graph(
                name,
                List.copyOf(tasks),
                toDevice.stream().filter(transfer -> used.contains(transfer.array())).toList(),
                List.copyOf(toHost),
                List.copyOf(consumed),
                List.copyOf(used));
    }

    private void requireUse(List<TornadoNativeArray> arrays, String method) {
        for (int i = 0; i < arrays.size(); i++) {
            if (!used.contains(arrays.get(i))) {
                throw new TornadoRuntimeException(method + " of graph " + name + ": object " + (i + 1) + ", "
                        + describe(arrays.get(i)) + ", is not an argument of any of the graph's tasks");
            }
        }
    }

    private TornadoNativeArray array(Object object, String method) {
        return nativeArray(object, method + " of graph " + name);
    }

    /** @throws TornadoRuntimeException if the object is not a native array */
    public static TornadoNativeArray nativeArray(Object object, String what) {
        if (object instanceof TornadoNativeArray array) {
            return array;
        }
        throw new TornadoRuntimeException(
                what + " got " + describe(object) + "; the JVM backend transfers only native arrays");
    }

    /** Returns the name of an object in messages. */
    static String describe(Object object) {
        return switch (object) {
            case null -> "null";
            case TornadoNativeArray array -> array.getClass().getSimpleName() + "(" + array.getSize() + ")";
            default -> "an object of type " + object.getClass().getTypeName();
        };
    }

    private static boolean isScalar(Object object) {
        return object instanceof Number || object instanceof Boolean || object instanceof Character;
    }

    private static Set<TornadoNativeArray> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }
}
