package io.github.tornadosort.kernel;

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
     * @param words gets {@link SurveyWords#COUNT} words a block
     */
    public static void survey(IntArray keys, IntArray words, IntArray p, int kind, int blocks) {
        for (@Parallel int block = 0; block < blocks; block++) {
            int flip = p.get(PassParameters.FLIP);
            int bits = p.get(PassParameters.BITS);
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
            int any = 0;
            int all = -1;
            int descents = 0;
            // The neighbour on the left belongs to the block before; the first key of all is its own neighbour.
            int left = 0x80000000;
            if (begin < end) {
                left = ((OrderedBits.of(keys.get(Math.max(begin - 1, 0)), kind) ^ flip) & bits) ^ 0x80000000;
            }
            for (int i = begin; i < end; i++) {
                int key = OrderedBits.of(keys.get(i), kind) ^ flip;
                any = any | key;
                all = all & key;
                int ordered = (key & bits) ^ 0x80000000;
                descents = descents | (ordered < left ? 1 : 0);
                left = ordered;
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, any);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, 0);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, all);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, 0);
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, descents);
        }
    }
}
