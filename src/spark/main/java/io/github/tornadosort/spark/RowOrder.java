package io.github.tornadosort.spark;

/** The order of rows of bytes: by words, which are unsigned numbers of 64 bits; rows that are tied in many words are compared. */
interface RowOrder {
    /** The position of the first word. */
    long FIRST = 0;
    /** A position after the last word: rows are equal. */
    long END = -1;

    /** Returns the word of a row at a position. */
    long word(Object base, long offset, int length, long position);

    /**
     * Returns the position of the next word of all rows that have the same words up to a position, or {@link #END}.
     *
     * @param word the word at the position
     */
    long next(long position, long word);

    /** Returns whether rows that have the same words up to a position are equal. */
    boolean isLast(long position);

    /**
     * Returns whether rows that have the same first word are equal.
     *
     * @param range that of the first words
     */
    default boolean areToldByFirst(WordRange range) {
        return isLast(FIRST);
    }

    /** Compares two rows; their lengths do not matter. */
    int compare(Object aBase, long aOffset, Object bBase, long bOffset);
}
