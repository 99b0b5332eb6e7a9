package io.github.tornadosort.kernel;

/**
 * Places of the words in the small buffer that carries what changes from call to call to every kernel of a pass.
 * TornadoVM compiles scalar arguments in as constants; a word of this buffer changes without a new compilation.
 */
public final class PassParameters {
    /** Keys in the input. */
    public static final int N = 0;
    /** Blocks that the input is cut into; every kernel's grid covers at least these. */
    public static final int BLOCKS = 1;
    /** Keys a block: the block {@code b} owns the keys from {@code b * SPAN} up to {@code min(N, (b + 1) * SPAN)}. */
    public static final int SPAN = 2;
    /** The digit's lowest bit. */
    public static final int SHIFT = 3;
    /** Ones as many as the digit has bits. Read from a buffer, so that no compiler folds it into a bare shift. */
    public static final int MASK = 4;
    /** XORed to a key before its digit is taken: makes unsigned order of it (sign bit), and descending (all bits). */
    public static final int FLIP = 5;
    /** Words in the buffer. */
    public static final int WORDS = 8;

    private PassParameters() {}
}
