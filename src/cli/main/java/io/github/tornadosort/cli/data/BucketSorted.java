package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Bucket-sorted keys (Helman, Bader and JáJá 1998). The keys are divided into p blocks of p pieces. The keys in piece j of
 * every block are uniform in the j-th of p equal parts of the range. Each block is roughly sorted; the whole array is not.
 *
 * @param parts the number of blocks, p
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
