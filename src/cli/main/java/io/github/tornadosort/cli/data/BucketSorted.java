package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Bucket-sorted (Helman, Bader and JáJá 1998): the keys are cut into p blocks, each in p pieces, and piece j of every block lies
 * in the j-th of p equal parts of the range, uniform there. Each block by itself looks sorted from afar; all together do not.
 *
 * @param parts p
 */
record BucketSorted(int parts) implements Distribution {
    BucketSorted {
        Parts.require("bucket-sorted", parts);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long block = Parts.block(index, n, parts);
        long begin = Parts.begin(block, n, parts);
        long end = Parts.begin(block + 1, n, parts);
        long piece = Parts.block(index - begin, end - begin, parts);
        return KeyBits.atPoint(type, Parts.point(piece, parts, RandomWords.word(seed, index)));
    }
}
