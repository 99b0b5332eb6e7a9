package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** {@link BlockSurvey32} for GPUs: a work-group surveys each block, its work-items side by side. */
public final class GroupSurvey32 {
    private GroupSurvey32() {}

    /**
     * Surveys each block. Work-groups of {@code workItems} (a power of two), one a block; local memory
     * {@code 12 * workItems} bytes; reads 4 bytes a key (the neighbour comes from the cache).
     *
     * @param words gets {@link SurveyWords#COUNT} words a block
     */
    public static void survey(KernelContext context, IntArray keys, IntArray words, IntArray p, int kind, int workItems) {
        int[] any = context.allocateIntLocalArray(workItems);
        int[] all = context.allocateIntLocalArray(workItems);
        int[] descents = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int block = context.groupIdx;
        int flip = p.get(PassParameters.FLIP);
        int bits = p.get(PassParameters.BITS);
        int span = p.get(PassParameters.SPAN);
        int begin = block * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        int anyOfMine = 0;
        int allOfMine = -1;
        int descentsOfMine = 0;
        for (int i = begin + item; i < end; i += workItems) {
            int key = OrderedBits.ordered(OrderedBits.word(keys.get(i), kind, flip), kind, flip);
            int left = OrderedBits.ordered(OrderedBits.word(keys.get(Math.max(i - 1, 0)), kind, flip), kind, flip);
            anyOfMine = anyOfMine | key;
            allOfMine = allOfMine & key;
            descentsOfMine = descentsOfMine | (((key & bits) ^ 0x80000000) < ((left & bits) ^ 0x80000000) ? 1 : 0);
        }
        any[item] = anyOfMine;
        all[item] = allOfMine;
        descents[item] = descentsOfMine;
        for (int half = workItems / 2; half > 0; half = half / 2) {
            context.localBarrier();
            if (item < half) {
                any[item] = any[item] | any[item + half];
                all[item] = all[item] & all[item + half];
                descents[item] = descents[item] | descents[item + half];
            }
        }
        if (item == 0) {
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, any[0]);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, 0);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, all[0]);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, 0);
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, descents[0]);
        }
    }
}
