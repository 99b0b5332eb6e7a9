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

/** A kernel whose byte code is known. It is stored with its class, so that all graphs that use it share the compiled code. */
final class RewrittenKernel implements Kernel {

    private static final ClassValue<Map<KernelMethod, Optional<Kernel>>> KERNELS = new ClassValue<>() {
        @Override
        protected Map<KernelMethod, Optional<Kernel>> computeValue(Class<?> owner) {
            return new ConcurrentHashMap<>();
        }
    };

    /** The maximum number of scalar argument lists for which a kernel is compiled separately. */
    private static final int MAX_SPECIALIZATIONS = 64;

    private final KernelMethod method;
    private final CodeAttribute code;
    private final Map<JvmDevice, LoopKernel> loops = new ConcurrentHashMap<>();
    private final Map<GroupKernelKey, CompiledGroupKernel> groups = new ConcurrentHashMap<>();

    /** @param scalars the values that are compiled in */
    private record GroupKernelKey(JvmDevice device, List<Optional<ConstantDesc>> scalars) {}

    private RewrittenKernel(KernelMethod method, CodeAttribute code) {
        this.method = method;
        this.code = code;
        requireDebugTables();
        requireCompilable(method, code);
        HelperMethods.of(method, code, helper -> true).forEach(RewrittenKernel::requireCompilable);
    }

    /**
     * Returns the kernel of a method, or empty if its byte code cannot be found.
     *
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException if the kernel uses code that devices
     *     miscompile
     */
    static Optional<Kernel> of(KernelMethod method) {
        return KERNELS.get(method.owner())
                .computeIfAbsent(method, m -> m.code().map(code -> new RewrittenKernel(m, code)));
    }

    /** Requires the table of local variables, in which TornadoVM finds parameters and parallel loops. */
    private void requireDebugTables() {
        if (method.type().parameterCount() > 0
                && code.findAttribute(Attributes.localVariableTable()).isEmpty()) {
            throw Bailout.at(method, 0, "was compiled without local variable tables; compile it with javac -g");
        }
    }

    private static void requireCompilable(KernelMethod method, CodeAttribute code) {
        if (!code.exceptionHandlers().isEmpty()) {
            throw Bailout.at(method, 0, "catches exceptions, which devices do not support");
        }
        MiscompiledMethods.refuse(method, code);
        UnsupportedApi.refuse(method, code);
    }

    /**
     * Returns the key of the compiled code. If scalars change with every graph, compiling for each value would cost more
     * than it gains; the code is then compiled without them.
     */
    private GroupKernelKey keyFor(JvmDevice device, Object[] arguments) {
        GroupKernelKey generic = new GroupKernelKey(device, List.of());
        if (device == JvmDevice.CHECKED) {
            return generic;
        }
        GroupKernelKey specialized = new GroupKernelKey(
                device,
                IntStream.range(0, arguments.length)
                        .mapToObj(i -> ScalarConstants.of(method.type().parameterType(i), arguments[i]))
                        .toList());
        return groups.containsKey(specialized) || groups.size() < MAX_SPECIALIZATIONS ? specialized : generic;
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
