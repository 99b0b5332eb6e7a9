package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the rewriting steps that compile a kernel and its helper methods for one of the two devices. */
final class KernelCompiler {
    private final KernelMethod kernel;
    private final CodeAttribute code;
    private final boolean checked;
    private final KernelClass target;
    private final Map<KernelMethod, CodeAttribute> helpers;
    private final Map<KernelMethod, String> helperNames;
    private final ContextAccess context;

    /** @param checked whether every array access is checked; all helper methods are then rewritten with the kernel */
    KernelCompiler(KernelMethod kernel, CodeAttribute code, boolean checked) {
        this.kernel = kernel;
        this.code = code;
        this.checked = checked;
        this.target = new KernelClass(kernel);
        this.helpers = kernel.helpers(code, method -> checked || takesContext(method.type()));
        this.helperNames = new HashMap<>();
        helpers.keySet().forEach(helper -> helperNames.put(helper, helper.name() + "$" + helperNames.size()));
        this.context = new ContextAccess(target.self(), call -> kernel.helper(call).map(helperNames::get));
    }

    static boolean takesContext(MethodTypeDesc type) {
        return type.parameterList().contains(ContextAccess.CONTEXT);
    }

    LoopKernel compileLoop() {
        KernelClass.Method method = new KernelClass.Method(kernel.name(), kernel.type(), code);
        method = target.rewrite(method, ParallelLoop.rewritten(kernel.type()), new ParallelLoop(kernel, checked));
        method = target.rewrite(method, method.type(), context);
        return target.defineLoop(withHelpers(checkAccess(method, kernel, false)));
    }

    CompiledGroupKernel compileGroups() {
        if (ParallelLoop.isIn(code)) {
            throw kernel.refusal("has both a KernelContext and an @Parallel loop");
        }
        KernelClass.Method method = new KernelClass.Method(kernel.name(), kernel.type(), code);
        method = target.rewrite(method, kernel.type(), context);
        method = checkAccess(method, kernel, false);
        BarrierRewrite barriers = new BarrierRewrite(kernel);
        if (method.code().elementStream().anyMatch(ContextAccess::isBarrier)) {
            method = target.rewrite(method, method.type(), barriers::prepare);
            method = target.rewrite(method, method.type(), barriers);
        }
        GroupKernel defined = target.defineGroups(withHelpers(method));
        return new CompiledGroupKernel(
                kernel, defined, barriers.barriers(), context.looksBack(), context.allocations(), barriers.savedVariables());
    }

    private KernelClass.Method checkAccess(KernelClass.Method method, KernelMethod source, boolean helper) {
        return checked
                ? target.rewrite(
                        method,
                        CheckedAccess.rewritten(method.type()),
                        new CheckedAccess(source, helper, target.self()))
                : method;
    }

    private List<KernelClass.Method> withHelpers(KernelClass.Method method) {
        List<KernelClass.Method> methods = new ArrayList<>(List.of(method));
        helpers.forEach((helper, body) -> {
            if (body.elementStream().anyMatch(ContextAccess::isBarrier)) {
                throw helper.refusal(
                        "a barrier in a helper method; the JVM backend supports barriers only in the kernel itself");
            }
            KernelClass.Method copy = new KernelClass.Method(helperNames.get(helper), helper.type(), body);
            methods.add(checkAccess(target.rewrite(copy, helper.type(), context), helper, true));
        });
        return methods;
    }
}
