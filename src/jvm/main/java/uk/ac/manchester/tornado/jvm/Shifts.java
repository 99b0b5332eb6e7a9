package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Opcode;
import java.util.Locale;

/**
 * How the checked device shifts right. TornadoVM 5.2.0's OpenCL code has no unsigned shift, its PTX code no signed one;
 * a kernel that gives the same result in all three modes depends on neither.
 */
enum Shifts {
    JAVA,
    /** {@code >>>} is {@code >>}. */
    OPENCL,
    /** {@code >>} is {@code >>>}. */
    PTX;

    /** {@code -Dtornado.jvm.shifts=java|opencl|ptx}, read when a kernel is compiled. */
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
