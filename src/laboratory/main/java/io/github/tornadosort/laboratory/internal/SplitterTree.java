package io.github.tornadosort.laboratory.internal;

/**
 * Layout of a segment's search tree of splitters: {@link #WORDS} words, twice {@link #MAX_BUCKETS} keys of either width. The
 * first half holds the splitters' ranks as a binary heap whose root has index 1; it is searched without branches. The second
 * half holds the same ranks in sorted order.
 */
public final class SplitterTree {
    /** Maximum number of splitters, plus one: the number of buckets between splitters. */
    public static final int MAX_BUCKETS = 128;
    /** Depth of the tree with that many buckets. */
    public static final int MAX_LEVELS = 7;
    /** Number of words per segment. */
    public static final int WORDS = 4 * MAX_BUCKETS;

    private SplitterTree() {}
}
