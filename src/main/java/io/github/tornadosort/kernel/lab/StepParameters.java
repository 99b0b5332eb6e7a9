package io.github.tornadosort.kernel.lab;

import io.github.tornadosort.kernel.PassParameters;

/**
 * What the laboratory's kernels find in the parameter buffer behind the words of {@link PassParameters}, of which they use
 * those of the order and of the digit, and N.
 */
public final class StepParameters {
    /** Tiles, or windows, that the keys are cut into. */
    public static final int TILES = PassParameters.WORDS;
    /** Elements to scan. */
    public static final int SCAN_LENGTH = PassParameters.WORDS + 1;
    /** Elements that a group scans. */
    public static final int SCAN_SPAN = PassParameters.WORDS + 2;
    /** Groups that scan. */
    public static final int SCAN_GROUPS = PassParameters.WORDS + 3;
    /** Networks: keys of a window that is sorted in local memory, a power of two. */
    public static final int WINDOW = PassParameters.WORDS + 4;
    /** Networks: where the second window begins; the first one is shorter if this is not a whole window. */
    public static final int OFFSET = PassParameters.WORDS + 5;
    /** Networks: the size of the first merge to run. */
    public static final int FIRST_SIZE = PassParameters.WORDS + 6;
    /** Networks: the size of the last merge to run. */
    public static final int LAST_SIZE = PassParameters.WORDS + 7;
    /** Networks: how far apart keys are that a step over all keys compares. */
    public static final int DISTANCE = PassParameters.WORDS + 8;
    /** Merge sort: keys of a sorted run. */
    public static final int RUN = PassParameters.WORDS + 9;
    /** Order check: the first key to compare with its left neighbour. */
    public static final int CHECK_BEGIN = PassParameters.WORDS + 10;
    /** Order check: one past the last key. */
    public static final int CHECK_END = PassParameters.WORDS + 11;
    /** Words in the buffer. */
    public static final int WORDS = PassParameters.WORDS + 12;

    private StepParameters() {}
}
