package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Byte code that turns a number on the stack into its bits, in a long, and back. */
final class Bits {
    private Bits() {}

    /** Replaces a number by its bits. Bytes and shorts are extended by their sign, as ints are. */
    static CodeBuilder of(TypeKind kind, CodeBuilder out) {
        return switch (kind) {
            case LONG -> out;
            case DOUBLE ->
                out.invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits", MethodTypeDesc.ofDescriptor("(D)J"));
            case FLOAT ->
                out.invokestatic(ConstantDescs.CD_Float, "floatToRawIntBits", MethodTypeDesc.ofDescriptor("(F)I")).i2l();
            default -> narrow(kind, out).i2l();
        };
    }

    /** Replaces bits by the number. */
    static CodeBuilder number(TypeKind kind, CodeBuilder out) {
        return switch (kind) {
            case LONG -> out;
            case DOUBLE ->
                out.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", MethodTypeDesc.ofDescriptor("(J)D"));
            case FLOAT ->
                out.l2i().invokestatic(ConstantDescs.CD_Float, "intBitsToFloat", MethodTypeDesc.ofDescriptor("(I)F"));
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
