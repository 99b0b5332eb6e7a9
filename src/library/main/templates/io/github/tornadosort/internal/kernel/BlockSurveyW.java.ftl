<#include "widths.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
<@importKeys/>

/**
 * Finds out which passes are needed, in one read of the keys: the OR and the AND of all keys give the bits in which keys
 * differ, and a descent shows that the keys are not sorted yet. Ha, Krüger and Silva (2009, §4.4) check the order before each
 * pass; this kernel checks it once, before the first.
 *
 * <p>{@code kind} ({@link OrderedBits}) and {@code blocks} are compiled in as constants. There is no work-group and no local
 * memory.
 */
public final class BlockSurvey${W} {
    private BlockSurvey${W}() {}

    /**
     * Surveys each block. Reads ${W / 8} bytes per key (left neighbours come from the cache).
     *
     * @param keys {@code N} keys
     * @param words receives {@link SurveyWords#COUNT} words per block
     */
    public static void survey(${Keys} keys, IntArray words, IntArray p, int kind, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
<@order/>
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            ${key} any = 0;
            ${key} all = -1;
            ${key} descents = 0;
            if (begin < end) {
                any = OrderedBits.of(keys.get(begin), kind) ^ flip;
                all = any;
            }
            // The left neighbour of the first key belongs to the previous block. A minimum instead of a comparison can be
            // vectorized.
            for (int i = Math.max(begin, 1); i < end; i++) {
                ${key} left = OrderedBits.of(keys.get(i - 1), kind) ^ flip;
                ${key} key = OrderedBits.of(keys.get(i), kind) ^ flip;
                any = any | key;
                all = all & key;
                ${key} before = (left & bits) ^ ${sign};
                descents = descents | (before ^ Math.min(before, (key & bits) ^ ${sign}));
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY, ${toInt}any);
            words.set(block * SurveyWords.COUNT + SurveyWords.ANY_HIGH, ${high("any")});
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL, ${toInt}all);
            words.set(block * SurveyWords.COUNT + SurveyWords.ALL_HIGH, ${high("all")});
            words.set(block * SurveyWords.COUNT + SurveyWords.DESCENTS,
                    ${wide?then("(int) (descents | (descents >>> 32))", "descents")});
        }
    }
}
