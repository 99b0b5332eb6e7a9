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

    boolean isAscending() {
        return isAscending;
    }

    /** Returns the bits in which words differ. */
    long varying() {
        return varying;
    }

    long least() {
        return least;
    }

    long most() {
        return most;
    }
}
