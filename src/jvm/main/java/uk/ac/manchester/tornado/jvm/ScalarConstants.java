package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces scalar parameters by the values of the task's arguments, as TornadoVM does. Branches on them then cost nothing,
 * and each combination of values is compiled separately. Parameters that the kernel assigns are not replaced.
 */
final class ScalarConstants implements CodeRewrite {

    private final List<Optional<ConstantDesc>> scalars;

    /** @param scalars one element for each parameter, empty if it is not a scalar; or an empty list */
    ScalarConstants(List<Optional<ConstantDesc>> scalars) {
        this.scalars = scalars;
    }

    /** Returns an argument as a constant of its parameter's type, if that type is numeric. */
    static Optional<ConstantDesc> of(ClassDesc parameter, Object argument) {
        return parameter.isPrimitive() && argument instanceof Number number
                ? Optional.of(constant(TypeKind.from(parameter).asLoadable(), number))
                : Optional.empty();
    }

    private static ConstantDesc constant(TypeKind kind, Number number) {
        return switch (kind) {
            case LONG -> number.longValue();
            case FLOAT -> number.floatValue();
            case DOUBLE -> number.doubleValue();
            default -> number.intValue();
        };
    }

    @Override
    public void write(CodeAttribute code, CodeBuilder out) {
        Map<Integer, ConstantDesc> values = new HashMap<>();
        for (int i = 0; i < scalars.size(); i++) {
            int slot = out.parameterSlot(i);
            scalars.get(i).ifPresent(value -> values.put(slot, value));
        }
        for (CodeElement element : code.elementList()) {
            switch (element) {
                case StoreInstruction store -> values.remove(store.slot());
                case IncrementInstruction add -> values.remove(add.slot());
                default -> {}
            }
        }
        for (CodeElement element : code.elementList()) {
            if (element instanceof LoadInstruction load && values.containsKey(load.slot())) {
                out.loadConstant(values.get(load.slot()));
            } else {
                CodeRewrite.copy(element, out);
            }
        }
    }
}
