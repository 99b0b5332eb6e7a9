package io.github.tornadosort.kernel.lab;

/** Places of the words that describe each segment that a sample sort cuts into buckets. */
public final class SegmentEntry {
    /** The first key. */
    public static final int BEGIN = 0;
    /** One past the last key. */
    public static final int END = 1;
    /** The first key of its sample. */
    public static final int SAMPLE_BEGIN = 2;
    /** One past the last key of its sample. */
    public static final int SAMPLE_END = 3;
    /** The counter of its first tile and bucket. */
    public static final int COUNTER = 4;
    /** Its tiles. */
    public static final int TILES = 5;
    /** Levels of its search tree. */
    public static final int LEVELS = 6;
    /** The place of its first bucket among the buckets of all segments. */
    public static final int BUCKETS = 7;
    /** Words a segment. */
    public static final int WORDS = 8;

    private SegmentEntry() {}
}
