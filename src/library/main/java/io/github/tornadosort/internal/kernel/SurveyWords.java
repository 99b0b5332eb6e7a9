package io.github.tornadosort.internal.kernel;

/** The indices of the words that a survey writes for each block. */
public final class SurveyWords {
    /** OR of the ordered bits of the block's keys; 0 if the block is empty. */
    public static final int ANY = 0;
    /** The upper half of {@link #ANY}; 0 for 32-bit keys. */
    public static final int ANY_HIGH = 1;
    /** AND of the ordered bits of the block's keys; all ones if the block is empty. */
    public static final int ALL = 2;
    /** The upper half of {@link #ALL}; 0 for 32-bit keys. */
    public static final int ALL_HIGH = 3;
    /** Not 0 if a key of the block is smaller than the previous key. */
    public static final int DESCENTS = 4;
    /** Not 0 if a bucket is larger than a tile of local memory; work-group kernels only. */
    public static final int OVERFLOW = 5;
    /** Number of words per block. */
    public static final int COUNT = 6;

    private SurveyWords() {}
}
