package io.github.tornadosort.kernel.lab;

/** Places of the words that say, of each tile of a sample sort, where it is and where its counters are. */
public final class TileEntry {
    /** The first key. */
    public static final int BEGIN = 0;
    /** One past the last key. */
    public static final int END = 1;
    /** The counter of the first bucket. */
    public static final int COUNTER = 2;
    /** Counters from a bucket to the next: the tiles of the segment. */
    public static final int STRIDE = 3;
    /** The segment's number. */
    public static final int SEGMENT = 4;
    /** Levels of the segment's search tree. */
    public static final int LEVELS = 5;
    /** Words a tile. */
    public static final int WORDS = 6;

    private TileEntry() {}
}
