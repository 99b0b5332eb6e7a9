package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ConstantDesc;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
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

    /** Sets of scalars for which a kernel is compiled by itself. */
    private static final int MAX_SPECIALIZATIONS = 64;

    private final KernelMethod method;
    private final CodeAttribute code;
    private final Map<JvmDevice, LoopKernel> loops = new ConcurrentHashMap<>();
    private final Map<GroupKernelKey, CompiledGroupKernel> groups = new ConcurrentHashMap<>();

    /** @param scalars what is compiled in */
    private record GroupKernelKey(JvmDevice device, List<Optional<ConstantDesc>> scalars) {}

    private RewrittenKernel(KernelMethod method, CodeAttribute code) {
        this.method = method;
        this.code = code;
        requireDebugTables();
        requireCompilable(method, code);
        HelperMethods.of(method, code, helper -> true).forEach(RewrittenKernel::requireCompilable);
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
        MiscompiledMethods.refuse(method, code);
        UnsupportedApi.refuse(method, code);
    }

    /** A caller whose scalars change with each graph is not worth a compilation each. */
    private GroupKernelKey keyFor(JvmDevice device, Object[] arguments) {
        GroupKernelKey all = new GroupKernelKey(device, List.of());
        if (device == JvmDevice.CHECKED) {
            return all;
        }
        GroupKernelKey own = new GroupKernelKey(
                device,
                IntStream.range(0, arguments.length)
                        .mapToObj(i -> ScalarConstants.of(method.type().parameterType(i), arguments[i]))
                        .toList());
        return groups.containsKey(own) || groups.size() < MAX_SPECIALIZATIONS ? own : all;
    }

    @Override
    public Launch launch(
            JvmDevice device, String task, Object[] arguments, Function<TornadoNativeArray, CheckedArray> memory) {
        boolean checked = device == JvmDevice.CHECKED;
        Object[] views = ArrayViews.of(method, arguments);
        if (KernelCompiler.takesContext(method.type())) {
            CompiledGroupKernel kernel = groups.computeIfAbsent(
                    keyFor(device, arguments),
                    key -> new KernelCompiler(method, code, checked).compileGroups(key.scalars()));
            return checked
                    ? new CheckedGroupLaunch(task, kernel, new CheckedArguments(method, code, arguments, memory))
                    : new GroupLaunch(task, kernel, views);
        }
        LoopKernel kernel =
                loops.computeIfAbsent(device, d -> new KernelCompiler(method, code, checked).compileLoop());
        return checked
                ? new CheckedLoopLaunch(task, kernel, new CheckedArguments(method, code, arguments, memory))
                : new LoopLaunch(kernel, views);
    }
}
