package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.CodeAttribute;

/** One step in rewriting a kernel: reads a method's code and writes another. */
interface CodeRewrite {
    void write(CodeAttribute code, CodeBuilder out);
}
