package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.SurveyWords;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What a survey of the keys on the device finds about their ordered bits.
 *
 * @param varying a mask of the bits in which keys differ
 * @param constant the bits that all keys have in common; bits that vary are 0
 * @param sorted whether the keys are sorted
 */
public record Survey(long varying, long constant, boolean sorted) {

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
        return new Survey(any & ~all, any & all, descents == 0);
    }

    /**
     * A sample of the keys of every block, as taken by the survey of block kernels.
     *
     * @param keys ordered bits of the sampled keys
     */
    record KeySample(long[] keys) {

        static KeySample of(IntArray words, int blocks) {
            long[] keys = new long[blocks * SurveyWords.SAMPLES];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = pair(words, SurveyWords.sample(0, i, blocks));
            }
            return new KeySample(keys);
        }

        /** Returns the number of sampled keys with the most frequent digit. */
        int largestBucket(DigitWindow digit) {
            int[] counts = new int[digit.mask() + 1];
            int max = 0;
            for (long key : keys) {
                max = Math.max(max, ++counts[(int) (key >>> digit.shift()) & digit.mask()]);
            }
            return max;
        }
    }

    /** Reads a long from two words, the lower half first. */
    private static long pair(IntArray words, int at) {
        return (long) words.get(at + 1) << 32 | Integer.toUnsignedLong(words.get(at));
    }
}
