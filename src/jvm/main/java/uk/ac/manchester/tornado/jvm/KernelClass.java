package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;

/**
 * Creates the class of a rewritten kernel: a hidden class with an entry method that passes the boxed arguments on. It is a
 * nestmate of the class that declares the kernel, so the kernel can still use private members.
 */
final class KernelClass {
    private static final MethodTypeDesc RUN = MethodTypeDesc.of(
            ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_Object.arrayType());
    private static final MethodTypeDesc STEP = MethodTypeDesc.of(
            ConstantDescs.CD_void, ContextAccess.WORK_ITEM.arrayType(), ConstantDescs.CD_Object.arrayType());

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final KernelMethod kernel;
    private final ClassDesc self;
    private final ClassFile files;

    KernelClass(KernelMethod kernel) {
        this.kernel = kernel;
        this.self = ClassDesc.of(kernel.owner().getPackageName(), kernel.owner().getName()
                .substring(kernel.owner().getName().lastIndexOf('.') + 1) + "$$Kernel" + nameSuffix(kernel));
        this.files = ClassFile.of(ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofClassLoading(kernel.owner().getClassLoader())));
    }

    /**
     * Returns a suffix for the class name. A kernel of another class loader is in another module and cannot have a hidden
     * class. It gets an ordinary class, which needs a unique name and cannot use private members of the declaring class.
     */
    private static String nameSuffix(KernelMethod kernel) {
        boolean hidden = kernel.owner().getModule() == KernelClass.class.getModule();
        return hidden ? "" : Integer.toString(COUNTER.incrementAndGet());
    }

    /**
     * A static method of the class.
     *
     * @param type the type after rewriting
     */
    record Method(String name, MethodTypeDesc type, CodeAttribute code) {}

    /** Returns the name of the class. */
    ClassDesc self() {
        return self;
    }

    /** Applies one step: returns the method with its code rewritten and with a new type. */
    Method rewrite(Method method, MethodTypeDesc type, CodeRewrite step) {
        byte[] scratch = files.build(self, file -> add(method.name(), type, method.code(), step, file));
        CodeAttribute code = files.parse(scratch)
                .methods()
                .getFirst()
                .findAttribute(Attributes.code())
                .orElseThrow();
        return new Method(method.name(), type, code);
    }

    private static void add(String name, MethodTypeDesc type, CodeAttribute code, CodeRewrite step, ClassBuilder file) {
        file.withMethodBody(name, type, ClassFile.ACC_STATIC, out -> step.write(code, out));
    }

    /** @param methods the kernel, of type {@code int kernel(int part, int parts, …)}, and its helper methods */
    LoopKernel defineLoop(List<Method> methods) {
        MethodTypeDesc type = methods.getFirst().type();
        return (LoopKernel) define(LoopKernel.class, "run", RUN, methods, out -> {
            out.iload(1).iload(2);
            for (int i = 2; i < type.parameterCount(); i++) {
                pushArgument(type.parameterType(i), 3, i - 2, out);
            }
            out.invokestatic(self, kernel.name(), type).ireturn();
        });
    }

    /** @param methods the kernel, which takes the work-item in place of the context, and its helper methods */
    GroupKernel defineGroups(List<Method> methods) {
        MethodTypeDesc type = methods.getFirst().type();
        return (GroupKernel) define(GroupKernel.class, "step", STEP, methods, out -> step(type, out));
    }

    /** Writes the code of {@code step}: it unboxes the arguments once, then calls the kernel for each item. */
    private void step(MethodTypeDesc type, CodeBuilder out) {
        // The slots of the parameters and variables of step.
        int items = 1;
        int arguments = 2;
        int index = 3;
        int first = 4;
        int slot = first;
        for (int i = 0; i < type.parameterCount(); i++) {
            ClassDesc parameter = type.parameterType(i);
            if (!parameter.equals(ContextAccess.CONTEXT)) {
                pushArgument(parameter, arguments, i, out);
                out.storeLocal(TypeKind.from(parameter), slot);
            }
            slot += TypeKind.from(parameter).slotSize();
        }
        Label test = out.newLabel();
        Label end = out.newLabel();
        out.iconst_0().istore(index).labelBinding(test);
        out.iload(index).aload(items).arraylength().if_icmpge(end);
        slot = first;
        for (ClassDesc parameter : type.parameterList()) {
            if (parameter.equals(ContextAccess.CONTEXT)) {
                out.aload(items).iload(index).aaload();
            } else {
                out.loadLocal(TypeKind.from(parameter), slot);
            }
            slot += TypeKind.from(parameter).slotSize();
        }
        out.invokestatic(self, kernel.name(), type).iinc(index, 1).goto_(test);
        out.labelBinding(end).return_();
    }

    /** Pushes one of the boxed arguments. It is unboxed if the parameter is primitive. */
    private static void pushArgument(ClassDesc parameter, int arraySlot, int index, CodeBuilder out) {
        out.aload(arraySlot).loadConstant(index).aaload();
        if (!parameter.isPrimitive()) {
            out.checkcast(parameter);
            return;
        }
        ClassDesc box =
                switch (TypeKind.from(parameter)) {
                    case BOOLEAN -> ConstantDescs.CD_Boolean;
                    case CHAR -> ConstantDescs.CD_Character;
                    default -> ConstantDescs.CD_Number;
                };
        out.checkcast(box).invokevirtual(box, parameter.displayName() + "Value", MethodTypeDesc.of(parameter));
    }

    private Object define(
            Class<?> contract,
            String entry,
            MethodTypeDesc entryType,
            List<Method> methods,
            Consumer<CodeBuilder> entryCode) {
        byte[] bytes = files.build(self, file -> {
            file.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                    .withInterfaceSymbols(ClassDesc.ofDescriptor(contract.descriptorString()))
                    .with(SourceFileAttribute.of(kernel.file()));
            file.withMethodBody(
                    ConstantDescs.INIT_NAME,
                    ConstantDescs.MTD_void,
                    ClassFile.ACC_PUBLIC,
                    out -> out.aload(0)
                            .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                            .return_());
            file.withMethodBody(entry, entryType, ClassFile.ACC_PUBLIC, entryCode);
            for (Method method : methods) {
                add(method.name(), method.type(), method.code(), (code, out) -> code.forEach(out::with), file);
            }
        });
        try {
            // The kernel's module opens its package; the code calls this backend's classes.
            Module kernels = kernel.owner().getModule();
            KernelClass.class.getModule().addReads(kernels).addExports(KernelClass.class.getPackageName(), kernels);
            MethodHandles.Lookup owner = MethodHandles.privateLookupIn(kernel.owner(), MethodHandles.lookup());
            MethodHandles.Lookup defined = owner.hasFullPrivilegeAccess()
                    ? owner.defineHiddenClass(bytes, false, MethodHandles.Lookup.ClassOption.NESTMATE)
                    : MethodHandles.privateLookupIn(owner.defineClass(bytes), MethodHandles.lookup());
            return defined.findConstructor(defined.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable e) {
            throw new TornadoBailoutRuntimeException(
                    "kernel " + kernel + " cannot be rewritten: " + e, new Exception(e));
        }
    }
}
