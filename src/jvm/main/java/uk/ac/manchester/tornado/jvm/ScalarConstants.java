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
 * Puts the values of a task's scalar arguments into its kernel's code, as TornadoVM does: branches on them then cost nothing,
 * and a kernel that is used in several ways is compiled for each by itself. Parameters that the kernel assigns to stay.
 */
final class ScalarConstants implements CodeRewrite {

    private final List<Optional<ConstantDesc>> scalars;

    /** @param scalars one for each parameter, empty for those that are no scalars; or none at all */
    ScalarConstants(List<Optional<ConstantDesc>> scalars) {
        this.scalars = scalars;
    }

    /** An argument as a constant of its parameter's type, if that is a number's. */
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
