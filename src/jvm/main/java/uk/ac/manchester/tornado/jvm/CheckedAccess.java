package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.stream.Stream;

/**
 * Replaces all native, local and private arrays by {@link CheckedArray}: it rewrites their types and turns each access into
 * a call. It refuses code that it cannot check.
 */
final class CheckedAccess implements CodeRewrite {
    private static final ClassDesc CHECKED_ARRAY = desc(CheckedArray.class);

    private final KernelMethod method;
    private final boolean helper;
    private final ClassDesc self;
    private final Shifts shifts = Shifts.fromProperty();

    /**
     * @param helper whether the method is a helper that the kernel calls, rather than the kernel
     * @param self the class that is being written, which has the helper methods
     */
    CheckedAccess(KernelMethod method, boolean helper, ClassDesc self) {
        this.method = method;
        this.helper = helper;
        this.self = self;
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    /** Returns a method type in which arrays are replaced by {@link CheckedArray}. */
    static MethodTypeDesc rewritten(MethodTypeDesc type) {
        return MethodTypeDesc.of(
                rewritten(type.returnType()),
                type.parameterList().stream().map(CheckedAccess::rewritten).toList());
    }

    private static ClassDesc rewritten(ClassDesc type) {
        return isArray(type) ? CHECKED_ARRAY : type;
    }

    private static boolean isArray(ClassDesc type) {
        return ArrayViews.elements(type) != null || type.isArray() && type.componentType().isPrimitive();
    }

    @Override
    public void write(CodeAttribute code, CodeBuilder out) {
        List<CodeElement> elements = code.elementList();
        if (helper) {
            refuseLocalArguments(location(elements, firstLine(elements)), out);
        }
        for (int i = 0; i < elements.size(); i++) {
            switch (elements.get(i)) {
                case ArrayLoadInstruction load -> load(load.typeKind(), isMasked(elements, i), location(elements, i), out);
                case ArrayStoreInstruction store -> store(store.typeKind(), location(elements, i), out);
                case NewPrimitiveArrayInstruction array ->
                    CodeRewrite.call(
                            out.loadConstant(Bits.bytes(array.typeKind())).loadConstant(location(elements, i)),
                            CheckedArray.class, "newPrivate");
                case OperatorInstruction operator when operator.opcode() == Opcode.ARRAYLENGTH ->
                    CodeRewrite.call(out, CheckedArray.class, "size");
                case OperatorInstruction operator -> out.with(OperatorInstruction.of(shifts.of(operator.opcode())));
                case InvokeInstruction call -> invoke(call, elements, i, out);
                case TypeCheckInstruction check when isArray(check.type().asSymbol()) -> out.checkcast(CHECKED_ARRAY);
                case FieldInstruction field -> field(field, elements, i, out);
                case InvokeDynamicInstruction call -> throw refuse(elements, i, "a lambda or string concatenation");
                case NewObjectInstruction object -> throw refuse(elements, i, "an object");
                case NewReferenceArrayInstruction array -> throw refuse(elements, i, "an array of objects");
                case NewMultiArrayInstruction array -> throw refuse(elements, i, "an array of arrays");
                case CodeElement element -> CodeRewrite.copy(element, out);
            }
        }
    }

    private void invoke(InvokeInstruction call, List<CodeElement> elements, int i, CodeBuilder out) {
        ClassDesc owner = call.owner().asSymbol();
        String name = call.name().stringValue();
        MethodTypeDesc type = call.typeSymbol();
        TypeKind kind = ArrayViews.elements(owner);
        if (kind != null && name.equals("get")) {
            load(kind, isMasked(elements, i), location(elements, i), out);
        } else if (kind != null && name.equals("set")) {
            store(kind, location(elements, i), out);
        } else if (kind != null && name.equals("getSize")) {
            CodeRewrite.call(out, CheckedArray.class, "size");
        } else if (owner.equals(ContextAccess.WORK_ITEM) && name.equals(ContextAccess.ALLOCATE)) {
            CodeRewrite.call(out.loadConstant(location(elements, i)), WorkItem.class, "allocateChecked");
        } else if (owner.equals(ContextAccess.WORK_ITEM) && name.equals(ContextAccess.ATOMIC_ADD)) {
            Bits.of(TypeKind.from(type.parameterType(3)), out).loadConstant(location(elements, i));
            CodeRewrite.call(out, WorkItem.class, "atomicAddChecked");
        } else if (owner.equals(self)) {
            out.invokestatic(self, name, rewritten(type));
        } else if (isScalar(call) || owner.packageName().equals(CHECKED_ARRAY.packageName())
                || ContextAccess.isBarrier(call)) {
            out.with(call);
        } else {
            throw refuse(elements, i, owner.displayName() + "." + name);
        }
    }

    /** Returns whether the call is of a method of java.lang that takes and returns only numbers, boxed or not. */
    private static boolean isScalar(InvokeInstruction call) {
        return call.owner().asSymbol().packageName().equals("java.lang")
                && Stream.concat(call.typeSymbol().parameterList().stream(), Stream.of(call.typeSymbol().returnType()))
                        .allMatch(type -> type.isPrimitive() || type.packageName().equals("java.lang"));
    }

    private void field(FieldInstruction field, List<CodeElement> elements, int i, CodeBuilder out) {
        if (field.opcode() != Opcode.GETSTATIC || !field.typeSymbol().isPrimitive()) {
            throw refuse(elements, i, "the field " + field.name().stringValue());
        }
        out.with(field);
    }

    private void refuseLocalArguments(int location, CodeBuilder out) {
        int slot = 0;
        for (ClassDesc parameter : method.type().parameterList()) {
            if (parameter.isArray()) {
                CodeRewrite.call(out.aload(slot).loadConstant(location), CheckedArray.class, "refuseLocal");
            }
            slot += TypeKind.from(parameter).slotSize();
        }
    }

    private static void load(TypeKind kind, boolean masked, int location, CodeBuilder out) {
        boolean isByte = kind == TypeKind.BYTE || kind == TypeKind.BOOLEAN;
        CodeRewrite.call(out.loadConstant(location), CheckedArray.class, masked && isByte ? "getMaskedByte" : "get");
        Bits.number(kind, out);
    }

    private static void store(TypeKind kind, int location, CodeBuilder out) {
        CodeRewrite.call(Bits.of(kind, out).loadConstant(location), CheckedArray.class, "set");
    }

    /** Returns whether the value that the instruction reads is masked with 0xFF in the next instruction. */
    private static boolean isMasked(List<CodeElement> elements, int i) {
        return elements.get(i + 1) instanceof ConstantInstruction constant
                && Integer.valueOf(0xFF).equals(constant.constantValue())
                && elements.get(i + 2) instanceof OperatorInstruction operator
                && operator.opcode() == Opcode.IAND;
    }

    private static int firstLine(List<CodeElement> elements) {
        int i = 0;
        while (i < elements.size() - 1 && !(elements.get(i) instanceof LineNumber)) {
            i++;
        }
        return i;
    }

    private int location(List<CodeElement> elements, int i) {
        return SourceLocations.number(method.location(KernelMethod.line(elements, i)));
    }

    private RuntimeException refuse(List<CodeElement> elements, int i, String what) {
        return method.refusal(elements, i, "uses " + what + ", which the checked device does not support");
    }
}
