package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * One read of the keys that tells which passes are needed: the OR and the AND of all keys give the bits that vary, and a
 * descent anywhere says that they are not sorted yet (Ha, Krüger and Silva 2009, §4.4, check the order before each pass;
 * here once, before the first).
 */
public final class BlockSurvey32 {
    private BlockSurvey32() {}

    /**
     * Surveys each block. Reads 4 bytes a key.
     *
     * @param words gets {@link SurveyWords#COUNT} words a block, and a sample of each block that has as many keys
     */
    public static void survey(IntArray keys, IntArray words, IntArray p, int kind, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int flip = p.get(PassParameters.FLIP);
            int bits = p.get(PassParameters.BITS);
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int any = 0;
            int all = -1;
            int fallen = 0;
            if (begin < end) {
                any = OrderedBits.of(keys.get(begin), kind) ^ flip;
                all = any;
            }
            // The first neighbour on the left belongs to the block before. No comparison but a minimum: vector code has it.
            for (int i = Math.max(begin, 1); i < end; i++) {
                int left = OrderedBits.of(keys.get(i - 1), kind) ^ flip;
                int key = OrderedBits.of(keys.get(i), kind) ^ flip;
                any = any | key;
                all = all & key;
                int before = (left & bits) ^ 0x80000000;
                fallen = fallen | (before ^ Math.min(before, (key & bits) ^ 0x80000000));
            }
            // Never negative: a division of that by a power of two is wrong where a shift of the sign is.
            int step = Math.max(end - begin, 0) / SurveyWords.SAMPLES;
            if (step > 0) {
                for (int sample = 0; sample < SurveyWords.SAMPLES; sample++) {
                    int key = OrderedBits.of(keys.get(begin + sample * step), kind) ^ flip;
                    words.set(SurveyWords.sample(block, sample, blocks), key);
                    words.set(SurveyWords.sample(block, sample, blocks) + 1, 0);
                }
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, any);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, 0);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, all);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, 0);
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, fallen);
        }
    }
}
