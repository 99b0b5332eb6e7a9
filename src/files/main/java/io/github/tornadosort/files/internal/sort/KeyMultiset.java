package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeyType;

/** A multiset of keys: each key and how often it occurs. NaNs with different bits are different keys. */
public interface KeyMultiset {
    /** Adds a key, given by its bits. */
    void add(long bits);

    /** Describes a difference from another multiset of the same size, or returns null if there is none. */
    String difference(KeyMultiset expected);

    /** Describes how {@link #difference} compares, for a message. */
    String assurance();

    /** Returns an empty multiset of the same kind. */
    KeyMultiset empty();

    /** Returns an exact multiset if the heap has room for two of them with {@code count} keys each, otherwise a hash. */
    static KeyMultiset of(KeyType type, long count) {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
        return count <= Math.min(ExactMultiset.MAX_KEYS, free / ExactMultiset.BYTES_PER_KEY)
                ? new ExactMultiset(type, (int) count)
                : new HashedMultiset();
    }
}
