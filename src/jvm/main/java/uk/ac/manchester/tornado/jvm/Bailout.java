package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.LineNumber;
import java.util.List;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;

/** Creates exceptions for kernels that this backend refuses. Their messages name the kernel and the source line. */
final class Bailout {
    private Bailout() {}

    /** @param line the source line, or 0 if the problem concerns the whole method */
    static TornadoBailoutRuntimeException at(KernelMethod kernel, int line, String problem) {
        return new TornadoBailoutRuntimeException(
                "kernel " + kernel + (line == 0 ? "" : ", line " + line) + ": " + problem);
    }

    /** Returns the source line of the element at an index, or 0 if there are no line numbers. */
    static int line(List<CodeElement> code, int index) {
        for (int i = Math.min(index, code.size() - 1); i >= 0; i--) {
            if (code.get(i) instanceof LineNumber line) {
                return line.line();
            }
        }
        return 0;
    }
}
