package io.github.tornadosort.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link GroupSurvey32} for 64-bit keys. */
public final class GroupSurvey64 {
    private GroupSurvey64() {}

    /**
     * Surveys each block. Work-groups of {@code workItems} (a power of two), one a block; local memory
     * {@code 20 * workItems} bytes; reads 8 bytes a key (the neighbour comes from the cache).
     *
     * @param words gets {@link SurveyWords#COUNT} words a block
     */
    public static void survey(KernelContext context, LongArray keys, IntArray words, IntArray p, int kind, int workItems) {
        long[] any = context.allocateLongLocalArray(workItems);
        long[] all = context.allocateLongLocalArray(workItems);
        int[] descents = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int block = context.groupIdx;
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int span = p.get(PassParameters.SPAN);
        int begin = block * span;
        int end = begin + Math.min(span, p.get(PassParameters.N) - begin);
        long anyOfMine = 0;
        long allOfMine = -1;
        int descentsOfMine = 0;
        for (int i = begin + item; i < end; i += workItems) {
            long key = OrderedBits.of(keys.get(i), kind) ^ flip;
            long left = OrderedBits.of(keys.get(Math.max(i - 1, 0)), kind) ^ flip;
            anyOfMine = anyOfMine | key;
            allOfMine = allOfMine & key;
            descentsOfMine = descentsOfMine | (((key & bits) ^ 0x8000000000000000L) < ((left & bits) ^ 0x8000000000000000L) ? 1 : 0);
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
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, (int) any[0]);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, (int) (any[0] >>> 32));
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, (int) all[0]);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, (int) (all[0] >>> 32));
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS, descents[0]);
        }
    }
}
