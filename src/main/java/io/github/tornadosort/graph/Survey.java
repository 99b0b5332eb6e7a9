package io.github.tornadosort.graph;

import io.github.tornadosort.kernel.SurveyWords;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What one read of the keys told.
 *
 * @param varying ones at the bits in which keys differ
 * @param sorted whether no key is smaller than the one before it
 */
record Survey(long varying, boolean sorted) {

    /** Puts the blocks' words together. */
    static Survey of(IntArray words, int blocks) {
        long any = 0;
        long all = -1;
        int descents = 0;
        for (int block = 0; block < blocks; block++) {
            int at = block * SurveyWords.COUNT;
            any |= pair(words.get(at + SurveyWords.ANY_HIGH), words.get(at + SurveyWords.ANY));
            all &= pair(words.get(at + SurveyWords.ALL_HIGH), words.get(at + SurveyWords.ALL));
            descents |= words.get(at + SurveyWords.DESCENTS);
        }
        return new Survey(any & ~all, descents == 0);
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | Integer.toUnsignedLong(low);
    }
}
