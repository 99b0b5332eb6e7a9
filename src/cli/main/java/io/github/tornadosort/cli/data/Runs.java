package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;

/**
 * Sorted runs of random keys, of like length.
 *
 * @param parts the number of runs
 */
record Runs(int parts) implements Distribution {
    Runs {
        Parts.require("runs", parts);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long run = Parts.block(index, n, parts);
        long begin = Parts.begin(run, n, parts);
        return new Sorted().key(type, RandomWords.word(seed, run), index - begin, Parts.begin(run + 1, n, parts) - begin);
    }
}
