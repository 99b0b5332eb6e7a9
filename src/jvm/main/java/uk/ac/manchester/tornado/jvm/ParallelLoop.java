package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeAnnotation;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Rewrites {@code void kernel(…)} with a loop {@code for (@Parallel int i = from; i < to; i += step)} to
 * {@code int kernel(int part, int parts, …)}, which runs one part of the iterations and returns the number of all
 * iterations.
 *
 * <p>If parallel loops are nested, only the outermost is split into parts. The code notifies the checked device where an
 * inner loop and each of its iterations begins. A kernel without a parallel loop runs unchanged and returns 0.
 */
final class ParallelLoop implements CodeRewrite {
    /** The slots of the two new parameters, which come first. */
    private static final int PART = 0;

    private static final int PARTS = 1;
    private static final int SHIFT = 2;

    private static final ClassDesc PARALLEL = ClassDesc.ofDescriptor(Parallel.class.descriptorString());

    private final KernelMethod kernel;
    private final boolean checked;

    ParallelLoop(KernelMethod kernel, boolean checked) {
        this.kernel = kernel;
        this.checked = checked;
    }

    static MethodTypeDesc rewritten(MethodTypeDesc kernel) {
        return kernel.insertParameterTypes(0, ConstantDescs.CD_int, ConstantDescs.CD_int)
                .changeReturnType(ConstantDescs.CD_int);
    }

    /** Returns whether the code has a parallel loop. */
    static boolean isIn(CodeAttribute code) {
        return !annotated(code).isEmpty();
    }

    /**
     * The position of the loop, as indices of code elements.
     *
     * @param init the element that stores the first value of the variable
     * @param head the element that loads the variable for the test
     * @param test the branch that exits the loop
     */
    private record Shape(int slot, int init, int head, int test, boolean inclusive, int step) {
        /** Returns whether the element at an index belongs to the bound, which the test compares with the variable. */
        boolean isBound(int index) {
            return index > head && index < test;
        }
    }

    @Override
    public void write(CodeAttribute code, CodeBuilder out) {
        List<CodeElement> elements = code.elementList();
        List<Shape> loops = find(code, elements);
        Optional<Shape> loop = loops.stream().findFirst();
        List<Shape> inner = checked ? loops.stream().skip(1).toList() : List.of();
        int from = code.maxLocals() + SHIFT;
        int count = from + 1;
        int end = from + 2;
        out.iconst_0().istore(count);
        for (int i = 0; i < elements.size(); i++) {
            CodeElement element = elements.get(i);
            if (element instanceof ReturnInstruction) {
                out.iload(count).ireturn();
            } else if (loop.isPresent() && i == loop.get().init()) {
                enter(loop.get(), elements, from, count, end, out);
            } else if (loop.isPresent() && i == loop.get().test()) {
                out.iload(end).if_icmpge(((BranchInstruction) element).target());
            } else if (loop.isEmpty() || !loop.get().isBound(i) || !(element instanceof Instruction)) {
                copy(element, out);
                notifyCheckedDevice(inner, i, out);
            }
        }
    }

    /**
     * Writes the code at the start of the loop. The first value is on the stack. The code evaluates the bound, then sets
     * the variable to the start of the part and computes the end of the part.
     */
    private static void enter(
            Shape loop, List<CodeElement> elements, int from, int count, int end, CodeBuilder out) {
        out.istore(from).iload(from);
        IntStream.range(loop.head() + 1, loop.test())
                .mapToObj(elements::get)
                .filter(Instruction.class::isInstance)
                .forEach(bound -> copy(bound, out));
        out.loadConstant(loop.inclusive() ? 1 : 0).loadConstant(loop.step());
        CodeRewrite.call(out, LoopKernel.class, "count").istore(count);
        out.iload(from).iload(count).loadConstant(loop.step()).iload(PART).iload(PARTS);
        CodeRewrite.call(out, LoopKernel.class, "begin").istore(loop.slot() + SHIFT);
        out.iload(from).iload(count).loadConstant(loop.step()).iload(PART).iconst_1().iadd().iload(PARTS);
        CodeRewrite.call(out, LoopKernel.class, "begin").istore(end);
    }

    /** Notifies the checked device of the inner loop or iteration that begins after the element at an index. */
    private static void notifyCheckedDevice(List<Shape> inner, int index, CodeBuilder out) {
        for (Shape loop : inner) {
            if (index == loop.init()) {
                CodeRewrite.call(out, CheckedLoopRun.class, "beginInnerLoop");
            } else if (index == loop.test()) {
                CodeRewrite.call(out, CheckedLoopRun.class, "beginInnerIteration");
            }
        }
    }

    /** Copies an element. The slots of local variables are shifted by the two new parameters. */
    private static void copy(CodeElement element, CodeBuilder out) {
        switch (element) {
            case LoadInstruction load -> out.loadLocal(load.typeKind(), load.slot() + SHIFT);
            case StoreInstruction store -> out.storeLocal(store.typeKind(), store.slot() + SHIFT);
            case IncrementInstruction add -> out.iinc(add.slot() + SHIFT, add.constant());
            default -> CodeRewrite.copy(element, out);
        }
    }

