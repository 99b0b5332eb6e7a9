package io.github.tornadosort.internal.host.keys;

/**
 * The pieces of all buckets, in an array beside the keys. Sources are parts of the keys, or runs. The pieces of a source lie one after
 * another, in the order of their buckets.
 */
public final class Pieces${W} {
    public final int sources;
    public final int buckets;
    /** Whether each piece is sorted. */
    public final boolean sorted;
    /** Whether a bucket holds one value only, and this value. Its pieces are not copied. */
    public final boolean[] constant;
    public final ${key}[] value;
    /** For each source, the index of its first piece. */
    private final int[] start;
    /** For each source and bucket, the end of the piece. */
    private final int[] ends;

    /** @param ends has room for the ends of all pieces */
    public Pieces${W}(int[] start, int sources, boolean sorted, boolean[] constant, ${key}[] value, int buckets, int[] ends) {
        this.start = start;
        this.sources = sources;
        this.sorted = sorted;
        this.constant = constant;
        this.value = value;
        this.buckets = buckets;
        this.ends = ends;
    }

    public void setEnd(int source, int bucket, int end) {
        ends[source * buckets + bucket] = end;
    }

    /** Returns where a piece begins: where the one before ends. */
    public int begin(int source, int bucket) {
        return bucket == 0 ? start[source] : ends[source * buckets + bucket - 1];
    }

    public int end(int source, int bucket) {
        return ends[source * buckets + bucket];
    }

    /** Returns the number of keys in a piece. */
    public int size(int source, int bucket) {
        return end(source, bucket) - begin(source, bucket);
    }
}
