package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The indices of the words in the parameter buffer, which passes values that change between calls to all kernels of a pass.
 * TornadoVM compiles scalar arguments in as constants, whereas a word of this buffer changes without a new compilation.
 */
public final class PassParameters {
    /** Number of keys in the input. */
    public static final int N = 0;
    /** Number of blocks that the input is divided into. The grid of every kernel covers exactly these blocks. */
    public static final int BLOCKS = 1;
    /** Number of keys per block: block {@code b} owns the keys from {@code b * SPAN} to {@code min(N, (b + 1) * SPAN)}. */
    public static final int SPAN = 2;
    /** XORed with the ordered bits of each key: flips the sign bit of signed integers, and all bits for descending order. */
    public static final int FLIP = 3;
    /** The upper half of {@link #FLIP}, for 64-bit keys. */
    public static final int FLIP_HIGH = 4;
    /** The mask of the bits that keys are compared by. */
    public static final int BITS = 5;
    /** The upper half of {@link #BITS}, for 64-bit keys. */
    public static final int BITS_HIGH = 6;
    /** Always 0. Kernels read it where a compiler must not know that a value is constant. */
    public static final int ALWAYS_ZERO = 7;
    /** Each work-group that sorts buckets in local memory sorts those that begin in its span of this many keys. */
    public static final int BUCKET_SPAN = ALWAYS_ZERO + 1;
    /** The lowest of the bits by which a pass has sorted the keys: those of a bucket have them in common. */
    public static final int BUCKET_SHIFT = BUCKET_SPAN + 1;
    /** The lowest bit in which keys differ. */
    public static final int LOWEST = BUCKET_SHIFT + 1;
    /** The mask of the part of a sampled key's index that follows no pattern. */
    public static final int SAMPLE_JITTER = LOWEST + 1;
    /** The largest number of keys of a sample that may tie in the digits of a bucket; negative if no sample is wanted. */
    public static final int SAMPLE_TIES = SAMPLE_JITTER + 1;
    /** The largest number of keys of a sample that may be in one bucket. */
    public static final int SAMPLE_RUN = SAMPLE_TIES + 1;
    /**
     * Not 0 if the value of each key is its index before the next pass, so that the values need not be written before this
     * pass, nor read by it (work-group kernels that sort indices).
     */
    public static final int NUMBERED = SAMPLE_RUN + 1;
    /**
     * Not 0 if keys of a bucket are expected to tie in their highest bits, so that they are sorted by all bits at once if a
     * word holds these.
     */
    public static final int BUCKET_TIES = NUMBERED + 1;
    /** Not 0 if a survey stores what it finds about the bits and the order of the keys; otherwise it only counts digits. */
    public static final int SURVEYING = BUCKET_TIES + 1;
    /**
     * The lowest bit and the mask of each digit that a survey counts; for block kernels and the laboratory, those of the digit
     * of the pass. A mask is read from a buffer, so that no compiler reduces it to a bare shift; 0 if the digit is not counted.
     */
    public static final int WINDOWS = SURVEYING + 1;
    /** The largest number of windows that a survey counts. One more is always empty: keys keep their order in a pass by it. */
    public static final int MOST_WINDOWS = 8;
    /** For each pass of an execution, the index of its digit among the windows. */
    public static final int DIGITS = WINDOWS + 2 * (MOST_WINDOWS + 1);
    /** The epoch of the first pass of an execution, see {@link LookBack}; those after it have the next ones. */
    public static final int EPOCH = DIGITS + MOST_WINDOWS;
    /** {@link LookBack#LIMIT}, or less in tests. */
    public static final int LIMIT = EPOCH + 1;
    /** The tile of the first group of a pass: 0, unless a pass that got stuck is repeated one tile at a time. */
    public static final int FIRST_TILE = LIMIT + 1;
    /** Receives the number of work-items that gave up in an execution's first pass; the next word, in its other passes. */
    public static final int STUCK = FIRST_TILE + 1;
    /** The index from which {@link GroupMove} writes on: 0, unless keys come in chunks. */
    public static final int FIRST = STUCK + 2;
    /** Number of words in the buffer. */
    public static final int WORDS = FIRST + 1;

    private PassParameters() {}

    /** {@return the index of the first key of a block} */
    static int begin(IntArray p, int block) {
        return block * p.get(SPAN);
    }

    /** {@return the index after the last key of a block; at most {@link #begin} if the block is empty} */
    static int end(IntArray p, int block) {
        int begin = begin(p, block);
        return begin + Math.min(p.get(SPAN), p.get(N) - begin);
    }

    /** {@return both halves of {@link #FLIP}} */
    public static long flip64(IntArray p) {
        return ((long) p.get(FLIP_HIGH) << 32) | ((long) p.get(FLIP) & 0xffffffffL);
    }

    /** {@return both halves of {@link #BITS}} */
    public static long bits64(IntArray p) {
        return ((long) p.get(BITS_HIGH) << 32) | ((long) p.get(BITS) & 0xffffffffL);
    }
}
