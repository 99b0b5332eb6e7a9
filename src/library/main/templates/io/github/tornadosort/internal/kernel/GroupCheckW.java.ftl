<#include "widths.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockCheck${W}} for GPUs: a work-group checks each block. */
public final class GroupCheck${W} {
    private GroupCheck${W}() {}

    /**
     * Computes the checksums of each block, and looks for keys that are smaller than their left neighbour, in a single read: on
     * GPUs the read is what a check costs. Work-groups of {@code workItems} (a power of two), one per block; local memory
     * {@code ${wide?then(32, 20)} * workItems} bytes. Reads ${W / 8} bytes per key and 4 bytes per value (left neighbours come from the
     * cache).
     *
     * @param keys {@code N} keys
     * @param values {@code N} values; not accessed if {@code payload} is {@link Checksum#NO_PAYLOAD}
     * @param checks receives {@link Checksum#COUNT} longs per block
     * @param kind defines the order of the keys ({@link OrderedBits}); compiled in as a constant
     * @param inOrder 1 to look for keys out of order, 0 to compute only the checksums; compiled in as a constant
     */
    public static void checksum(
            KernelContext context,
            ${Keys} keys,
            IntArray values,
            LongArray checks,
            IntArray p,
            int kind,
            int payload,
            int inOrder,
            int workItems) {
        ${key}[] sum = context.${allocateKeys}(workItems);
        ${key}[] xor = context.${allocateKeys}(workItems);
        ${key}[] hash = context.${allocateKeys}(workItems);
        int[] count = context.allocateIntLocalArray(workItems);
        int[] descents = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int block = context.groupIdx;
        ${key} mask = Checksum.mask${W}(p);
<@order/>
        int begin = PassParameters.begin(p, block);
        int end = PassParameters.end(p, block);
        ${key} itemSum = 0;
        ${key} itemXor = 0;
        ${key} itemHash = 0;
        int itemKeys = 0;
        int itemDescents = 0;
        // Read the block: each work-item every workItems-th key.
        for (int i = begin + item; i < end; i += workItems) {
            ${key} key = keys.get(i);
            ${key} hashed = Checksum.hash(key, mask);
            itemSum = itemSum + key;
            itemXor = itemXor ^ key;
            if (payload != Checksum.NO_PAYLOAD) {
                ${key} value = values.get(i);
                itemSum = itemSum + value;
                itemXor = itemXor ^ value;
                hashed = Checksum.hash(hashed ^ value, mask);
            }
            itemHash = itemHash + hashed;
            itemKeys = itemKeys + 1;
            if (inOrder != 0) {
                int before = Math.max(i - 1, 0);
                ${key} left = ${ordered("keys.get(before)")} & bits;
                ${key} right = ${ordered("key")} & bits;
                itemDescents = itemDescents | ((right ^ ${sign}) < (left ^ ${sign}) ? 1 : 0);
                if (payload == Checksum.INDICES) {
                    itemDescents = itemDescents | (right == left && values.get(i) < values.get(before) ? 1 : 0);
                }
            }
        }
        // Reduce the results of the work-items in a tree.
        sum[item] = itemSum;
        xor[item] = itemXor;
        hash[item] = itemHash;
        count[item] = itemKeys;
        descents[item] = itemDescents;
        for (int half = workItems / 2; half > 0; half = half / 2) {
            context.localBarrier();
            if (item < half) {
                sum[item] = sum[item] + sum[item + half];
                xor[item] = xor[item] ^ xor[item + half];
                hash[item] = hash[item] + hash[item + half];
                count[item] = count[item] + count[item + half];
                descents[item] = descents[item] | descents[item + half];
            }
        }
        // Store the results of the block.
        if (item == 0) {
            checks.set(block * Checksum.COUNT + Checksum.SUM, sum[0]);
            checks.set(block * Checksum.COUNT + Checksum.XOR, xor[0]);
            checks.set(block * Checksum.COUNT + Checksum.HASH, hash[0]);
            checks.set(block * Checksum.COUNT + Checksum.KEYS, count[0]);
            checks.set(block * Checksum.COUNT + Checksum.DESCENTS, descents[0]);
        }
    }
}
