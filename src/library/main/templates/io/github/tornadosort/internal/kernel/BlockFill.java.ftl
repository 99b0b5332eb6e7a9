package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The last step of a counting sort. If keys differ in one digit only, the sorted keys follow from the counts of the digits, and
 * are written without another read of the unsorted keys.
 *
 * <p>{@code blocks} is compiled in as a constant. There is no work-group and no local memory.
 */
public final class BlockFill {
    private BlockFill() {}
<#list {"32": "int", "64": "long"} as width, key>

    /**
     * Writes the sorted ${width}-bit keys. Reads no keys; writes ${width?number / 8} bytes per key.
     *
     * @param keys receives {@code N} keys
     * @param counts the first {@code radix} counters are the first index of each digit, as computed by {@link BlockScan}
     * @param p with {@link PassParameters#CONSTANT}: the bits of the keys outside of the digit
     */
    public static void fill${width}(${key?cap_first}Array keys, IntArray counts, IntArray p, int blocks) {
        for (@Parallel int block = 0; block < Math.max(blocks, 1); block++) {
            int begin = PassParameters.begin(p, block);
            int end = PassParameters.end(p, block);
            int shift = p.get(PassParameters.SHIFT);
            int mask = p.get(PassParameters.MASK);
    <#if key == "int">
            int constant = p.get(PassParameters.CONSTANT);
            int flip = p.get(PassParameters.FLIP);
    <#else>
            long constant = PassParameters.constant64(p);
            long flip = PassParameters.flip64(p);
    </#if>
            for (int digit = 0; digit <= mask; digit++) {
                ${key} key = (constant | (<#if key == "long">(long) </#if>digit << shift)) ^ flip;
                int last = Math.min(end, PassParameters.next(counts, digit, p));
                for (int i = Math.max(begin, counts.get(digit)); i < last; i++) {
                    keys.set(i, key);
                }
            }
        }
    }
</#list>
}
