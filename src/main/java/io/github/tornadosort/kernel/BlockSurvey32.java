package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * One read of the keys that tells which passes are needed: the OR and the AND of all keys give the bits that vary, and a
 * descent anywhere says that they are not sorted yet (Ha, Krüger and Silva 2009, §4.4, check the order before each pass;
 * here once, before the first).
 */
public final class BlockSurvey32 {
    /** Words that each block writes: OR of its keys, AND of its keys, 1 where a descent was seen. */
    public static final int WORDS = 3;

    private BlockSurvey32() {}

    /**
     * Surveys each block. Reads 4 bytes a key.
     *
     * @param words gets {@link #WORDS} words a block; a block without keys writes 0, -1, 0
     */
    public static void survey(IntArray keys, IntArray words, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < blocks; block++) {
            int flip = p.get(PassParameters.FLIP) ^ 0x80000000;
            int span = p.get(PassParameters.SPAN);
            int begin = block * span;
            int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
            int any = 0;
            int all = -1;
            int descents = 0;
            // The neighbour on the left belongs to the block before; the first key of all is its own neighbour.
            int left = begin < end ? keys.get(Math.max(begin - 1, 0)) ^ flip : 0;
            for (int i = begin; i < end; i++) {
                int key = keys.get(i);
                any = any | key;
                all = all & key;
                int ordered = key ^ flip;
                descents = descents | (ordered < left ? 1 : 0);
                left = ordered;
            }
            words.set(block * WORDS, any);
            words.set(block * WORDS + 1, all);
            words.set(block * WORDS + 2, descents);
        }
    }
}
