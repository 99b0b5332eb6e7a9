package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Opcode;
import java.util.Locale;

/**
 * How the checked device shifts right. In code that TornadoVM generates, OpenCL has no unsigned shift, PTX has no signed shift,
 * and SPIR-V has each in place of the other. A kernel with the same result in all modes does not depend on the difference.
 */
enum Shifts {
    JAVA,
    /** {@code >>>} works like {@code >>}. */
    OPENCL,
    /** {@code >>} works like {@code >>>}. */
    PTX,
    /** {@code >>} works like {@code >>>}, and {@code >>>} like {@code >>}. */
    SPIRV;

    /**
     * The name of the system property, with the values {@code java}, {@code opencl}, {@code ptx} and {@code spirv}. It is read
     * when a kernel is compiled.
     */
    static final String PROPERTY = "tornado.jvm.shifts";

    static Shifts fromProperty() {
        return valueOf(System.getProperty(PROPERTY, "java").toUpperCase(Locale.ROOT));
    }

    Opcode of(Opcode opcode) {
        return switch (opcode) {
            case ISHR -> hasSigned() ? opcode : Opcode.IUSHR;
            case LSHR -> hasSigned() ? opcode : Opcode.LUSHR;
            case IUSHR -> hasUnsigned() ? opcode : Opcode.ISHR;
            case LUSHR -> hasUnsigned() ? opcode : Opcode.LSHR;
            default -> opcode;
        };
    }

    private boolean hasSigned() {
        return this == JAVA || this == OPENCL;
    }

    private boolean hasUnsigned() {
        return this == JAVA || this == PTX;
    }
}
