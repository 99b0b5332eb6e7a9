package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;

/** Java arrays of the width that keys of a type have: what a Java program holds its keys in. */
final class HostArray {
    private HostArray() {}

    /** A new array of n keys. */
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
