package uk.ac.manchester.tornado.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;

/**
 * A static method that is a kernel, or that a kernel calls.
 *
 * @param owner the class that declares it
 */
record KernelMethod(Class<?> owner, String name, MethodTypeDesc type) {
    /**
     * Returns the method behind a {@link java.io.Serializable} method reference or lambda, or empty for any other object.
     *
     * @throws TornadoBailoutRuntimeException if it is an instance method or a lambda that captures variables
     */
    static Optional<KernelMethod> fromSerialized(Object code) {
        try {
            Method writeReplace = code.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            SerializedLambda lambda = (SerializedLambda) writeReplace.invoke(code);
            String owner = lambda.getImplClass().replace('/', '.');
            if (lambda.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic || lambda.getCapturedArgCount() > 0) {
                throw new TornadoBailoutRuntimeException("kernel " + owner + "." + lambda.getImplMethodName()
                        + " is not a static method or captures variables; pass them as arguments");
            }
            return Optional.of(new KernelMethod(
                    Class.forName(owner, false, code.getClass().getClassLoader()), lambda.getImplMethodName(),
                    MethodTypeDesc.ofDescriptor(lambda.getImplMethodSignature())));
        } catch (ReflectiveOperationException | java.lang.reflect.InaccessibleObjectException | ClassCastException e) {
            return Optional.empty();
        }
    }

    /** Returns the code of the method. Empty if its class has no class file, or if the method is native or abstract. */
    Optional<CodeAttribute> code() {
        return model().flatMap(method -> method.findAttribute(Attributes.code()));
    }

    /**
     * Returns the methods that this one calls directly or indirectly, with their code, in the order in which they are found.
     *
     * @param code the code of this method
     * @param wanted selects the calls to follow
     */
    Map<KernelMethod, CodeAttribute> helpers(CodeAttribute code, Predicate<KernelMethod> wanted) {
        Map<KernelMethod, CodeAttribute> found = new LinkedHashMap<>();
        Deque<CodeAttribute> open = new ArrayDeque<>(List.of(code));
        while (!open.isEmpty()) {
            open.remove().elementStream()
                    .filter(InvokeInstruction.class::isInstance)
                    .flatMap(call -> helper((InvokeInstruction) call).stream())
                    .filter(method -> wanted.test(method) && !found.containsKey(method))
                    .forEach(method -> method.code().ifPresent(body -> {
                        found.put(method, body);
                        open.add(body);
                    }));
        }
        return found;
    }

    /** Returns the static method that the instruction calls, unless it is one of the JDK or of TornadoVM's API. */
    Optional<KernelMethod> helper(InvokeInstruction call) {
        String called = call.owner().asInternalName();
        if (call.opcode() != Opcode.INVOKESTATIC
                || called.startsWith("java/")
                || called.startsWith("uk/ac/manchester/tornado/api/")
                || called.startsWith("uk/ac/manchester/tornado/jvm/")) {
            return Optional.empty();
        }
        try {
            Class<?> loaded = Class.forName(called.replace('/', '.'), false, owner.getClassLoader());
            return Optional.of(new KernelMethod(loaded, call.name().stringValue(), call.typeSymbol()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Returns the types of the annotations on the method's parameters. */
    List<ClassDesc> parameterAnnotations() {
        return model().flatMap(method -> method.findAttribute(Attributes.runtimeVisibleParameterAnnotations())).stream()
                .flatMap(attribute -> attribute.parameterAnnotations().stream())
                .flatMap(List::stream)
                .map(Annotation::classSymbol)
                .toList();
    }

    private Optional<MethodModel> model() {
        return classFile(owner).flatMap(file -> file.methods().stream()
                .filter(method -> method.methodName().equalsString(name)
                        && method.methodTypeSymbol().equals(type))
                .findFirst());
    }

    private static Optional<ClassModel> classFile(Class<?> owner) {
        String file = owner.getName().substring(owner.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = owner.getResourceAsStream(file)) {
            return in == null ? Optional.empty() : Optional.of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns an exception that says why this backend refuses the method. */
    TornadoBailoutRuntimeException refusal(String problem) {
        return new TornadoBailoutRuntimeException("kernel " + this + ": " + problem);
    }

    /** Returns the same for the element at an index of the code, with its source line if it is known. */
    TornadoBailoutRuntimeException refusal(List<CodeElement> code, int index, String problem) {
        int line = line(code, index);
        return line == 0
                ? refusal(problem)
                : new TornadoBailoutRuntimeException("kernel " + this + ", line " + line + ": " + problem);
    }

    /** Returns the source line of the element at an index, or 0 if there are no line numbers. */
    static int line(List<CodeElement> code, int index) {
        for (int i = Math.min(index, code.size() - 1); i >= 0; i--) {
            if (code.get(i) instanceof LineNumber line) {
                return line.line();
            }
        }
        return 0;
    }

    /** Returns the name of a line of the method in messages, in the form that stack traces use. */
    String location(int line) {
        return this + "(" + file() + ":" + line + ")";
    }

    /** Returns the name of the source file, which the compiler derives from the outermost class. */
    String file() {
        String type = owner.getName().substring(owner.getName().lastIndexOf('.') + 1);
        return (type.indexOf('$') > 0 ? type.substring(0, type.indexOf('$')) : type) + ".java";
    }

    /** Returns the name of the method in messages: {@code Class.method}. */
    @Override
    public String toString() {
        return owner.getSimpleName() + "." + name;
    }
}
