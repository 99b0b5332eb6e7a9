package uk.ac.manchester.tornado.jvm;

import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** What a task runs. Kernels whose method is known are rewritten once, however many tasks run them. */
interface Kernel {

    /**
     * Binds the kernel to arguments; compiles it if nobody did before.
     *
     * @param memory what an array is on the checked device, while a graph executes
     */
    Launch launch(JvmDevice device, String task, Object[] arguments, Function<TornadoNativeArray, CheckedArray> memory);

    /** The kernel behind a task's method reference or lambda. */
    static Kernel of(Object code) {
        return KernelMethod.fromSerialized(code)
                .or(() -> CallSite.kernel(code))
                .flatMap(RewrittenKernel::of)
                .orElseGet(() -> (device, task, arguments, memory) -> PlainLaunch.of(code, device, task, arguments));
    }
}
