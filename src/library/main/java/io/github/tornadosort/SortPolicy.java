package io.github.tornadosort;

import java.util.Objects;

/**
 * The kernels that a family of devices runs, and their sizes. Each family has a built-in policy. A file that the system property
 * {@code tornadosort.policy} names replaces some of its figures, as properties with the names of the components below.
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

    private static final int MOST_BLOCKS_PER_UNIT = 1024;
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
        int mostBits = kernels == Kernels.WORK_GROUP ? 8 : 16;
        require(radixBits >= 1 && radixBits <= mostBits, "radixBits", radixBits, "from 1 to " + mostBits);
        require(
                blocksPerUnit >= 1 && blocksPerUnit <= MOST_BLOCKS_PER_UNIT,
                "blocksPerUnit",
                blocksPerUnit,
                "from 1 to " + MOST_BLOCKS_PER_UNIT);
        if (kernels == Kernels.WORK_GROUP) {
            require(
                    workItems >= 32 && workItems <= 256 && workItems % 32 == 0,
                    "workItems",
                    workItems,
                    "a multiple of 32, at most 256");
            require(
                    laboratoryItems == 4 || laboratoryItems == 8 || laboratoryItems == 16,
                    "laboratoryItems",
                    laboratoryItems,
                    "4, 8 or 16");
        }
        require(keysAtOnce >= 0 && keysAtOnce <= MOST_KEYS_AT_ONCE, "keysAtOnce", keysAtOnce,
                "from 0 to " + MOST_KEYS_AT_ONCE);
        require(bucketedKeys >= 0, "bucketedKeys", bucketedKeys, "0 or more");
        require(chunkKeys >= 0 && chunkKeys <= MOST_CHUNK_KEYS, "chunkKeys", chunkKeys, "from 0 to " + MOST_CHUNK_KEYS);
    }

    /**
     * Creates a policy whose {@code bucketedKeys} and {@code chunkKeys} are 0.
     *
     * @param kernels the family of kernels
     * @param radixBits the largest number of bits of a digit
     * @param blocksPerUnit blocks for each compute unit
     * @param workItems work-items of a group
     * @param laboratoryItems keys per work-item in a tile of the laboratory's algorithms
     * @param keysAtOnce the largest number of keys that are surveyed and sorted in one execution
     * @throws IllegalArgumentException if a figure is out of range; the message names the figure and its range
     */
    public SortPolicy(
            Kernels kernels, int radixBits, int blocksPerUnit, int workItems, int laboratoryItems, int keysAtOnce) {
        this(kernels, radixBits, blocksPerUnit, workItems, laboratoryItems, keysAtOnce, 0, 0);
    }

    /**
     * Creates a policy whose {@code keysAtOnce} and all figures after it are 0.
     *
     * @param kernels the family of kernels
     * @param radixBits the largest number of bits of a digit
     * @param blocksPerUnit blocks for each compute unit
     * @param workItems work-items of a group
     * @param laboratoryItems keys per work-item in a tile of the laboratory's algorithms
     * @throws IllegalArgumentException if a figure is out of range; the message names the figure and its range
     */
    public SortPolicy(Kernels kernels, int radixBits, int blocksPerUnit, int workItems, int laboratoryItems) {
        this(kernels, radixBits, blocksPerUnit, workItems, laboratoryItems, 0);
    }

    /** {@return the number of values of a digit of {@code radixBits} bits} */
    public int radix() {
        return 1 << radixBits;
    }

    /** {@return the number of keys of a tile of the laboratory's algorithms; 1 for block kernels} */
    public int tile() {
        return kernels == Kernels.WORK_GROUP ? workItems * laboratoryItems : 1;
    }

    /**
     * {@return the same policy with another digit width}
     *
     * @param bits the largest number of bits of a digit
     * @throws IllegalArgumentException if the kernels have no digits of this width
     */
    public SortPolicy withRadixBits(int bits) {
        return new SortPolicy(kernels, bits, blocksPerUnit, workItems, laboratoryItems, keysAtOnce, bucketedKeys,
                chunkKeys);
    }

    /**
     * {@return the same policy with another largest number of keys that are sorted in one execution}
     *
     * @param keys the largest number; 0 for none
     * @throws IllegalArgumentException if it is negative or too large
     */
    public SortPolicy withKeysAtOnce(int keys) {
        return new SortPolicy(kernels, radixBits, blocksPerUnit, workItems, laboratoryItems, keys, bucketedKeys, chunkKeys);
    }

    private static void require(boolean holds, String what, int value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException("policy: " + what + " is " + value + ", must be " + allowed);
        }
    }
}
