package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Staggered keys (Helman, Bader and JáJá 1998). The keys are divided into p blocks, and the keys of each block are uniform in
 * one of p equal parts of the range: part 2i + 1 for blocks i below p/2, part 2i - p for the others.
 *
 * @param parts the number of blocks, p
 */
record Staggered(int parts) implements Distribution {
    Staggered {
        Parts.require("staggered", parts);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long block = Parts.block(index, n, parts);
        long part = block < parts / 2 ? 2 * block + 1 : 2 * (block - parts / 2);
        return KeyBits.atPoint(type, Parts.point(part, parts, RandomWords.word(seed, index)));
    }
}
