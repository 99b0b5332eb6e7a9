package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoTaskRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A task of a graph: a kernel with its arguments.
 *
 * @param name the full name of the task, {@code graph.task}
 * @param arguments arrays, boxed scalars and kernel contexts, as the caller passed them
 */
public record GraphTask(String name, RewrittenKernel kernel, Object[] arguments) {
    /**
     * Returns a task for a method reference.
     *
     * @throws TornadoTaskRuntimeException if kernels do not accept an argument
     * @throws TornadoBailoutRuntimeException if there is no byte code for the kernel, or it uses code that devices miscompile
     */
    public static GraphTask of(String name, Object code, Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (!isAccepted(arguments[i])) {
                throw new TornadoTaskRuntimeException("argument " + (i + 1) + " of task " + name + " is "
                        + Transfer.describe(arguments[i])
                        + "; kernels of the JVM backend take native arrays, boxed scalars and a KernelContext");
            }
        }
        return new GraphTask(name, RewrittenKernel.of(name, code), arguments.clone());
    }

    private static boolean isAccepted(Object argument) {
        return switch (argument) {
            case TornadoNativeArray _,Number _,Boolean _,Character _,KernelContext _ -> true;
            case null, default -> false;
        };
    }
}
