package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/** The keys of another distribution in reverse. */
record Reversed(Distribution of) implements Distribution {
    @Override
    public long key(KeyType type, long seed, long index, long n) {
        return of.key(type, seed, n - 1 - index, n);
    }
}
