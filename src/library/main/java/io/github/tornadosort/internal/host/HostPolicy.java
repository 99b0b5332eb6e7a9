package io.github.tornadosort.internal.host;

/**
 * The numbers by which the host sorts choose: from how many keys on which way is faster. Each one has its unit and the reason of its value.
 * Numbers of one algorithm alone are in its class.
 *
 * <p>Caches: the reasons assume 32 KB in the first level and 1 MB in the second one. All processors of servers have about that.
 */
public final class HostPolicy {
    // All sorts

    /** Rows, or strings, that are sorted by insertion or by one call of the JDK; the JDK inserts up to 44 keys, without allocating. */
    public static final int FEW_ROWS = 40;
    /** Keys, or rows. One thread sorts fewer: it takes some 20 microseconds, as long as a thread takes to wake up. */
    public static final int FEW = 1 << 12;
    /** Keys, or rows. All threads together sort a bucket, a run or a segment of more; one thread sorts a shorter one. */
    public static final int SHARED = 1 << 15;
    /** Keys. One thread alone reads fewer once, in a tenth of a millisecond; a bucket, or counters, of more outgrow a core's caches. */
    public static final int CACHED = 1 << 17;
    /** Keys, or rows, that a thread fills, copies or compares at a time, if it does no more with them: some ten microseconds of work. */
    public static final int SLICE = 1 << 15;
    /** Keys, or rows, that are read or written at a time; they stay in the first-level cache. */
    public static final int TILE = 1 << 10;
    /** Sampled keys: as many as are read and sorted in less than a microsecond. */
    public static final int SAMPLES = 64;
    /** Rounds of dividing what is left too large. Then, one thread sorts it by comparisons or by all its digits. */
    public static final int MAX_DEPTH = 4;
    /** Counters of one loop, as a power of two: of four bytes each, they stay in the caches near the core. */
    public static final int COUNTERS_LOG = 13;
    /** Longs. Up to this number are sorted by insertion: they are fewer than the counters of the smallest digit. */
    public static final int INSERTION = 24;
    /** Words of the longest segment that an insertion sort without branches sorts faster than the JDK. */
    public static final int BRANCHLESS_INSERTION = 16;

    // keys, and the parts of rows that are made from the same templates

    /** Keys per thread, as a power of two: some 20 microseconds of work, about as long as a thread takes to wake up. */
    public static final int PER_THREAD_LOG = 11;
    /**
     * Keys, times threads. One thread sorts fewer alone, because two threads do only one and a half times the work of one. A few threads
     * leave fewer keys, without values, to the JDK: two of a Xeon lose a tenth or more in 15 % of the cases between half as many and all.
     */
    public static final long ALONE = 1 << 16;
    /**
     * Threads. One of fewer sorts up to {@link #ALONE} keys, and keys of 8 and 16 bits: the JDK takes half of the processor time for these.
     */
    public static final int FEW_THREADS = 4;
    /** Keys in a bucket, as a power of two: enough to make its pieces long, few enough for a core's cache. */
    public static final int BUCKET_LOG = 13;

    // keys: the sort of a bucket

    /** Sampled keys that show the values which repeat, at most: to sort them takes five microseconds. */
    public static final int VALUE_SAMPLES = 1 << 9;
    /** Samples at either end that do not show the range of the keys, because they may be far from all others. */
    public static final int TRIM = 2;

    // keys of 8 and 16 bits

    /** Bytes of such keys. The JDK counts fewer as fast as two threads. */
    public static final int COUNTED_BYTES = 1 << 19;

    // select

    /** Keys, or strings. The first ones, up to this number, are kept in order while all others are read. */
    public static final int FEW_TOP = 64;

    // strings

    /** Strings that are brought into the cache at a time, so that their cache misses do not wait for each other. */
    public static final int STRING_TILE = 32;

    private HostPolicy() {}
}
