package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.LineNumber;
import java.util.List;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;

/** Refusals that name the kernel and the source line. */
final class Bailout {

    private Bailout() {}

    /** @param line 0 if it is about the whole method */
    static TornadoBailoutRuntimeException at(KernelMethod kernel, int line, String problem) {
        return new TornadoBailoutRuntimeException(
                "kernel " + kernel + (line == 0 ? "" : ", line " + line) + ": " + problem);
    }

    /** The source line of the element at an index; 0 if there are no line numbers. */
    static int line(List<CodeElement> code, int index) {
        for (int i = Math.min(index, code.size() - 1); i >= 0; i--) {
            if (code.get(i) instanceof LineNumber line) {
                return line.line();
            }
        }
        return 0;
    }
}
