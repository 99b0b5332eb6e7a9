package io.github.tornadosort.kernel.lab;

/** Places of the words that say of each segment where it is, and how its keys are cut into buckets. */
public final class SegmentEntry {
    /** The first key. */
    public static final int BEGIN = 0;
    /** One past the last key. */
    public static final int END = 1;
    /** Its first key's place, less the keys that are counted before: with it, scanned counters are places. */
    public static final int BASE = 2;
    /** The counter of its first tile and bucket. */
    public static final int COUNTER = 3;
    /** Its tiles, which are also the counters from a bucket to the next. */
    public static final int TILES = 4;
    /** Bits of a bucket's number. */
    public static final int BITS = 5;
    /** The lowest bit of its digit, where that is a bucket's number. */
    public static final int SHIFT = 6;
    /** The place of its first bucket among the buckets of all segments. */
    public static final int BUCKETS = 7;
    /** Sample sort: the first key of its sample. */
    public static final int SAMPLE_BEGIN = 8;
    /** Sample sort: one past the last key of its sample. */
    public static final int SAMPLE_END = 9;
    /** Words a segment. */
    public static final int WORDS = 10;

    private SegmentEntry() {}
}
