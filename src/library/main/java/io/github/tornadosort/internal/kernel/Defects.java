package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Operations that TornadoVM backends are known to compile incorrectly, or not at all, and that the other kernels avoid. Each
 * has a kernel, since a backend that does not support an operation rejects the whole kernel. All of them read and write 4 bytes
 * per number, without work-groups and local memory.
 */
public final class Defects {
    private Defects() {}

    /** Inverts all bits. The SPIR-V backend does not support the operator. */
    public static void complement(IntArray in, IntArray out, int n) {
        for (@Parallel int i = 0; i < Math.max(n, 1); i++) {
            out.set(i, ~in.get(i));
        }
    }

    /** Shifts signed numbers. The PTX and SPIR-V backends shift zeros in. */
    public static void signedShift(IntArray in, IntArray out, int n) {
        for (@Parallel int i = 0; i < Math.max(n, 1); i++) {
            out.set(i, in.get(i) >> 3);
        }
    }

    /** Shifts unsigned numbers. The OpenCL, CUDA and SPIR-V backends copy the sign. */
    public static void unsignedShift(IntArray in, IntArray out, int n) {
        for (@Parallel int i = 0; i < Math.max(n, 1); i++) {
            out.set(i, in.get(i) >>> 3);
        }
    }

    /** Shifts 64-bit words by a constant. The SPIR-V backend gives the shift a count of 32 bits, which drivers reject. */
    public static void wideShift(IntArray in, IntArray out, int n) {
        for (@Parallel int i = 0; i < Math.max(n, 1); i++) {
            out.set(i, (int) (((long) in.get(i) << 32) >>> 13));
        }
    }

    /** Shifts 64-bit words by a variable. The SPIR-V backend gives the shift a count of 32 bits, which drivers reject. */
    public static void wideShiftByVariable(IntArray in, IntArray out, int n) {
        for (@Parallel int i = 0; i < Math.max(n, 1); i++) {
            out.set(i, (int) ((long) in.get(i) << (in.get(i) & 15)));
        }
    }
}
