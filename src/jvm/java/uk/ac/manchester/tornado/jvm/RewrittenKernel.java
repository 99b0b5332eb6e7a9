package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A kernel whose byte code is known; kept with its class, so that every graph that uses it shares the compiled code. */
final class RewrittenKernel implements Kernel {

    private static final ClassValue<Map<KernelMethod, Optional<Kernel>>> KERNELS = new ClassValue<>() {
        @Override
        protected Map<KernelMethod, Optional<Kernel>> computeValue(Class<?> owner) {
            return new ConcurrentHashMap<>();
        }
    };

    private final KernelMethod method;
    private final CodeAttribute code;
    private LoopKernel loop;
    private CompiledGroups groups;

    private RewrittenKernel(KernelMethod method, CodeAttribute code) {
        this.method = method;
        this.code = code;
    }

    /** Empty if the method's byte code cannot be found. */
    static Optional<Kernel> of(KernelMethod method) {
        return KERNELS.get(method.owner())
                .computeIfAbsent(method, m -> m.code().map(code -> new RewrittenKernel(m, code)));
    }

    @Override
    public Launch launch(JvmDevice device, String task, Object[] arguments) {
        return method.type().parameterList().contains(ContextAccess.CONTEXT)
                ? new GroupLaunch(task, groups(), arguments)
                : new LoopLaunch(loop(), arguments);
    }

    private synchronized LoopKernel loop() {
        if (loop == null) {
            KernelClass target = new KernelClass(method);
            MethodTypeDesc type = ParallelLoop.rewritten(method.type());
            loop = target.loop(target.rewrite(code, type, new ParallelLoop(method)), type);
        }
        return loop;
    }

    private synchronized CompiledGroups groups() {
        if (groups == null) {
            KernelClass target = new KernelClass(method);
            CodeAttribute body = target.rewrite(code, method.type(), new ContextAccess());
            Barriers barriers = new Barriers(method);
            if (body.elementList().stream().anyMatch(ContextAccess::isBarrier)) {
                body = target.rewrite(body, method.type(), new SeparateLocals(method.type()));
                body = target.rewrite(body, method.type(), Barriers::mark);
                body = target.rewrite(body, method.type(), barriers);
            }
            groups = new CompiledGroups(
                    method, target.groups(body, method.type()), barriers.lines(), barriers.savedVariables());
        }
        return groups;
    }
}
