package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;

/** Creates columns over Java arrays, as Java programs would use for their keys. */
final class HostArray {
    private HostArray() {}

    /** Returns a column over a new array of n keys. */
    static Column of(KeyType type, int n) {
        return new Column(
                switch (type.bytes()) {
                    case 1 -> MemorySegment.ofArray(new byte[n]);
                    case 2 -> MemorySegment.ofArray(new short[n]);
                    case 4 -> MemorySegment.ofArray(new int[n]);
                    default -> MemorySegment.ofArray(new long[n]);
                },
                type);
    }
}
