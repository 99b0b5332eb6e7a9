package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Places of the words in the small buffer that carries what changes from call to call to every kernel of a pass.
 * TornadoVM compiles scalar arguments in as constants; a word of this buffer changes without a new compilation.
 */
public final class PassParameters {
    /** Keys in the input. */
    public static final int N = 0;
    /** Blocks that the input is cut into; every kernel's grid covers just these. */
    public static final int BLOCKS = 1;
    /** Keys a block: block {@code b} owns the keys from {@code b * SPAN} up to {@code min(N, (b + 1) * SPAN)}. */
    public static final int SPAN = 2;
    /** The digit's lowest bit. */
    public static final int SHIFT = 3;
    /** Ones as many as the digit has bits. Read from a buffer, so that no compiler folds it into a bare shift. */
    public static final int MASK = 4;
    /** XORed to a key's ordered bits: flips the sign bit of signed integers, and all bits for descending order. */
    public static final int FLIP = 5;
    /** The upper half of {@link #FLIP}, for 64-bit keys. */
    public static final int FLIP_HIGH = 6;
    /** Ones at the bits that keys are compared by. */
    public static final int BITS = 7;
    /** The upper half of {@link #BITS}, for 64-bit keys. */
    public static final int BITS_HIGH = 8;
    /** Always 0. Kernels read it where a compiler must not know that a value is constant. */
    public static final int ALWAYS_ZERO = 9;
    /** Not 0 where the survey has counted this pass's digits already, as it does for the lowest digit (work-group kernels). */
    public static final int COUNTED = 10;
    /** Passes that sort each bucket after a pass by the most significant digit. */
    public static final int PASSES_BELOW = 11;
    /** Shift and mask of each of these passes; with work-group kernels, those of the second pass of two in one execution. */
    public static final int WINDOWS_BELOW = 12;
    /** Most passes below the most significant digit: 64-bit keys have a digit above it, of one bit at least. */
    public static final int MOST_BELOW = 63;
    /** The ordered bits that all keys have in common. */
    public static final int CONSTANT = WINDOWS_BELOW + 2 * MOST_BELOW;
    /** The upper half of {@link #CONSTANT}, for 64-bit keys. */
    public static final int CONSTANT_HIGH = CONSTANT + 1;
    /** Words in the buffer. */
    public static final int WORDS = CONSTANT + 2;

    private PassParameters() {}

    /** The first key of a block. */
    static int begin(IntArray p, int block) {
        return block * p.get(SPAN);
    }

    /** One past the last key of a block; not above {@link #begin} if the block is empty. */
    static int end(IntArray p, int block) {
        int begin = begin(p, block);
        return begin + Math.min(p.get(SPAN), p.get(N) - begin);
    }

    /**
     * The first place of the next digit value, which is one past the last of this one.
     *
     * @param counts the first counters are each digit's first place, by {@link BlockScan}
     */
    static int next(IntArray counts, int digit, IntArray p) {
        int next = p.get(N);
        if (digit < p.get(MASK)) {
            next = counts.get(digit + 1);
        }
        return next;
    }

    /** Both halves of {@link #CONSTANT}. */
    static long constant64(IntArray p) {
        return ((long) p.get(CONSTANT_HIGH) << 32) | ((long) p.get(CONSTANT) & 0xffffffffL);
    }

    /** Both halves of {@link #FLIP}. */
    static long flip64(IntArray p) {
        return ((long) p.get(FLIP_HIGH) << 32) | ((long) p.get(FLIP) & 0xffffffffL);
    }

    /** Both halves of {@link #BITS}. */
    static long bits64(IntArray p) {
        return ((long) p.get(BITS_HIGH) << 32) | ((long) p.get(BITS) & 0xffffffffL);
    }
}
