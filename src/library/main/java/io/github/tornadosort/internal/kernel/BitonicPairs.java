package io.github.tornadosort.internal.kernel;

/**
 * The pairs of elements that a step of the bitonic network (Batcher 1968) compares. The network sorts runs of growing size,
 * from 2 up; to merge two runs into one of {@code size} elements it takes steps at distances {@code size / 2},
 * {@code size / 4}, …, 1. The first step of a merge is mirrored: it compares each element with the element at the same distance
 * from the other end of the run. Therefore all runs are ascending, and the smaller element of a pair always goes to the lower
 * index. Elements after the last key, which would be larger than all keys, need not exist.
 *
 * <p>Pure functions for use in kernels; sizes and distances are powers of two.
 */
public final class BitonicPairs {
    private BitonicPairs() {}

    /** {@return the lower index of a step's pair number {@code pair}} */
    public static int low(int pair, int distance) {
        return 2 * pair - (pair & (distance - 1));
    }

    /** {@return the upper index of that pair} */
    public static int high(int pair, int size, int distance) {
        int within = pair & (distance - 1);
        int low = 2 * pair - within;
        return distance == size / 2 ? low + size - 1 - 2 * within : low + distance;
    }
}
