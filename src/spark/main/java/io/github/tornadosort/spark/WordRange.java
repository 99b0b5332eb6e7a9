package io.github.tornadosort.spark;

/** The range of words that were added, as unsigned numbers, and whether they were in order. */
final class WordRange {
    private boolean isEmpty = true;
    private boolean isAscending = true;
    private long first;
    private long last;
    private long least;
    private long most;
    private long varying;

    void add(long word) {
        if (isEmpty) {
            isEmpty = false;
            first = word;
            last = word;
            least = word;
            most = word;
        }
        isAscending &= Long.compareUnsigned(last, word) <= 0;
        last = word;
        varying |= word ^ first;
        most = Long.compareUnsigned(most, word) < 0 ? word : most;
        least = Long.compareUnsigned(word, least) < 0 ? word : least;
    }

    /** Returns the range of packed words, which are in the same order. */
    WordRange packed(DenseBits dense) {
        WordRange packed = new WordRange();
        packed.isEmpty = isEmpty;
        packed.isAscending = isAscending;
        packed.first = dense.pack(first);
        packed.last = dense.pack(last);
        packed.least = dense.pack(least);
        packed.most = dense.pack(most);
        packed.varying = dense.pack(varying);
        return packed;
    }

    boolean isAscending() {
        return isAscending;
    }

    /** Returns how to move the varying bits together. */
    DenseBits dense() {
        return DenseBits.of(first, varying);
    }

    /** Returns the least word: words are sorted by their differences from it. */
    long least() {
        return least;
    }

    /** Returns the largest word. */
    long most() {
        return most;
    }

    /** Returns the number of bits below which all differences are 0. */
    int lowest() {
        return Long.numberOfTrailingZeros(varying);
    }

    /** Returns the number of bits of the largest difference. */
    int highest() {
        return Long.SIZE - Long.numberOfLeadingZeros(most - least);
    }
}
