package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockSurvey32} for 64-bit keys. */
public final class BlockSurvey64 {
    private BlockSurvey64() {}

    /**
     * Surveys each block. Reads 8 bytes a key.
     *
     * @param words gets {@link SurveyWords#COUNT} words a block
     */
    public static void survey(LongArray keys, IntArray words, IntArray p, int kind, int blocks) {
        for (@Parallel int block = 0; block < blocks; block++) {
            long flip = PassParameters.flip64(p);
            long bits = PassParameters.bits64(p);
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
            long any = 0;
            long all = -1;
            int descents = 0;
            // The neighbour on the left belongs to the block before; the first key of all is its own neighbour.
            long left = 0x8000000000000000L;
            if (begin < end) {
                left = ((OrderedBits.of(keys.get(Math.max(begin - 1, 0)), kind) ^ flip) & bits) ^ 0x8000000000000000L;
            }
            for (int i = begin; i < end; i++) {
                long key = OrderedBits.of(keys.get(i), kind) ^ flip;
                any = any | key;
                all = all & key;
                long ordered = (key & bits) ^ 0x8000000000000000L;
                descents = descents | (ordered < left ? 1 : 0);
                left = ordered;
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, (int) any);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, (int) (any >>> 32));
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, (int) all);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, (int) (all >>> 32));
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, descents);
        }
    }
}
