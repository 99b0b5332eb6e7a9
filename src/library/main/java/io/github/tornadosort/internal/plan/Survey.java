package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.SurveyWords;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What a survey of the keys on the device finds about their ordered bits.
 *
 * @param varying a mask of the bits in which keys differ
 * @param sorted whether the keys are sorted
 */
public record Survey(long varying, boolean sorted) {

    /** Combines the surveys of all blocks. */
    public static Survey of(IntArray words, int blocks) {
        long any = 0;
        long all = -1;
        int descents = 0;
        for (int block = 0; block < blocks; block++) {
            int at = block * SurveyWords.COUNT;
            any |= pair(words, at + SurveyWords.ANY);
            all &= pair(words, at + SurveyWords.ALL);
            descents |= words.get(at + SurveyWords.DESCENTS);
        }
        return new Survey(any & ~all, descents == 0);
    }

    /** Reads a long from two words, the lower half first. */
    private static long pair(IntArray words, int at) {
        return (long) words.get(at + 1) << 32 | Integer.toUnsignedLong(words.get(at));
    }
}
