package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;

/** One step of rewriting a kernel: reads a method's code and writes the changed code. */
interface CodeRewrite {
    void write(CodeAttribute code, CodeBuilder out);

    /** Copies an element unchanged. Debug tables are left out, because steps move the local variables that they name. */
    static void copy(CodeElement element, CodeBuilder out) {
        if (element instanceof Instruction || element instanceof LabelTarget || element instanceof LineNumber) {
            out.with(element);
        }
    }
}
