package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockSurvey32} for 64-bit keys. */
public final class BlockSurvey64 {
    private BlockSurvey64() {}

    /**
     * Surveys each block. Reads 8 bytes per key (left neighbours come from the cache) and 8 bytes per sample.
     *
     * @param keys {@code N} keys
     * @param words receives {@link SurveyWords#COUNT} words per block, and a sample of each block that has at least
     *     {@link SurveyWords#SAMPLES} keys
     */
    public static void survey(LongArray keys, IntArray words, IntArray p, int kind, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            long flip = PassParameters.flip64(p);
            long bits = PassParameters.bits64(p);
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            long any = 0;
            long all = -1;
            long descents = 0;
            if (begin < end) {
                any = OrderedBits.of(keys.get(begin), kind) ^ flip;
                all = any;
            }
            // The left neighbour of the first key belongs to the previous block. A minimum instead of a comparison can be
            // vectorized.
            for (int i = Math.max(begin, 1); i < end; i++) {
                long left = OrderedBits.of(keys.get(i - 1), kind) ^ flip;
                long key = OrderedBits.of(keys.get(i), kind) ^ flip;
                any = any | key;
                all = all & key;
                long before = (left & bits) ^ 0x8000000000000000L;
                descents = descents | (before ^ Math.min(before, (key & bits) ^ 0x8000000000000000L));
            }
            // The dividend is never negative: some backends divide negative numbers by powers of two wrongly.
            int step = Math.max(end - begin, 0) / SurveyWords.SAMPLES;
            if (step > 0) {
                for (int sample = 0; sample < SurveyWords.SAMPLES; sample++) {
                    long key = OrderedBits.of(keys.get(begin + sample * step), kind) ^ flip;
                    words.set(SurveyWords.sample(block, sample, blocks), (int) key);
                    words.set(SurveyWords.sample(block, sample, blocks) + 1, (int) (key >>> 32));
                }
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, (int) any);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, (int) (any >>> 32));
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, (int) all);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, (int) (all >>> 32));
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, (int) (descents | (descents >>> 32)));
        }
    }
}
