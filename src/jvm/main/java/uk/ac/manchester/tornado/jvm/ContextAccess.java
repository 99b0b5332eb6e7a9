package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Replaces the use of a {@link KernelContext} by calls of {@link WorkItem}'s static methods, and numbers the allocations of
 * local arrays. It leaves barriers to {@link BarrierRewrite}.
 */
final class ContextAccess implements CodeRewrite {
    static final ClassDesc CONTEXT = ClassDesc.ofDescriptor(KernelContext.class.descriptorString());
    static final ClassDesc WORK_ITEM = ClassDesc.ofDescriptor(WorkItem.class.descriptorString());
    static final String ATOMIC_ADD = "atomicAdd";
    static final String ALLOCATE = "allocate";
    private static final ClassDesc LONGS = ClassDesc.ofDescriptor(LongArray.class.descriptorString());
    private static final MethodTypeDesc BOX =
            MethodTypeDesc.of(ConstantDescs.CD_Integer, ConstantDescs.CD_int);

    private final ClassDesc self;
    private final Function<InvokeInstruction, Optional<String>> helperNames;
    private int allocations;
    private boolean looksBack;

    /**
     * @param self the class that is being written
     * @param helperNames returns the name that a called helper method has in that class, if it is rewritten too
     */
    ContextAccess(ClassDesc self, Function<InvokeInstruction, Optional<String>> helperNames) {
        this.self = self;
        this.helperNames = helperNames;
    }

    /** Returns the number of allocations in the code that has been written. */
    int allocations() {
        return allocations;
    }

    /** Returns whether that code adds to arrays of longs, by which groups may wait for each other. */
    boolean looksBack() {
        return looksBack;
    }

    static boolean isBarrier(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asSymbol().equals(CONTEXT)
                && call.name().stringValue().endsWith("Barrier");
    }

    @Override
    public void write(CodeAttribute code, CodeBuilder out) {
        List<CodeElement> elements = code.elementList();
        for (int i = 0; i < elements.size(); i++) {
            switch (elements.get(i)) {
                case FieldInstruction field when field.opcode() == Opcode.GETFIELD
                        && field.owner().asSymbol().equals(CONTEXT) -> {
                    readField(field.name().stringValue(), out);
                    if (isUnboxing(elements.get(i + 1))) {
                        i++;
                    } else {
                        out.invokestatic(ConstantDescs.CD_Integer, "valueOf", BOX);
                    }
                }
                case InvokeInstruction call when call.owner().asSymbol().equals(CONTEXT)
                        && call.name().equalsString(ATOMIC_ADD) -> {
                    looksBack |= call.typeSymbol().parameterType(0).equals(LONGS);
                    out.invokestatic(WORK_ITEM, ATOMIC_ADD, call.typeSymbol().insertParameterTypes(0, CONTEXT));
                }
                case InvokeInstruction call when call.owner().asSymbol().equals(CONTEXT) && !isBarrier(call) ->
                    CodeRewrite.call(
                            out.loadConstant(call.typeSymbol().returnType()).loadConstant(allocations++), WorkItem.class,
                            ALLOCATE)
                            .checkcast(call.typeSymbol().returnType());
                case InvokeInstruction call when helperNames.apply(call).isPresent() ->
                    out.invokestatic(self, helperNames.apply(call).get(), call.typeSymbol());
                case CodeElement element -> CodeRewrite.copy(element, out);
            }
        }
    }

    /** Replaces the context on the stack by the value of a field. Grids have one dimension: the others have one index, 0. */
    private static void readField(String field, CodeBuilder out) {
        switch (field) {
            case "globalIdx", "groupIdx", "localIdx", "globalGroupSizeX", "localGroupSizeX" ->
                CodeRewrite.call(out, WorkItem.class, field);
            default -> out.pop().loadConstant(field.contains("Size") ? 1 : 0);
        }
    }

    private static boolean isUnboxing(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asSymbol().equals(ConstantDescs.CD_Integer)
                && call.name().equalsString("intValue");
    }
}
