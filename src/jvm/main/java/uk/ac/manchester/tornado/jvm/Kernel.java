package uk.ac.manchester.tornado.jvm;

import java.util.function.Function;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The code of a task. A kernel whose method is known is rewritten once, no matter how many tasks run it. */
interface Kernel {

    /**
     * Binds the kernel to arguments, and compiles it first if necessary.
     *
     * @param memory returns the checked array for an array of the host; used while a graph executes
     */
    Launch launch(JvmDevice device, String task, Object[] arguments, Function<TornadoNativeArray, CheckedArray> memory);

    /** Returns the kernel behind a method reference or lambda. */
    static Kernel of(Object code) {
        return KernelMethod.fromSerialized(code)
                .flatMap(RewrittenKernel::of)
                .orElseGet(() -> (_, task, _, _) -> {
                    throw new TornadoBailoutRuntimeException(
                            "task " + task + ": the kernel's byte code cannot be found from "
                                    + code
                                    + "; pass a method reference, compiled against tornado-sort-jvm instead of tornado-api");
                });
    }
}
