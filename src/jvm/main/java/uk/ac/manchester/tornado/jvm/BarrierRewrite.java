package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import uk.ac.manchester.tornado.jvm.CompiledGroupKernel.Barrier;

/**
 * Turns a kernel with barriers into a coroutine. At a barrier the kernel saves its local variables in the {@link WorkItem}
 * and returns. When it is called again, it restores them and continues after the barrier. One thread can therefore run a
 * whole work-group, item by item and in any order, and a barrier needs no thread switch.
 *
 * <p>All barriers share one block of code that saves variables and one that restores them, because the JVM does not compile
 * methods of more than 8000 bytes. For this reason, each variable that has a value at some barrier is initialized at the
 * start of the method.
 */
final class BarrierRewrite implements CodeRewrite {
    private final KernelMethod kernel;
    private final int contextSlot;
    private final int parameterSlots;
    private final List<Barrier> barriers = new ArrayList<>();
    /** The new slots of variables, by their old slots and kinds. */
    private final Map<Map.Entry<Integer, TypeKind>, Integer> slots = new HashMap<>();
    private int nextSlot;
    private int savedVariables;

    BarrierRewrite(KernelMethod kernel) {
        this.kernel = kernel;
        int slot = 0;
        int context = -1;
        for (ClassDesc parameter : kernel.type().parameterList()) {
            TypeKind kind = TypeKind.from(parameter).asLoadable();
            context = parameter.equals(ContextAccess.CONTEXT) ? slot : context;
            slots.put(Map.entry(slot, kind), slot);
            slot += kind.slotSize();
        }
        this.contextSlot = context;
        this.parameterSlots = slot;
        this.nextSlot = slot;
    }

    /** Returns the barriers in the order of their numbers. */
    List<Barrier> barriers() {
        return barriers;
    }

    /** Returns the number of variables that a waiting work-item saves. */
    int savedVariables() {
        return savedVariables;
    }

    /**
     * The step before {@link #write}, which reads its output. It replaces each barrier by a jump to a no-op that follows it.
     * The class-file library then computes a stack map frame there, which contains the types of the local variables. It also
     * gives local variables of different kinds different slots, which the compiler lets variables of different scopes share.
     */
    void prepare(CodeAttribute code, CodeBuilder out) {
        List<CodeElement> elements = code.elementList();
        barriers.clear(); // The class-file library may write the code twice.
        for (int i = 0; i < elements.size(); i++) {
            switch (elements.get(i)) {
                case InvokeInstruction call when ContextAccess.isBarrier(call) -> {
                    int line = KernelMethod.line(elements, i);
                    barriers.add(new Barrier(line, call.name().equalsString("globalBarrier")));
                    Label here = out.newLabel();
                    out.pop().aconst_null().ifnonnull(here).labelBinding(here).nop();
                }
                case LoadInstruction load -> out.loadLocal(load.typeKind(), slot(load.slot(), load.typeKind()));
                case StoreInstruction store -> out.storeLocal(store.typeKind(), slot(store.slot(), store.typeKind()));
                case IncrementInstruction add -> out.iinc(slot(add.slot(), TypeKind.INT), add.constant());
                case CodeElement element -> CodeRewrite.copy(element, out);
            }
        }
    }

    /** Returns the slot of the variable of a kind that has had another slot. Parameters keep theirs. */
    private int slot(int old, TypeKind kind) {
        return slots.computeIfAbsent(Map.entry(old, kind.asLoadable()), variable -> {
            int slot = nextSlot;
            nextSlot += variable.getValue().slotSize();
            return slot;
        });
    }

    /**
     * A variable that has a value at some barrier.
     *
     * @param types for a reference: its class at each barrier where it has a value
     */
    private record Saved(int slot, TypeKind kind, Map<Integer, ClassDesc> types) {
        /** Returns whether one cast serves all barriers. */
        boolean hasOneType() {
            return types.values().stream().distinct().count() == 1;
        }
    }

    @Override
    public void write(CodeAttribute code, CodeBuilder out) {
        List<CodeElement> elements = code.elementList();
        List<Saved> saved = saved(code, elements);
        savedVariables = saved.size();
        Label start = out.newLabel();
        Label save = out.newLabel();
        Label restore = out.newLabel();
        Label end = out.newLabel();
        List<Label> resume = new ArrayList<>();
        saved.forEach(variable -> initialize(variable, out));
        List<SwitchCase> entries = new ArrayList<>(List.of(SwitchCase.of(WorkItem.START, start)));
        int points = barriers.size();
        for (int point = 1; point <= points; point++) {
            entries.add(SwitchCase.of(point, restore));
            resume.add(out.newLabel());
        }
        resumePoint(out).tableswitch(WorkItem.START, points, end, entries);
        out.labelBinding(start);
        int passed = 0;
        for (CodeElement next : elements) {
            switch (next) {
                case NopInstruction barrier -> {
                    int point = ++passed;
                    setResumePoint(out, point).goto_(save).labelBinding(resume.get(point - 1));
                    saved.forEach(variable -> castAt(point, variable, out));
                }
                case ReturnInstruction done -> setResumePoint(out, WorkItem.FINISHED).return_();
                case CodeElement element -> CodeRewrite.copy(element, out);
            }
        }
        out.labelBinding(save);
        for (int at = 0; at < saved.size(); at++) {
            save(saved.get(at), at, out);
        }
        out.return_();
        out.labelBinding(restore);
        for (int at = 0; at < saved.size(); at++) {
            restore(saved.get(at), at, out);
        }
        List<SwitchCase> exits = new ArrayList<>();
        for (int point = 1; point <= points; point++) {
            exits.add(SwitchCase.of(point, resume.get(point - 1)));
        }
        resumePoint(out).tableswitch(1, points, end, exits);
        out.labelBinding(end).return_();
    }

