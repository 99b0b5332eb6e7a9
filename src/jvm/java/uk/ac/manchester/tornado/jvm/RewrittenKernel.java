package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A kernel whose byte code is known; kept with its class, so that every graph that uses it shares the compiled code.
 */
final class RewrittenKernel implements Kernel {

    private static final ClassValue<Map<KernelMethod, Optional<Kernel>>> KERNELS = new ClassValue<>() {
        @Override
        protected Map<KernelMethod, Optional<Kernel>> computeValue(Class<?> owner) {
            return new ConcurrentHashMap<>();
        }
    };

    private final KernelMethod method;
    private final CodeAttribute code;
    private final Map<JvmDevice, LoopKernel> loops = new ConcurrentHashMap<>();
    private final Map<JvmDevice, CompiledGroups> groups = new ConcurrentHashMap<>();

    private RewrittenKernel(KernelMethod method, CodeAttribute code) {
        this.method = method;
        this.code = code;
        requireDebugTables();
        requireCompilable(method, code);
        Helpers.of(method, code, helper -> true).forEach(RewrittenKernel::requireCompilable);
    }

    /**
     * Empty if the method's byte code cannot be found.
     *
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException if the kernel uses what devices
     *     miscompile
     */
    static Optional<Kernel> of(KernelMethod method) {
        return KERNELS.get(method.owner())
                .computeIfAbsent(method, m -> m.code().map(code -> new RewrittenKernel(m, code)));
    }

    /** TornadoVM finds parameters and parallel loops through the table of local variables. */
    private void requireDebugTables() {
        if (method.type().parameterCount() > 0
                && code.findAttribute(Attributes.localVariableTable()).isEmpty()) {
            throw Bailout.at(method, 0, "compiled without local variable tables; TornadoVM needs javac's -g");
        }
    }

    private static void requireCompilable(KernelMethod method, CodeAttribute code) {
        if (!code.exceptionHandlers().isEmpty()) {
            throw Bailout.at(method, 0, "catches exceptions, which devices do not have");
        }
        Miscompiled.refuse(method, code);
        Uncovered.refuse(method, code);
    }

    @Override
    public Launch launch(
            JvmDevice device, String task, Object[] arguments, Function<TornadoNativeArray, Cells> memory) {
        boolean checked = device == JvmDevice.CHECKED;
        Object[] views = ArrayViews.of(method, arguments);
        if (KernelCompiler.takesContext(method.type())) {
            CompiledGroups kernel = groups.computeIfAbsent(
                    device, d -> new KernelCompiler(method, code, checked).groups());
            return checked
                    ? new CheckedGroupLaunch(task, kernel, new CheckedArguments(method, code, arguments, memory))
                    : new GroupLaunch(task, kernel, views);
        }
        LoopKernel kernel =
                loops.computeIfAbsent(device, d -> new KernelCompiler(method, code, checked).loop());
        return checked
                ? new CheckedLoopLaunch(task, kernel, new CheckedArguments(method, code, arguments, memory))
                : new LoopLaunch(kernel, views);
    }
}
