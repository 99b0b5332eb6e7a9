package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeElement;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;

/** Finds uses of those parts of TornadoVM's API that the JVM backend does not support, before a kernel runs. */
final class UnsupportedApi {

    private static final String API = "uk/ac/manchester/tornado/api/";

    private UnsupportedApi() {}

    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException if the method uses such a part */
    static void refuse(KernelMethod method, CodeAttribute code) {
        for (ClassDesc annotation : method.parameterAnnotations()) {
            if (annotation.descriptorString().startsWith("L" + API)) {
                throw Bailout.at(
                        method,
                        0,
                        "has a parameter with @" + annotation.displayName() + ", which the JVM backend does not support");
            }
        }
        List<CodeElement> elements = code.elementList();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof InvokeInstruction call
                    && call.owner().asInternalName().startsWith(API)
                    && !isSupported(call, method.owner().getClassLoader())) {
                throw Bailout.at(
                        method,
                        Bailout.line(elements, i),
                        "uses " + call.owner().asSymbol().displayName() + "." + call.name()
                                + call.typeSymbol().displayDescriptor() + ", which the JVM backend does not support");
            }
        }
    }

    private static boolean isSupported(InvokeInstruction call, ClassLoader loader) {
        try {
            Class<?> owner = Class.forName(call.owner().asInternalName().replace('/', '.'), false, loader);
            MethodType type = MethodType.fromMethodDescriptorString(call.type().stringValue(), loader);
            return Arrays.stream(owner.getMethods())
                    .anyMatch(method -> call.name().equalsString(method.getName())
                            && type.parameterList().equals(List.of(method.getParameterTypes())));
        } catch (ClassNotFoundException | TypeNotPresentException e) {
            return false;
        }
    }
}
