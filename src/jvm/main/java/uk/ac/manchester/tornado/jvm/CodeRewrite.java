package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;

/** One step of rewriting a kernel: reads a method's code and writes the changed code. */
interface CodeRewrite {
    void write(CodeAttribute code, CodeBuilder out);

    /** Copies an element unchanged. Debug tables are left out, because steps move the local variables that they name. */
    static void copy(CodeElement element, CodeBuilder out) {
        if (element instanceof Instruction || element instanceof LabelTarget || element instanceof LineNumber) {
            out.with(element);
        }
    }

    /**
     * Calls the public method of a class that has a name, of which there is one. The stack has its object, if any, and its
     * arguments.
     */
    static CodeBuilder call(CodeBuilder out, Class<?> owner, String name) {
        Method method = Stream.of(owner.getMethods())
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst()
                .orElseThrow();
        MethodTypeDesc type = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .describeConstable()
                .orElseThrow();
        ClassDesc desc = ClassDesc.ofDescriptor(owner.descriptorString());
        return Modifier.isStatic(method.getModifiers())
                ? out.invokestatic(desc, name, type, owner.isInterface())
                : out.invokevirtual(desc, name, type);
    }
}
