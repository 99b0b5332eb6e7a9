package io.github.tornadosort.lab;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;

/**
 * How much a work-group takes at a time. All of the laboratory's kernels are for work-groups, on CPUs too.
 *
 * @param workItems work-items of a group, a power of two
 * @param items keys of each that a tile of digits has, a power of two
 * @param comparedItems keys of each that a tile has whose keys lie in local memory, a power of two: 8 at most, so that 64-bit
 *     keys, their numbers and a second copy of these take 32 KiB for 256 work-items
 */
record Geometry(int workItems, int items, int comparedItems) {
    private static final int MOST_ITEMS = 16;
    private static final int MOST_COMPARED_ITEMS = 8;

    static Geometry of(SortPolicy policy) {
        if (policy.kernels() == Kernels.BLOCK) {
            // Work-items of a group take turns on a core: few of them, with as many keys each as Tiles.sort can hold.
            return new Geometry(32, 32, MOST_ITEMS);
        }
        int items = policy.itemsPerWorkItem();
        return new Geometry(
                Integer.highestOneBit(policy.workItems()),
                Math.min(items, MOST_ITEMS),
                Math.min(items, MOST_COMPARED_ITEMS));
    }

    /** Keys of a tile of digits. */
    int tile() {
        return workItems * items;
    }

    /** Keys of a tile whose keys lie in local memory. */
    int comparedTile() {
        return workItems * comparedItems;
    }
}
