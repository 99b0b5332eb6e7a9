package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** {@link GroupCheck32} for 64-bit keys. */
public final class GroupCheck64 {
    private GroupCheck64() {}

    /**
     * The checksums of each block, and whether a key of it belongs before the one on its left: in one read, which is what a
     * check costs on a GPU. Work-groups of {@code workItems} (a power of two), one a block; local memory
     * {@code 32 * workItems} bytes; reads 8 bytes a key, and 4 a value (neighbours come from the cache).
     *
     * @param kind of the keys, which says their order
     * @param inOrder compiled in: 1 to look for keys that are not in order, 0 for checksums alone
     */
    public static void checksum(
            KernelContext context,
            LongArray keys,
            IntArray values,
            LongArray checks,
            IntArray p,
            int kind,
            int payload,
            int inOrder,
            int workItems) {
        long[] sum = context.allocateLongLocalArray(workItems);
        long[] xor = context.allocateLongLocalArray(workItems);
        long[] hash = context.allocateLongLocalArray(workItems);
        int[] read = context.allocateIntLocalArray(workItems);
        int[] descents = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int block = context.groupIdx;
        long mask = Checksum.mask64(p);
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int begin = PassParameters.begin(p, block);
        int end = PassParameters.end(p, block);
        long sumOfMine = 0;
        long xorOfMine = 0;
        long hashOfMine = 0;
        int readOfMine = 0;
        int descentsOfMine = 0;
        for (int i = begin + item; i < end; i += workItems) {
            long key = keys.get(i);
            long hashed = Checksum.hash(key, mask);
            sumOfMine = sumOfMine + key;
            xorOfMine = xorOfMine ^ key;
            if (payload != Checksum.NO_PAYLOAD) {
                long value = values.get(i);
                sumOfMine = sumOfMine + value;
                xorOfMine = xorOfMine ^ value;
                hashed = Checksum.hash(hashed ^ value, mask);
            }
            hashOfMine = hashOfMine + hashed;
            readOfMine = readOfMine + 1;
            if (inOrder != 0) {
                int before = Math.max(i - 1, 0);
                long left = (OrderedBits.of(keys.get(before), kind) ^ flip) & bits;
                long mine = (OrderedBits.of(key, kind) ^ flip) & bits;
                descentsOfMine = descentsOfMine | ((mine ^ 0x8000000000000000L) < (left ^ 0x8000000000000000L) ? 1 : 0);
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
