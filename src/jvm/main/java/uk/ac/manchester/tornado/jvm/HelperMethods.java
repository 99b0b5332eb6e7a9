package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The static methods that a kernel calls directly or indirectly, except those of the JDK and of TornadoVM's API. */
final class HelperMethods {
    private HelperMethods() {}

    /**
     * Returns the helper methods and their code, in the order in which they are found.
     *
     * @param wanted selects the calls to follow
     */
    static Map<KernelMethod, CodeAttribute> of(
            KernelMethod kernel, CodeAttribute code, Predicate<KernelMethod> wanted) {
        Map<KernelMethod, CodeAttribute> found = new LinkedHashMap<>();
        Deque<CodeAttribute> open = new ArrayDeque<>();
        open.add(code);
        while (!open.isEmpty()) {
            open.remove().elementStream()
                    .filter(InvokeInstruction.class::isInstance)
                    .flatMap(call -> called((InvokeInstruction) call, kernel).stream())
                    .filter(method -> wanted.test(method) && !found.containsKey(method))
                    .forEach(method -> method.code().ifPresent(body -> {
                        found.put(method, body);
                        open.add(body);
                    }));
        }
        return found;
    }

    /** Returns the method that the instruction calls, if it is a helper method. */
    static Optional<KernelMethod> called(InvokeInstruction call, KernelMethod kernel) {
        String owner = call.owner().asInternalName();
        if (call.opcode() != Opcode.INVOKESTATIC
                || owner.startsWith("java/")
                || owner.startsWith("uk/ac/manchester/tornado/api/")
                || owner.startsWith("uk/ac/manchester/tornado/jvm/")) {
            return Optional.empty();
        }
        try {
            Class<?> type = Class.forName(
                    owner.replace('/', '.'), false, kernel.owner().getClassLoader());
            return Optional.of(new KernelMethod(type, call.name().stringValue(), call.typeSymbol()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
