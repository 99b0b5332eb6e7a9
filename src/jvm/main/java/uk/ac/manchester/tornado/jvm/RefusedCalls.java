package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeElement;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds calls that a kernel must not make, before it runs: of those parts of TornadoVM's API that the JVM backend does not support, and
 * of methods of the JDK that at least one backend of TornadoVM compiles incorrectly or not at all, so that kernels that run here also
 * run on all devices.
 */
final class RefusedCalls {
    private static final String API = "uk/ac/manchester/tornado/api/";

    private static final String UNSIGNED = "is signed on OpenCL and PTX; compare (x ^ MIN_VALUE) < (y ^ MIN_VALUE)";
    private static final String MISSING = "is not supported on TornadoVM's devices";
    private static final String BITS =
            "does not compile on TornadoVM's devices; alias the array on the host with fromSegmentShallow";

    private static final Map<String, String> REASONS = new HashMap<>();

    static {
        for (String type : List.of("Integer", "Long")) {
            for (String method : List.of("compareUnsigned", "divideUnsigned", "remainderUnsigned")) {
                REASONS.put("java/lang/" + type + "." + method, UNSIGNED);
            }
            for (String method : List.of("numberOfLeadingZeros", "numberOfTrailingZeros", "reverse")) {
                REASONS.put("java/lang/" + type + "." + method, MISSING);
            }
        }
        for (String method : List.of("Float.floatTo%sIntBits", "Double.doubleTo%sLongBits")) {
            REASONS.put("java/lang/" + method.formatted(""), BITS);
            REASONS.put("java/lang/" + method.formatted("Raw"), BITS);
        }
    }

    private RefusedCalls() {}

    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException if the method makes such a call */
    static void refuse(KernelMethod method, CodeAttribute code) {
        for (ClassDesc annotation : method.parameterAnnotations()) {
            if (annotation.descriptorString().startsWith("L" + API)) {
                throw method.refusal(
                        "has a parameter with @" + annotation.displayName() + ", which the JVM backend does not support");
            }
        }
        List<CodeElement> elements = code.elementList();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof InvokeInstruction call) {
                String problem = problem(call, method.owner().getClassLoader());
                if (problem != null) {
                    throw method.refusal(elements, i, problem);
                }
            }
        }
    }

    /** Returns what is wrong with a call, or null. */
    private static String problem(InvokeInstruction call, ClassLoader loader) {
        String owner = call.owner().asInternalName();
        String name = owner + "." + call.name().stringValue();
        if (REASONS.containsKey(name)) {
            return name.replace('/', '.') + " " + REASONS.get(name);
        }
        return owner.startsWith(API) && !isSupported(call, loader)
                ? "uses " + call.owner().asSymbol().displayName() + "." + call.name()
                        + call.typeSymbol().displayDescriptor() + ", which the JVM backend does not support"
                : null;
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
