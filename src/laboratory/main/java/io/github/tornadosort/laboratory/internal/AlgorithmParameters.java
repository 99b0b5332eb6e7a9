package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;

/**
 * Indices of the words that the algorithms add to the parameter buffer, after those of {@link PassParameters}. Of the words of
 * {@code PassParameters}, they use {@code N}, {@code SPAN}, and those of the order and of the digit.
 */
public final class AlgorithmParameters {
    /** Number of tiles that the keys are cut into. */
    public static final int TILES = PassParameters.WORDS;
    /** Scan: number of elements. */
    public static final int SCAN_LENGTH = PassParameters.WORDS + 1;
    /** Networks: number of inputs of the network that runs in local memory, a power of two. */
    public static final int NETWORK_SIZE = PassParameters.WORDS + 2;
    /** Networks: size of the first merge to run. */
    public static final int FIRST_SIZE = PassParameters.WORDS + 3;
    /** Networks: size of the last merge to run. */
    public static final int LAST_SIZE = PassParameters.WORDS + 4;
    /** Networks: distance between the two keys of a pair, in a step over all keys. */
    public static final int DISTANCE = PassParameters.WORDS + 5;
    /** Merge sort: number of keys in a sorted run. */
    public static final int RUN = PassParameters.WORDS + 6;
    /** Check for sorted input: index of the first key that is compared with its left neighbour. */
    public static final int CHECK_BEGIN = PassParameters.WORDS + 7;
    /** Check for sorted input: index after the last such key. */
    public static final int CHECK_END = PassParameters.WORDS + 8;
    /** Number of words in the buffer. */
    public static final int WORDS = PassParameters.WORDS + 9;

    private AlgorithmParameters() {}
}
