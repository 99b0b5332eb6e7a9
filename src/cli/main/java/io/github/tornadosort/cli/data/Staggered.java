package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Staggered (Helman, Bader and JáJá 1998): the keys are cut into p blocks, and those of each block lie in one p-th of the range,
 * uniform there: block i below p/2 has part 2i + 1, and the others the parts between, 2i - p.
 *
 * @param parts p
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
