package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Opcode;
import java.util.Locale;

/**
 * How the checked device shifts right. In TornadoVM 5.2.0, OpenCL code has no unsigned shift and PTX code has no signed
 * one. A kernel with the same result in all three modes does not depend on the difference.
 */
enum Shifts {
    JAVA,
    /** {@code >>>} works like {@code >>}. */
    OPENCL,
    /** {@code >>} works like {@code >>>}. */
    PTX;

    /**
     * The name of the system property, with the values {@code java}, {@code opencl} and {@code ptx}. It is read when a
     * kernel is compiled.
     */
    static final String PROPERTY = "tornado.jvm.shifts";

    static Shifts fromProperty() {
        return valueOf(System.getProperty(PROPERTY, "java").toUpperCase(Locale.ROOT));
    }

    Opcode of(Opcode opcode) {
        return switch (opcode) {
            case ISHR -> this == PTX ? Opcode.IUSHR : opcode;
            case LSHR -> this == PTX ? Opcode.LUSHR : opcode;
            case IUSHR -> this == OPENCL ? Opcode.ISHR : opcode;
            case LUSHR -> this == OPENCL ? Opcode.LSHR : opcode;
            default -> opcode;
        };
    }
}
