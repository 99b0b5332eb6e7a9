package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeElement;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import java.util.Map;

/**
 * Methods of the JDK that at least one backend of TornadoVM compiles incorrectly or not at all. Kernels must not use
 * them, so that kernels that run here also run on all devices.
 */
final class MiscompiledMethods {

    private static final String UNSIGNED = "is signed on OpenCL and PTX; compare (x ^ MIN_VALUE) < (y ^ MIN_VALUE)";
    private static final String MISSING = "is not supported on TornadoVM's devices";
    private static final String BITS =
            "does not compile on TornadoVM's devices; alias the array on the host with fromSegmentShallow";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("java/lang/Integer.compareUnsigned", UNSIGNED),
            Map.entry("java/lang/Integer.divideUnsigned", UNSIGNED),
            Map.entry("java/lang/Integer.remainderUnsigned", UNSIGNED),
            Map.entry("java/lang/Integer.numberOfLeadingZeros", MISSING),
            Map.entry("java/lang/Integer.numberOfTrailingZeros", MISSING),
            Map.entry("java/lang/Integer.reverse", MISSING),
            Map.entry("java/lang/Long.compareUnsigned", UNSIGNED),
            Map.entry("java/lang/Long.divideUnsigned", UNSIGNED),
            Map.entry("java/lang/Long.remainderUnsigned", UNSIGNED),
            Map.entry("java/lang/Long.numberOfLeadingZeros", MISSING),
            Map.entry("java/lang/Long.numberOfTrailingZeros", MISSING),
            Map.entry("java/lang/Long.reverse", MISSING),
            Map.entry("java/lang/Float.floatToIntBits", BITS),
            Map.entry("java/lang/Float.floatToRawIntBits", BITS),
            Map.entry("java/lang/Double.doubleToLongBits", BITS),
            Map.entry("java/lang/Double.doubleToRawLongBits", BITS));

    private MiscompiledMethods() {}

    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException if the code calls one of the methods */
    static void refuse(KernelMethod method, CodeAttribute code) {
        List<CodeElement> elements = code.elementList();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof InvokeInstruction call) {
                String name = call.owner().asInternalName() + "." + call.name().stringValue();
                if (REASONS.containsKey(name)) {
                    throw Bailout.at(
                            method, Bailout.line(elements, i), name.replace('/', '.') + " " + REASONS.get(name));
                }
            }
        }
    }
}
