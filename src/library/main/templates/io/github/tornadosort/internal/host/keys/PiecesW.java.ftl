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
    /** For each source, the index of its first piece. */
    private final int[] start;
    /** For each source and bucket, the end of the piece. */
    private final int[] ends;

    /** @param ends has room for the ends of all pieces */
    public Pieces${W}(int[] start, int sources, boolean sorted, int buckets, int[] ends) {
        this.start = start;
        this.sources = sources;
        this.sorted = sorted;
        this.buckets = buckets;
        this.ends = ends;
    }

    /** Returns where each bucket begins, if the buckets lie one after another, and the number of keys. */
    public int[] startsOfBuckets() {
        int[] starts = new int[buckets + 1];
        for (int source = 0; source < sources; source++) {
            for (int bucket = 0; bucket < buckets; bucket++) {
                starts[bucket + 1] += size(source, bucket);
            }
        }
        for (int bucket = 0; bucket < buckets; bucket++) {
            starts[bucket + 1] += starts[bucket];
        }
        return starts;
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