    private List<Saved> saved(CodeAttribute code, List<CodeElement> elements) {
        BitSet changed = changed(elements);
        Map<Integer, Saved> saved = new TreeMap<>();
        Map<Label, StackMapFrameInfo> frames = new HashMap<>();
        code.findAttribute(Attributes.stackMapTable())
                .ifPresent(table -> table.entries().forEach(frame -> frames.put(frame.target(), frame)));
        int point = 0;
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof NopInstruction) {
                point++;
                StackMapFrameInfo frame = frameAt(elements, i, frames);
                if (!frame.stack().isEmpty()) {
                    throw kernel.refusal(elements, i, "calls a barrier within an expression");
                }
                add(frame, changed, point, saved);
            }
        }
        return List.copyOf(saved.values());
    }

    /** Returns the variables to save: all variables except parameters that the kernel never assigns. */
    private BitSet changed(List<CodeElement> elements) {
        BitSet changed = new BitSet();
        for (CodeElement element : elements) {
            switch (element) {
                case StoreInstruction store -> changed.set(store.slot());
                case IncrementInstruction add -> changed.set(add.slot());
                default -> {}
            }
        }
        if (changed.get(contextSlot)) {
            throw kernel.refusal(elements, 0, "assigns its KernelContext parameter");
        }
        return changed;
    }

    private static StackMapFrameInfo frameAt(
            List<CodeElement> elements, int index, Map<Label, StackMapFrameInfo> frames) {
        int i = index;
        while (!(elements.get(i) instanceof LabelTarget target && frames.containsKey(target.label()))) {
            i--;
        }
        return frames.get(((LabelTarget) elements.get(i)).label());
    }

    private static void add(StackMapFrameInfo frame, BitSet changed, int point, Map<Integer, Saved> saved) {
        int slot = 0;
        for (VerificationTypeInfo type : frame.locals()) {
            if (changed.get(slot) && type != SimpleVerificationTypeInfo.TOP) {
                saved.computeIfAbsent(slot, s -> new Saved(s, kind(type), new HashMap<>()));
                if (type instanceof ObjectVerificationTypeInfo reference) {
                    saved.get(slot).types().put(point, reference.classSymbol());
                }
            }
            slot += kind(type).slotSize();
        }
    }

    private static TypeKind kind(VerificationTypeInfo type) {
        return switch (type) {
            case SimpleVerificationTypeInfo.INTEGER, SimpleVerificationTypeInfo.TOP -> TypeKind.INT;
            case SimpleVerificationTypeInfo.LONG -> TypeKind.LONG;
            case SimpleVerificationTypeInfo.FLOAT -> TypeKind.FLOAT;
            case SimpleVerificationTypeInfo.DOUBLE -> TypeKind.DOUBLE;
            default -> TypeKind.REFERENCE;
        };
    }

    private CodeBuilder resumePoint(CodeBuilder out) {
        return CodeRewrite.call(out.aload(contextSlot), WorkItem.class, "resumePoint");
    }

    private CodeBuilder setResumePoint(CodeBuilder out, int point) {
        return CodeRewrite.call(out.aload(contextSlot).loadConstant(point), WorkItem.class, "resumeAt");
    }

    private void initialize(Saved variable, CodeBuilder out) {
        if (variable.slot() < parameterSlots) {
            return;
        }
        switch (variable.kind()) {
            case LONG -> out.lconst_0();
            case FLOAT -> out.fconst_0();
            case DOUBLE -> out.dconst_0();
            case REFERENCE -> out.aconst_null();
            default -> out.iconst_0();
        }
        out.storeLocal(variable.kind(), variable.slot());
    }

    private void save(Saved variable, int at, CodeBuilder out) {
        boolean isReference = variable.kind() == TypeKind.REFERENCE;
        out.loadLocal(variable.kind(), variable.slot());
        if (!isReference) {
            Bits.of(variable.kind(), out);
        }
        out.aload(contextSlot).loadConstant(at);
        CodeRewrite.call(out, WorkItem.class, isReference ? "saveReference" : "saveBits");
    }

    private void restore(Saved variable, int at, CodeBuilder out) {
        boolean isReference = variable.kind() == TypeKind.REFERENCE;
        out.aload(contextSlot).loadConstant(at);
        CodeRewrite.call(out, WorkItem.class, isReference ? "savedReference" : "savedBits");
        if (!isReference) {
            Bits.number(variable.kind(), out);
        } else if (variable.hasOneType()) {
            out.checkcast(variable.types().values().iterator().next());
        }
        out.storeLocal(variable.kind(), variable.slot());
    }

    /** Casts a variable after a barrier if its class is not the same at every barrier. */
    private static void castAt(int point, Saved variable, CodeBuilder out) {
        if (!variable.hasOneType() && variable.types().containsKey(point)) {
            out.aload(variable.slot()).checkcast(variable.types().get(point)).astore(variable.slot());
        }
    }
}
