package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;

/** Byte code that turns a number on the stack into its bits, in a long, and back. */
final class Bits {
    private Bits() {}

    /** Replaces a number by its bits. Bytes and shorts are extended by their sign, as ints are. */
    static CodeBuilder of(TypeKind kind, CodeBuilder out) {
        return switch (kind) {
            case LONG -> out;
            case DOUBLE -> CodeRewrite.call(out, Double.class, "doubleToRawLongBits");
            case FLOAT -> CodeRewrite.call(out, Float.class, "floatToRawIntBits").i2l();
            default -> narrow(kind, out).i2l();
        };
    }

    /** Replaces bits by the number. */
    static CodeBuilder number(TypeKind kind, CodeBuilder out) {
        return switch (kind) {
            case LONG -> out;
            case DOUBLE -> CodeRewrite.call(out, Double.class, "longBitsToDouble");
            case FLOAT -> CodeRewrite.call(out.l2i(), Float.class, "intBitsToFloat");
            default -> narrow(kind, out.l2i());
        };
    }

    private static CodeBuilder narrow(TypeKind kind, CodeBuilder out) {
        return switch (kind) {
            case BOOLEAN, BYTE -> out.i2b();
            case CHAR -> out.i2c();
            case SHORT -> out.i2s();
            default -> out;
        };
    }

    /** Returns the size of an element in bytes. */
    static int bytes(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> Byte.BYTES;
            case CHAR, SHORT -> Short.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            default -> Integer.BYTES;
        };
    }
}
