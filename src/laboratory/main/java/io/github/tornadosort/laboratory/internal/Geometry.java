package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;

/**
 * The size of a work-group and of its tiles. The algorithms run work-group kernels on every device, CPUs included.
 *
 * @param workItems work-items per group, a power of two
 * @param items keys per work-item in a tile that is sorted by digits, a power of two
 * @param comparedItems keys per work-item in a tile whose keys are in local memory, a power of two: at most 8 on GPUs, so that
 *     64-bit keys and two planes of their indices take 32 KiB with 256 work-items
 */
public record Geometry(int workItems, int items, int comparedItems) {
    private static final int MAX_ITEMS = 16;
    private static final int MAX_COMPARED_ITEMS = 8;

    static Geometry of(SortPolicy policy) {
        if (policy.kernels() == Kernels.BLOCK) {
            // The work-items of a group take turns on one core, so there are few of them, each with as many keys as fit.
            return new Geometry(32, 32, 16);
        }
        int items = policy.laboratoryItems();
        return new Geometry(
                Integer.highestOneBit(policy.workItems()),
                Math.min(items, MAX_ITEMS),
                Math.min(items, MAX_COMPARED_ITEMS));
    }

    /** {@return the number of keys in a tile that is sorted by digits} */
    public int tile() {
        return workItems * items;
    }

    /** {@return the number of keys in a tile whose keys are in local memory} */
    public int comparedTile() {
        return workItems * comparedItems;
    }
}
