package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.SurveyWords;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What one read of the keys told, of their ordered bits.
 *
 * @param varying ones at the bits in which keys differ
 * @param constant the bits that all keys have in common; 0 at those that vary
 * @param sorted whether no key is smaller than the one before it
 */
public record Survey(long varying, long constant, boolean sorted) {

    /** Puts the blocks' words together. */
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
        return new Survey(any & ~all, any & all, descents == 0);
    }

    /** Some keys of every block, as block kernels' surveys take them: their ordered bits. */
    record Sample(long[] keys) {

        static Sample of(IntArray words, int blocks) {
            long[] keys = new long[blocks * SurveyWords.SAMPLES];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = pair(words, SurveyWords.sample(0, i, blocks));
            }
            return new Sample(keys);
        }

        /** How many of them share the digit that most of them have. */
        int mostAlike(DigitWindow digit) {
            int[] counts = new int[digit.mask() + 1];
            int most = 0;
            for (long key : keys) {
                most = Math.max(most, ++counts[(int) (key >>> digit.shift()) & digit.mask()]);
            }
            return most;
        }
    }

    /** Two words, the lower half first. */
    private static long pair(IntArray words, int at) {
        return (long) words.get(at + 1) << 32 | Integer.toUnsignedLong(words.get(at));
    }
}
