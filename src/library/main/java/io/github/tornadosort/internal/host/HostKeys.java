package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;

/** Stand-in until the real one lands. */
public final class HostKeys {
    private HostKeys() {}

    /** Sorts the keys in place. */
    public static void sort(Column keys, boolean descending, HostBuffers buffers) {
        JdkSort.sort(keys, descending, keys.size() > 1 << 15);
    }
}
