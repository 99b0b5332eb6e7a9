package uk.ac.manchester.tornado.jvm;

import java.lang.StackWalker.StackFrame;
import java.lang.classfile.Instruction;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Optional;
import java.util.TreeMap;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.common.TornadoFunctions;

/**
 * The current call of one of {@link TaskGraph}'s {@code task} methods, in the caller's byte code. It identifies the kernel
 * if the caller was compiled against an SDK, whose functional interfaces are not {@link java.io.Serializable}. This works
 * only if the method reference is written in the call itself and no other path of the caller's code leads to the call.
 */
final class CallSite {

    private static final String TASK = TornadoFunctions.class.descriptorString().replace(";", "$Task");

    private final CodeAttribute code;
    private final int callOffset;
    /** The instructions before the call, by their offsets in the byte code. */
    private final TreeMap<Integer, Instruction> before = new TreeMap<>();

    private CallSite(CodeAttribute code, int callOffset) {
        this.code = code;
        this.callOffset = callOffset;
        int offset = 0;
        for (var element : code) {
            if (element instanceof Instruction instruction && offset < callOffset) {
                before.put(offset, instruction);
                offset += instruction.sizeInBytes();
            }
        }
    }

    /**
     * Returns the method that the caller refers to in the call, or empty if it is not certain.
     *
     * @param code the argument of the call
     * @throws uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException if it is an instance method or a
     *     lambda that captures variables
     */
    static Optional<KernelMethod> kernel(Object code) {
        if (!code.getClass().isHidden()) {
            return Optional.empty(); // an ordinary class, not a lambda
        }
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.dropWhile(frame -> !isTaskGraph(frame))
                        .dropWhile(CallSite::isTaskGraph)
                        .findFirst())
                .flatMap(CallSite::kernel);
    }

    private static boolean isTaskGraph(StackFrame frame) {
        return frame.getDeclaringClass() == TaskGraph.class;
    }

    private static Optional<KernelMethod> kernel(StackFrame caller) {
        Class<?> owner = caller.getDeclaringClass();
        return new KernelMethod(owner, caller.getMethodName(), MethodTypeDesc.ofDescriptor(caller.getDescriptor()))
                .code()
                .flatMap(code -> new CallSite(code, caller.getByteCodeIndex()).reference())
                .flatMap(lambda -> kernel(lambda, owner.getClassLoader()));
    }

    private static Optional<KernelMethod> kernel(InvokeDynamicInstruction lambda, ClassLoader loader) {
        if (!(lambda.bootstrapArgs().get(1) instanceof DirectMethodHandleDesc method)) {
            return Optional.empty();
        }
        boolean isStaticWithoutCaptures = method.kind() == DirectMethodHandleDesc.Kind.STATIC
                && lambda.typeSymbol().parameterCount() == 0;
        String owner = method.owner().descriptorString();
        try {
            return Optional.of(KernelMethod.of(
                    loader,
                    owner.substring(1, owner.length() - 1),
                    method.methodName(),
                    method.lookupDescriptor(),
                    isStaticWithoutCaptures));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Returns the method reference that is on the stack when the call begins, if there is exactly one on every path. */
    private Optional<InvokeDynamicInstruction> reference() {
        int last = -1;
        int found = 0;
        for (int offset : before.descendingKeySet()) {
            Instruction instruction = before.get(offset);
            if (instruction instanceof InvokeInstruction call && takesTask(call)) {
                break;
            }
            if (instruction instanceof InvokeDynamicInstruction lambda
                    && isTask(lambda.typeSymbol().returnType())
                    && staysOnTheStack(offset)) {
                last = Math.max(last, offset);
                found++;
            }
        }
        return found == 1 && !isBypassed(last)
                ? Optional.of((InvokeDynamicInstruction) before.get(last))
                : Optional.empty();
    }

    private static boolean takesTask(InvokeInstruction call) {
        return call.typeSymbol().parameterList().stream().anyMatch(CallSite::isTask);
    }

    private static boolean isTask(ClassDesc type) {
        return type.descriptorString().startsWith(TASK);
    }

    private boolean staysOnTheStack(int offset) {
        var next = before.higherEntry(offset);
        return next == null
                || switch (next.getValue()) {
                    case StoreInstruction _ -> false;
                    case ReturnInstruction _ -> false;
                    case StackInstruction _ -> false;
                    case FieldInstruction field -> !field.opcode().name().startsWith("PUT");
                    default -> true;
                };
    }

    /** Returns whether a jump skips an instruction and lands before the call, as in a conditional expression. */
    private boolean isBypassed(int offset) {
        return before.headMap(offset).values().stream()
                .filter(BranchInstruction.class::isInstance)
                .mapToInt(branch -> code.labelToBci(((BranchInstruction) branch).target()))
                .anyMatch(target -> target > offset && target <= callOffset);
    }
}
