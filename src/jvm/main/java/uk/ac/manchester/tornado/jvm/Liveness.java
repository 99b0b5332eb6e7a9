package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes by backward data-flow analysis which local variables are live. */
final class Liveness {

    private final List<CodeElement> code;
    private final Map<Label, Integer> positions = new HashMap<>();
    private final BitSet[] liveBefore;

    Liveness(List<CodeElement> code) {
        this.code = code;
        this.liveBefore = new BitSet[code.size() + 1];
        for (int i = 0; i <= code.size(); i++) {
            liveBefore[i] = new BitSet();
            if (i < code.size() && code.get(i) instanceof LabelTarget target) {
                positions.put(target.label(), i);
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = code.size() - 1; i >= 0; i--) {
                changed |= update(i);
            }
        }
    }

    /** Returns the slots that are live before the instruction at an index. */
    BitSet before(int index) {
        return liveBefore[index];
    }

    private boolean update(int index) {
        BitSet live = new BitSet();
        CodeElement element = code.get(index);
        switch (element) {
            case BranchInstruction branch -> {
                join(live, branch.target());
                if (branch.opcode() != Opcode.GOTO && branch.opcode() != Opcode.GOTO_W) {
                    live.or(liveBefore[index + 1]);
                }
            }
            case TableSwitchInstruction choice -> join(live, choice.defaultTarget(), choice.cases());
            case LookupSwitchInstruction choice -> join(live, choice.defaultTarget(), choice.cases());
            case ReturnInstruction end -> {}
            case ThrowInstruction end -> {}
            default -> live.or(liveBefore[index + 1]);
        }
        switch (element) {
            case StoreInstruction store -> live.clear(store.slot());
            case LoadInstruction load -> live.set(load.slot());
            case IncrementInstruction add -> live.set(add.slot());
            default -> {}
        }
        boolean changed = !live.equals(liveBefore[index]);
        liveBefore[index] = live;
        return changed;
    }

    private void join(BitSet live, Label fallback, List<SwitchCase> cases) {
        join(live, fallback);
        cases.forEach(choice -> join(live, choice.target()));
    }

    private void join(BitSet live, Label target) {
        live.or(liveBefore[positions.get(target)]);
    }
}
