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

    /**
     * Pieces that are sorted, of sources that are cut at the same splitters.
     *
     * @param split bucket b holds keys above {@code split[b - 1]}, up to {@code split[b]}
     */
    public static Pieces${W} sorted(int[] start, int sources, ${key}[] split, int[] ends) {
        int buckets = split.length + 1;
        boolean[] constant = new boolean[buckets];
        ${key}[] value = new ${key}[buckets];
        constant[0] = buckets > 1 && split[0] == ${Key}.MIN_VALUE;
        value[0] = ${Key}.MIN_VALUE;
        for (int bucket = 1; bucket < split.length; bucket++) {
            constant[bucket] = split[bucket] - split[bucket - 1] == 1;
            value[bucket] = split[bucket];
        }
        return new Pieces${W}(start, sources, true, constant, value, buckets, ends);
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
