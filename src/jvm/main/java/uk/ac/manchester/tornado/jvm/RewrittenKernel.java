package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The code of a task. It is stored with the class of its method, so that all graphs that use it share the compiled code.
 */
public final class RewrittenKernel {
    private static final ClassValue<Map<KernelMethod, Optional<RewrittenKernel>>> KERNELS = new ClassValue<>() {
        @Override
        protected Map<KernelMethod, Optional<RewrittenKernel>> computeValue(Class<?> owner) {
            return new ConcurrentHashMap<>();
        }
    };

    private final KernelMethod method;
    private final CodeAttribute code;
    private final Map<JvmDevice, LoopKernel> loops = new ConcurrentHashMap<>();
    private final Map<JvmDevice, CompiledGroupKernel> groups = new ConcurrentHashMap<>();

    private RewrittenKernel(KernelMethod method, CodeAttribute code) {
        this.method = method;
        this.code = code;
        // TornadoVM finds parameters and parallel loops in the table of local variables.
        if (method.type().parameterCount() > 0
                && code.findAttribute(Attributes.localVariableTable()).isEmpty()) {
            throw method.refusal("was compiled without local variable tables; compile it with javac -g");
        }
        requireCompilable(method, code);
        method.helpers(code, helper -> true).forEach(RewrittenKernel::requireCompilable);
    }

    /**
     * Returns the kernel behind a method reference or lambda.
     *
     * @throws TornadoBailoutRuntimeException if its byte code cannot be found, or if it uses code that devices miscompile
     */
    static RewrittenKernel of(String task, Object kernel) {
        return KernelMethod.fromSerialized(kernel)
                .flatMap(method -> KERNELS.get(method.owner())
                        .computeIfAbsent(method, m -> m.code().map(code -> new RewrittenKernel(m, code))))
                .orElseThrow(() -> new TornadoBailoutRuntimeException("task " + task
                        + ": the kernel's byte code cannot be found from " + kernel
                        + "; pass a method reference, compiled against tornado-sort-jvm instead of tornado-api"));
    }

    private static void requireCompilable(KernelMethod method, CodeAttribute code) {
        if (!code.exceptionHandlers().isEmpty()) {
            throw method.refusal("catches exceptions, which devices do not support");
        }
        RefusedCalls.refuse(method, code);
    }

    /**
     * Binds the kernel to arguments, and compiles it first if necessary.
     *
     * @param memory returns the checked array for an array of the host; used while a graph executes
     */
    Launch launch(
            JvmDevice device, String task, Object[] arguments, Function<TornadoNativeArray, CheckedArray> memory) {
        boolean checked = device == JvmDevice.CHECKED;
        Object[] views = ArrayViews.of(method, arguments);
        CheckedRun.Task checkedTask = new CheckedRun.Task(task, method, code, arguments, memory);
        if (KernelCompiler.takesContext(method.type())) {
            CompiledGroupKernel kernel =
                    groups.computeIfAbsent(device, _ -> new KernelCompiler(method, code, checked).compileGroups());
            return checked
                    ? grid -> new CheckedGroupRun(checkedTask, kernel, grid).run()
                    : new GroupLaunch(task, kernel, views);
        }
        LoopKernel kernel =
                loops.computeIfAbsent(device, d -> new KernelCompiler(method, code, checked).compileLoop());
        return checked ? grid -> new CheckedLoopRun(checkedTask, kernel).run() : new LoopLaunch(kernel, views);
    }
}
