package io.github.tornadosort.cli.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/**
 * The bitwise AND of several random words (Thearling and Smith 1992). More words mean fewer ones in a key and less entropy:
 * one word is uniform, two have 0.811 bits of entropy per bit, three 0.544.
 *
 * @param words the number of words
 */
record Entropy(int words) implements Distribution {
    Entropy {
        if (words < 1 || words > 64) {
            throw new IllegalArgumentException("entropy:" + words + ": expected 1 <= K <= 64 words");
        }
    }

    @Override
    public long key(KeyType type, long seed, long index, long n) {
        long word = -1;
        for (int k = 0; k < words; k++) {
            word &= RandomWords.word(seed, index * words + k);
        }
        return KeyBits.ofWord(type, word);
    }
}
