package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;

/** Which keys there are, and how often, whatever their order; NaNs of different bits are different keys. */
interface KeyMultiset {
    /** Adds a key by its bits. */
    void add(long bits);

    /** What is different from another multiset of as many keys, or null if nothing is. */
    String difference(KeyMultiset expected);

    /** What {@link #difference} proves when it finds nothing. */
    String assurance();

    /** Another one, of the same kind, with nothing in it. */
    KeyMultiset empty();

    /** An exact one for pairs of {@code count} keys where the heap has room for both, else a hash. */
    static KeyMultiset of(KeyType type, long count) {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
        return count <= Math.min(ExactMultiset.MOST, free / ExactMultiset.BYTES_A_KEY)
                ? new ExactMultiset(type, (int) count)
                : new HashedMultiset();
    }
}
