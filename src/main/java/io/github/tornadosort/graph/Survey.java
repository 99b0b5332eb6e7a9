package io.github.tornadosort.graph;

import io.github.tornadosort.kernel.BlockSurvey32;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What one read of the keys told.
 *
 * @param varying ones at the bits in which keys differ
 * @param sorted whether no key is smaller than the one before it
 */
record Survey(int varying, boolean sorted) {

    /** Puts the blocks' words together. */
    static Survey of(IntArray words, int blocks) {
        int any = 0;
        int all = -1;
        int descents = 0;
        for (int block = 0; block < blocks; block++) {
            any |= words.get(block * BlockSurvey32.WORDS);
            all &= words.get(block * BlockSurvey32.WORDS + 1);
            descents |= words.get(block * BlockSurvey32.WORDS + 2);
        }
        return new Survey(any & ~all, descents == 0);
    }
}
