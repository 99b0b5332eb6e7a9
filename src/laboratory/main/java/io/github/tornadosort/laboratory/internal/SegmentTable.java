package io.github.tornadosort.laboratory.internal;

/**
 * Layout of the table of segments: {@link #WORDS} words for each segment, which tell where its keys are and how they are cut
 * into buckets. The constants are the words' indices.
 */
public final class SegmentTable {
    /** Index of the first key. */
    public static final int BEGIN = 0;
    /** Index after the last key. */
    public static final int END = 1;
    /**
     * Index of the first key minus the number of keys that are counted before it. Added to a scanned counter, it gives an index
     * of a key.
     */
    public static final int BASE = 2;
    /** Index of the counter of the segment's first tile and first bucket. */
    public static final int COUNTER = 3;
    /** Number of tiles, which is also the distance from a bucket's counter to the next bucket's. */
    public static final int TILES = 4;
    /** Number of bits of a bucket's number. */
    public static final int BITS = 5;
    /** Lowest bit of the digit, if a bucket's number is a digit. */
    public static final int SHIFT = 6;
    /** Index of the segment's first bucket among the buckets of all segments. */
    public static final int BUCKETS = 7;
    /** Sample sort: index of the first key of the segment's sample. */
    public static final int SAMPLE_BEGIN = 8;
    /** Sample sort: index after the last key of the sample. */
    public static final int SAMPLE_END = 9;
    /** Number of words per segment. */
    public static final int WORDS = 10;

    private SegmentTable() {}
}