    /** Returns the parallel loops, the outermost first. */
    private List<Shape> find(CodeAttribute code, List<CodeElement> elements) {
        List<TypeAnnotation.LocalVarTargetInfo> variables = annotated(code);
        for (TypeAnnotation.LocalVarTargetInfo other : variables) {
            if (position(elements, other.endLabel()) > position(elements, variables.getFirst().endLabel())) {
                throw refuse(
                        elements,
                        position(elements, other.startLabel()),
                        "a second @Parallel loop follows the first; use two tasks");
            }
        }
        return variables.stream()
                .map(variable -> shape(elements, variable.index(), position(elements, variable.startLabel()) - 1))
                .toList();
    }

    /** Returns the annotated variables, in the order in which their scopes begin. */
    private static List<TypeAnnotation.LocalVarTargetInfo> annotated(CodeAttribute code) {
        List<CodeElement> elements = code.elementList();
        return code.findAttribute(Attributes.runtimeVisibleTypeAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .filter(annotation -> annotation.annotation().classSymbol().equals(PARALLEL))
                .filter(annotation -> annotation.targetInfo() instanceof TypeAnnotation.LocalVarTarget)
                .flatMap(annotation -> ((TypeAnnotation.LocalVarTarget) annotation.targetInfo()).table().stream())
                .sorted(Comparator.comparingInt(variable -> position(elements, variable.startLabel())))
                .toList();
    }

    private static int position(List<CodeElement> elements, Label label) {
        return IntStream.range(0, elements.size())
                .filter(i -> elements.get(i) instanceof LabelTarget target && target.label().equals(label))
                .findFirst()
                .orElse(elements.size());
    }

    private Shape shape(List<CodeElement> elements, int slot, int beforeScope) {
        int init = beforeScope;
        while (!(elements.get(init) instanceof StoreInstruction store && store.slot() == slot)) {
            init--;
        }
        int head = init + 1;
        while (!(elements.get(head) instanceof Instruction)) {
            head++;
        }
        int test = head;
        while (!(elements.get(test) instanceof BranchInstruction)) {
            test++;
        }
        BranchInstruction exit = (BranchInstruction) elements.get(test);
        boolean inclusive = exit.opcode() == Opcode.IF_ICMPGT;
        if (!(elements.get(head) instanceof LoadInstruction load && load.slot() == slot)
                || !(inclusive || exit.opcode() == Opcode.IF_ICMPGE)
                || position(elements, exit.target()) < test) {
            throw refuse(elements, init, "the condition is not 'variable < bound' or 'variable <= bound'");
        }
        int end = position(elements, exit.target());
        List<CodeElement> body = elements.subList(test + 1, end);
        requireInvariant(elements.subList(head + 1, test), body, elements, init);
        requireNoExit(test + 1, end, elements);
        return new Shape(slot, init, head, test, inclusive, step(body, slot, elements, init));
    }

    private void requireInvariant(
            List<CodeElement> bound, List<CodeElement> body, List<CodeElement> elements, int init) {
        for (CodeElement element : bound) {
            boolean changes = element instanceof LoadInstruction load
                    && body.stream().anyMatch(other -> stores(other, load.slot()));
            boolean branches = element instanceof StoreInstruction
                    || element instanceof TableSwitchInstruction
                    || element instanceof LookupSwitchInstruction;
            if (changes || branches) {
                throw refuse(elements, init, "the bound changes within the loop or is not a simple expression");
            }
        }
    }

    /**
     * Refuses loops with {@code break} or {@code return}. On a device, an iteration that exits the loop ends its own
     * thread, and it depends on the device which other iterations that thread would have run.
     */
    private void requireNoExit(int begin, int end, List<CodeElement> elements) {
        for (int i = begin; i < end; i++) {
            boolean leaves = elements.get(i) instanceof BranchInstruction branch
                    && position(elements, branch.target()) >= end;
            if (leaves || elements.get(i) instanceof ReturnInstruction) {
                throw refuse(elements, i, "an iteration leaves the loop; use 'continue'");
            }
        }
    }

    private int step(List<CodeElement> body, int slot, List<CodeElement> elements, int init) {
        List<CodeElement> changes =
                body.stream().filter(element -> stores(element, slot)).toList();
        if (changes.size() == 1 && changes.getFirst() instanceof IncrementInstruction add && add.constant() > 0) {
            return add.constant();
        }
        throw refuse(elements, init, "the variable does not increase by a positive constant once per iteration");
    }

    private static boolean stores(CodeElement element, int slot) {
        return switch (element) {
            case StoreInstruction store -> store.slot() == slot
                    || (store.slot() == slot - 1 && store.typeKind().slotSize() == 2);
            case IncrementInstruction add -> add.slot() == slot;
            default -> false;
        };
    }

    private RuntimeException refuse(List<CodeElement> elements, int index, String problem) {
        return kernel.refusal(elements, index, "@Parallel loop: " + problem);
    }
}
