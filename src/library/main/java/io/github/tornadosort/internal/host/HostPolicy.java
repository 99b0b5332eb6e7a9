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
    /** Keys, or rows, that are read or written at a time; they stay in the first-level cache. */
    public static final int TILE = 1 << 10;
    /**
     * Keys, rows or strings, a microsecond of work: so many are sampled, are in a piece on average, are brought into the cache at a time, or
     * are handled by a call of a method, which is therefore compiled soon.
     */
    public static final int STEPS = 64;
    /** Rounds of dividing what is left too large, or of looking for slots. Then, another way is taken that always succeeds. */
    public static final int MAX_DEPTH = 4;
    /** Counters of one loop, cells, or slots for values, as a power of two: of four bytes each, they stay in the first-level cache. */
    public static final int COUNTERS_LOG = 12;
    /** Words. Up to this number are sorted by insertion: one without branches is faster than the JDK's, and they are fewer than counters. */
    public static final int INSERTION = 16;
    /** Words in a core's cache, or samples that show values. The JDK sorts so many in five microseconds, as fast as they are distributed. */
    public static final int FOR_JDK = 1 << 9;

    // keys, and the parts of rows that are made from the same templates

    /** Keys per thread, as a power of two: some 20 microseconds of work, about as long as a thread takes to wake up. */
    public static final int PER_THREAD_LOG = 11;
    /**
     * Threads. Fewer leave keys without values to the JDK: of 8 and 16 bits, fewer than {@link #CACHED}, or eight times that
     * if they have few values. (Two threads of an H200's host, 12,800,000 ints of 16 values: 17 ms; the JDK 46.)
     */
    public static final int FEW_THREADS = 4;

    // keys: the sort of a bucket

    /** Samples at either end that do not show the range of the keys, because they may be far from all others. */
    public static final int TRIM = 2;

    private HostPolicy() {}
}
