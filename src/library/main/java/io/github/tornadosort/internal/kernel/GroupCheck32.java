package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link BlockCheck32} for GPUs: a work-group checks each block, its work-items side by side. */
public final class GroupCheck32 {
    private GroupCheck32() {}

    /**
     * The checksums of each block, and whether a key of it belongs before the one on its left: in one read, which is what a
     * check costs on a GPU. Work-groups of {@code workItems} (a power of two), one a block; local memory
     * {@code 20 * workItems} bytes; reads 4 bytes a key, and as much a value (neighbours come from the cache).
     *
     * @param kind of the keys, which says their order
     * @param inOrder compiled in: 1 to look for keys that are not in order, 0 for checksums alone
     */
    public static void checksum(
            KernelContext context,
            IntArray keys,
            IntArray values,
            LongArray checks,
            IntArray p,
            int kind,
            int payload,
            int inOrder,
            int workItems) {
        int[] sum = context.allocateIntLocalArray(workItems);
        int[] xor = context.allocateIntLocalArray(workItems);
        int[] hash = context.allocateIntLocalArray(workItems);
        int[] read = context.allocateIntLocalArray(workItems);
        int[] descents = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int block = context.groupIdx;
        int mask = Checksum.mask32(p);
        int flip = p.get(PassParameters.FLIP);
        int bits = p.get(PassParameters.BITS);
        int begin = PassParameters.begin(p, block);
        int end = PassParameters.end(p, block);
        int sumOfMine = 0;
        int xorOfMine = 0;
        int hashOfMine = 0;
        int readOfMine = 0;
        int descentsOfMine = 0;
        for (int i = begin + item; i < end; i += workItems) {
            int key = keys.get(i);
            int hashed = Checksum.hash(key, mask);
            sumOfMine = sumOfMine + key;
            xorOfMine = xorOfMine ^ key;
            if (payload != Checksum.NO_PAYLOAD) {
                int value = values.get(i);
                sumOfMine = sumOfMine + value;
                xorOfMine = xorOfMine ^ value;
                hashed = Checksum.hash(hashed ^ value, mask);
            }
            hashOfMine = hashOfMine + hashed;
            readOfMine = readOfMine + 1;
            if (inOrder != 0) {
                int before = Math.max(i - 1, 0);
                int left = OrderedBits.ordered(OrderedBits.word(keys.get(before), kind, flip), kind, flip) & bits;
                int mine = OrderedBits.ordered(OrderedBits.word(key, kind, flip), kind, flip) & bits;
                descentsOfMine = descentsOfMine | ((mine ^ 0x80000000) < (left ^ 0x80000000) ? 1 : 0);
                if (payload == Checksum.PLACES) {
                    descentsOfMine = descentsOfMine | (mine == left && values.get(i) < values.get(before) ? 1 : 0);
                }
            }
        }
        sum[item] = sumOfMine;
        xor[item] = xorOfMine;
        hash[item] = hashOfMine;
        read[item] = readOfMine;
        descents[item] = descentsOfMine;
        for (int half = workItems / 2; half > 0; half = half / 2) {
            context.localBarrier();
            if (item < half) {
                sum[item] = sum[item] + sum[item + half];
                xor[item] = xor[item] ^ xor[item + half];
                hash[item] = hash[item] + hash[item + half];
                read[item] = read[item] + read[item + half];
                descents[item] = descents[item] | descents[item + half];
            }
        }
        if (item == 0) {
            checks.set(block * Checksum.COUNT + Checksum.SUM, sum[0]);
            checks.set(block * Checksum.COUNT + Checksum.XOR, xor[0]);
            checks.set(block * Checksum.COUNT + Checksum.HASH, hash[0]);
            checks.set(block * Checksum.COUNT + Checksum.KEYS, read[0]);
            checks.set(block * Checksum.COUNT + Checksum.DESCENTS, descents[0]);
        }
    }
}
