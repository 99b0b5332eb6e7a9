package io.github.tornadosort;

import java.util.Objects;

/**
 * How a device family sorts: plain data, one file per family in {@code tornado-config}, where the measured gain stands above
 * each choice.
 *
 * @param kernels which family of kernels runs
 * @param radixBits most bits of a digit; work-group kernels take 8 at most
 * @param blocksPerUnit blocks that the keys are cut into, for each compute unit of the device
 * @param workItems work-items of a downsweep group (work-group kernels only): a multiple of 32, 256 at most
 * @param itemsPerWorkItem keys that each of them holds (work-group kernels only): 4, 8 or 16
 * @param mergedKeys most keys that a {@link SortStage} sorts in one execution: tile by tile, and all tiles merged at once
 *     (work-group kernels and keys of 32 bits only); 0 for none
 */
public record SortPolicy(
        Kernels kernels, int radixBits, int blocksPerUnit, int workItems, int itemsPerWorkItem, int mergedKeys) {

    private static final int MOST_BLOCKS_PER_UNIT = 1024;
    /** More keys are sorted faster digit by digit on every device. */
    private static final int MOST_MERGED_KEYS = 1 << 24;

    /** The two families of kernels. */
    public enum Kernels {
        /** One thread walks one block of keys: CPUs and the JVM. */
        BLOCK,
        /** A work-group walks one block, tile by tile, in local memory: GPUs. */
        WORK_GROUP
    }

    /**
     * Checks every figure.
     *
     * @throws IllegalArgumentException that names the figure and what it may be
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
                    itemsPerWorkItem == 4 || itemsPerWorkItem == 8 || itemsPerWorkItem == 16,
                    "itemsPerWorkItem",
                    itemsPerWorkItem,
                    "4, 8 or 16");
        }
        require(mergedKeys >= 0 && mergedKeys <= MOST_MERGED_KEYS, "mergedKeys", mergedKeys,
                "from 0 to " + MOST_MERGED_KEYS);
    }

    /**
     * A policy that sorts digit by digit, however few the keys are.
     *
     * @param kernels which family of kernels runs
     * @param radixBits most bits of a digit
     * @param blocksPerUnit blocks for each compute unit
     * @param workItems work-items of a downsweep group
     * @param itemsPerWorkItem keys that each of them holds
     * @throws IllegalArgumentException that names the figure which is not allowed, and what it may be
     */
    public SortPolicy(Kernels kernels, int radixBits, int blocksPerUnit, int workItems, int itemsPerWorkItem) {
        this(kernels, radixBits, blocksPerUnit, workItems, itemsPerWorkItem, 0);
    }

    /** {@return digit values: 2 to the power of the most bits of a digit} */
    public int radix() {
        return 1 << radixBits;
    }

    /** {@return keys that are taken together: blocks are whole tiles} */
    public int tile() {
        return kernels == Kernels.WORK_GROUP ? workItems * itemsPerWorkItem : 1;
    }

    /**
     * {@return the same policy with another digit width}
     *
     * @param bits most bits of a digit
     * @throws IllegalArgumentException if the kernels have no digits of so many bits
     */
    public SortPolicy withRadixBits(int bits) {
        return new SortPolicy(kernels, bits, blocksPerUnit, workItems, itemsPerWorkItem, mergedKeys);
    }

    private static void require(boolean holds, String what, int value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException("policy: " + what + " is " + value + ", must be " + allowed);
        }
    }
}
