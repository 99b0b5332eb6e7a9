package io.github.tornadosort.internal.policy;

import java.util.Objects;

/**
 * The kernels that a family of devices runs, and their sizes.
 *
 * @param kernels the family of kernels
 * @param radixBits the largest number of bits of a digit: at most 8 for work-group kernels, at most 16 for block kernels
 * @param blocksPerUnit the number of blocks of keys for each compute unit of the device
 * @param workItems work-items of a group, for work-group kernels only: a multiple of 32, at most 256
 * @param laboratoryItems keys per work-item in a tile of the laboratory's algorithms, for work-group kernels only: 4, 8 or 16
 * @param keysAtOnce the largest number of keys that are surveyed and sorted in one execution, because several would take longer to launch
 *     than to run (work-group kernels and digits of 8 bits only); 0 for none
 * @param bucketedKeys the smallest number of keys that are sorted by their highest digits and then in buckets, if a sample
 *     promises that this saves passes (work-group kernels only); 0 for never. If it is not 0, few keys from the host may be sorted
 *     by one digit and then in buckets
 * @param chunkKeys the number of keys of a chunk, if keys are copied to the device and back in chunks (work-group kernels only);
 *     0 if they are always copied whole
 */
public record SortPolicy(
        Kernels kernels,
        int radixBits,
        int blocksPerUnit,
        int workItems,
        int laboratoryItems,
        int keysAtOnce,
        int bucketedKeys,
        int chunkKeys) {

    /** On every device, more keys are sorted faster digit by digit. */
    private static final int MOST_KEYS_AT_ONCE = 1 << 24;
    /** Larger chunks take more memory and gain nothing. */
    private static final int MOST_CHUNK_KEYS = 1 << 26;

    /** The two families of kernels. */
    public enum Kernels {
        /** One thread walks one block of keys: CPUs and the JVM. */
        BLOCK,
        /** A work-group walks one block, tile by tile, in local memory: GPUs. */
        WORK_GROUP
    }

    /**
     * Creates a policy.
     *
     * @throws IllegalArgumentException if a figure is out of range; the message names the figure and its range
     */
    public SortPolicy {
        Objects.requireNonNull(kernels, "kernels");
        require(1, kernels == Kernels.WORK_GROUP ? 8 : 16, "radixBits", radixBits);
        require(1, 1024, "blocksPerUnit", blocksPerUnit);
        if (kernels == Kernels.WORK_GROUP) {
            require(workItems >= 32 && workItems <= 256 && workItems % 32 == 0, "workItems", workItems,
                    "a multiple of 32, at most 256");
            require(laboratoryItems == 4 || laboratoryItems == 8 || laboratoryItems == 16, "laboratoryItems",
                    laboratoryItems, "4, 8 or 16");
        }
        require(0, MOST_KEYS_AT_ONCE, "keysAtOnce", keysAtOnce);
        require(bucketedKeys >= 0, "bucketedKeys", bucketedKeys, "0 or more");
        require(0, MOST_CHUNK_KEYS, "chunkKeys", chunkKeys);
    }

    /** Creates a policy without buckets and chunks. */
    public SortPolicy(
            Kernels kernels, int radixBits, int blocksPerUnit, int workItems, int laboratoryItems, int keysAtOnce) {
        this(kernels, radixBits, blocksPerUnit, workItems, laboratoryItems, keysAtOnce, 0, 0);
    }

    /** Creates a policy in which no keys are sorted in one execution, in buckets, or in chunks. */
    public SortPolicy(Kernels kernels, int radixBits, int blocksPerUnit, int workItems, int laboratoryItems) {
        this(kernels, radixBits, blocksPerUnit, workItems, laboratoryItems, 0);
    }

    private static void require(int least, int most, String what, int value) {
        require(value >= least && value <= most, what, value, "from " + least + " to " + most);
    }

    private static void require(boolean holds, String what, int value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException("policy: " + what + " is " + value + ", must be " + allowed);
        }
    }

    /** Returns the number of values of a digit of {@code radixBits} bits. */
    public int radix() {
        return 1 << radixBits;
    }

    /** Returns the number of keys of a tile of the laboratory's algorithms; 1 for block kernels. */
    public int tile() {
        return kernels == Kernels.WORK_GROUP ? workItems * laboratoryItems : 1;
    }

    /** Returns the same policy with another digit width. */
    public SortPolicy withRadixBits(int bits) {
        return new SortPolicy(kernels, bits, blocksPerUnit, workItems, laboratoryItems, keysAtOnce, bucketedKeys,
                chunkKeys);
    }

    /** Returns the same policy with another largest number of keys that are sorted in one execution. */
    public SortPolicy withKeysAtOnce(int keys) {
        return new SortPolicy(kernels, radixBits, blocksPerUnit, workItems, laboratoryItems, keys, bucketedKeys, chunkKeys);
    }
}
