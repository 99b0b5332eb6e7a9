package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;

/** One step in rewriting a kernel: reads a method's code and writes another. */
interface CodeRewrite {
    void write(CodeAttribute code, CodeBuilder out);

    /** Writes an element as it is; debug tables, which name local variables that steps move, are left out. */
    static void copy(CodeElement element, CodeBuilder out) {
        if (element instanceof Instruction || element instanceof LabelTarget || element instanceof LineNumber) {
            out.with(element);
        }
    }
}
