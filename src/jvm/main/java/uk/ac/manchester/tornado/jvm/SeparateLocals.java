package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives local variables of different kinds different slots, so that each slot has the same kind of content throughout the
 * method. (The compiler lets variables of different scopes share a slot, for example an {@code int} and an array.)
 * Parameters keep their slots.
 */
final class SeparateLocals implements CodeRewrite {
    /** A slot, for one kind of content. */
    private record Variable(int slot, TypeKind kind) {}

    private final Map<Variable, Integer> slots = new HashMap<>();
    private int next;

    SeparateLocals(MethodTypeDesc type) {
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter).asLoadable();
            slots.put(new Variable(next, kind), next);
            next += kind.slotSize();
        }
    }

    @Override
    public void write(CodeAttribute code, CodeBuilder out) {
        for (CodeElement next : code.elementList()) {
            switch (next) {
                case LoadInstruction load -> out.loadLocal(load.typeKind(), slot(load.slot(), load.typeKind()));
                case StoreInstruction store -> out.storeLocal(store.typeKind(), slot(store.slot(), store.typeKind()));
                case IncrementInstruction add -> out.iinc(slot(add.slot(), TypeKind.INT), add.constant());
                case CodeElement element -> CodeRewrite.copy(element, out);
            }
        }
    }

    private int slot(int old, TypeKind kind) {
        return slots.computeIfAbsent(new Variable(old, kind.asLoadable()), variable -> {
            int slot = next;
            next += variable.kind().slotSize();
            return slot;
        });
    }
}
