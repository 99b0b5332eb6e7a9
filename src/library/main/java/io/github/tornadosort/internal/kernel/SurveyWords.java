package io.github.tornadosort.internal.kernel;

/** Places of the words that a survey writes for each block. */
public final class SurveyWords {
    /** OR of the block's keys, as ordered bits; 0 of no key. */
    public static final int ANY = 0;
    /** The upper half of {@link #ANY}; 0 for 32-bit keys. */
    public static final int ANY_HIGH = 1;
    /** AND of the block's keys; all ones of no key. */
    public static final int ALL = 2;
    /** The upper half of {@link #ALL}; 0 for 32-bit keys. */
    public static final int ALL_HIGH = 3;
    /** Not 0 where a key of the block is smaller than the one before it. */
    public static final int DESCENTS = 4;
    /** Words a block. */
    public static final int COUNT = 5;

    /** Keys of each block that block kernels hand out as a sample. */
    public static final int SAMPLES = 64;

    private SurveyWords() {}

    /** Words that block kernels need: a sample follows the words of all blocks, two words a key. */
    public static int ofBlocks(int blocks) {
        return blocks * (COUNT + 2 * SAMPLES);
    }

    /** Where key number {@code sample} of a block's sample is: its lower half, then its upper half. */
    public static int sample(int block, int sample, int blocks) {
        return blocks * COUNT + 2 * (block * SAMPLES + sample);
    }
}
