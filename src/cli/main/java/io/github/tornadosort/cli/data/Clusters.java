package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * Clusters like those of IPv4 addresses in networks: keys that have their upper bits in common. These are half of the bits in some
 * clusters, and up to three quarters of them in others.
 *
 * @param clusters the number of clusters
 */
record Clusters(int clusters) implements Distribution {
    Clusters {
        Parts.require("clusters", clusters);
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long cluster = Math.unsignedMultiplyHigh(clusters, RandomWords.word(~seed, index + clusters));
        long network = RandomWords.word(~seed, cluster);
        int hostBits = type.bits() / 4 + (int) Long.remainderUnsigned(network, type.bits() / 4 + 1);
        long hosts = -1L >>> 64 - hostBits;
        return KeyBits.ofWord(type, network >>> 64 - type.bits() & ~hosts | RandomWords.word(seed, index) & hosts);
    }
}
