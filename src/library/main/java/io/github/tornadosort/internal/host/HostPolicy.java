package io.github.tornadosort.internal.host;

/**
 * The numbers by which the host sorts choose: from how many keys on which way is faster. Each one has its unit and the reason of its value.
 * Numbers that describe a format, as the bits of a mask, are in the classes that use it.
 *
 * <p>Caches: the reasons assume 32 KB in the first level and 1 MB in the second one. All processors of servers have about that.
 */
public final class HostPolicy {
    // All sorts

    /** Keys, or rows. One thread sorts fewer: it takes some 20 microseconds, as long as a thread takes to wake up. */
    public static final int FEW = 1 << 12;
    /** Keys. The calling thread alone reads fewer once, to compare, to merge or to divide them: that takes a tenth of a millisecond. */
    public static final int FEW_TO_READ = 1 << 17;
    /** Keys, or rows. All threads together sort a bucket, a run or a segment of more; one thread sorts a shorter one. */
    public static final int SHARED = 1 << 15;
    /** Keys, or rows, that a thread fills, copies or compares at a time, if it does no more with them: some ten microseconds of work. */
    public static final int SLICE = 1 << 15;
    /** Keys, or rows, that are read or written at a time; they stay in the first-level cache. */
    public static final int TILE = 1 << 10;
    /** Parts of a loop for each thread: enough of them to even out what one thread does faster than another. */
    public static final int TASKS_PER_THREAD = 4;
    /** Sampled keys: as many as are read and sorted in less than a microsecond. */
    public static final int SAMPLES = 64;
    /** Triples of neighbours that show whether keys are mainly natural runs: to compare them takes a hundredth of the time of a sort. */
    public static final int TRIPLES = 16;
    /** Triples among these that are in no order, at most. A third of random triples are in order: so few are stray in one of 8,000 cases. */
    public static final int STRAY_TRIPLES = 3;
    /** Rounds of dividing what is left too large. Then, one thread sorts it by comparisons or by all its digits. */
    public static final int MAX_DEPTH = 4;
    /** Counters of one loop, as a power of two: of four bytes each, they stay in the caches near the core. */
    public static final int COUNTERS_LOG = 13;
    /** Longs. Up to this number are sorted by insertion: they are fewer than the counters of the smallest digit. */
    public static final int INSERTION = 24;

    // keys, and the parts of rows that are made from the same templates

    /** Keys per thread, as a power of two: some 20 microseconds of work, about as long as a thread takes to wake up. */
    public static final int PER_THREAD_LOG = 11;
    /** Keys, times threads. One thread sorts fewer alone, because two threads do only one and a half times the work of one. */
    public static final long ALONE = 1 << 16;
    /**
     * Threads. One of fewer sorts ints that repeat few values: the JDK takes 0.3 to 1 nanosecond per key for them, and to count or
     * distribute them takes 1.4 and more. For longs the JDK takes two to three times as long. One of fewer also counts up to
     * {@link #MAX_BUCKET} keys of a narrow range, and keys of 8 and 16 bits: the JDK takes half of the processor time for them.
     */
    public static final int FEW_THREADS = 4;
    /** Keys in a bucket, as a power of two: enough to make its pieces long, few enough for a core's cache. */
    public static final int BUCKET_LOG = 13;
    /** Buckets. A longer array gets larger buckets before it gets more of them, so that to scatter to them stays cheap. */
    public static final int MANY_BUCKETS = 512;
    /** Keys in the largest bucket that is planned, as a power of two: such a bucket still fits in a core's cache. */
    public static final int LARGE_BUCKET_LOG = 16;
    /** Buckets. The tables of one part (an index and a count for each bucket) stay in a core's cache up to this number. */
    public static final int MAX_BUCKETS = 1 << 12;
    /** Keys. A larger bucket outgrows the caches of one core, even if it is a small part of all keys. */
    public static final int MAX_BUCKET = 1 << 17;
    /** Bytes of a part's keys. With its copy and the buckets of its keys, it fits in a core's cache. */
    public static final int PART_BYTES = 1 << 18;
    /** Keys. A piece has as many on average (four cache lines), so that to put the pieces together is cheap. */
    public static final int PIECE = 64;
    /** Sampled keys per bucket: enough that few buckets become much larger than planned, and cheap to sort. */
    public static final int SAMPLES_PER_BUCKET = 16;
    /** Sampled keys per part of the loop: their cache misses take about as long as to hand out one part. */
    public static final int SAMPLES_PER_PART = 256;
    /** Windows of cells. Each one takes about 0.1 ns per key. */
    public static final int MAX_WINDOWS = 16;
    /** Cells per bucket in a window, as a power of two: with eight or more, a bucket's bounds are near their samples. */
    public static final int CELLS_PER_BUCKET_LOG = 3;
    /** Cells in a window, as a power of two: the buckets of more cells would not stay in the first-level cache. */
    public static final int MAX_CELLS_LOG = 12;
    /** Planned buckets. A cell with more samples than this many buckets gets a window of its own. */
    public static final int CROWDED_CELL = 3;
    /** A value that is this part of the sample gets a window: the window costs less than to move and sort these keys. */
    public static final int FREQUENT_PART = 32;

    // keys: natural runs and merges

    /** Runs. More would need too many rounds of merging. */
    public static final int MAX_RUNS = 256;
    /** Keys in a run, on average: shorter runs are not worth the search for their pieces. */
    public static final int AVERAGE_RUN = 512;
    /** Keys. Shorter runs belong to the rest. */
    public static final int MIN_RUN = 128;
    /** The rest is at most this part of the keys: to sort it and to merge it takes less time than to sort all keys. */
    public static final int REST_PART = 4;
    /** Keys that are looked at one by one for a run: in most keys it ends within them. */
    public static final int FIRST_KEYS = 64;
    /** Keys in a bucket, times rounds of merging, as a power of two: enough work for one turn of a loop. */
    public static final int MERGE_LOG = 14;
    /** Pieces. A bucket of more sorted pieces is sorted anew. */
    public static final int MAX_MERGED = 64;
    /** Rounds. Merging reads and writes each key in 1.3 ns; so this many rounds take as long as sorting anew. */
    public static final int MAX_ROUNDS = 4;
    /** If one piece is this many times longer, the other one's keys are inserted: most keys are copied in blocks then. */
    public static final int FAR = 8;

    // keys: the sort of a bucket

    /** Values in a sample that repeats, at most. The JDK sorts keys of 16 values twice as fast as they are distributed, but not those of 200. */
    public static final int FEW_VALUES = 16;
    /**
     * The keys that have other values than the frequent ones are at most this part: to count values and copy the others takes half the time
     * of a sort.
     */
    public static final int OTHERS_PART = 4;
    /** Sampled keys that show the values which repeat, at most: to sort them takes five microseconds. */
    public static final int VALUE_SAMPLES = 1 << 9;
    /** Slots for values, as a power of two: with their counters, they stay in the first-level cache. Of 512 values, a tenth has no slot. */
    public static final int VALUE_SLOTS_LOG = 11;
    /** Values, at most, that are compared with all keys. That takes 0.1 nanoseconds per key and value, a table takes 1.2 in all. */
    public static final int COMPARED_VALUES = 8;
    /** Keys in a leaf, planned. The JDK sorts 18 to 43 ints in about 1.3 ns each, with vector code; others in 5 to 8. */
    public static final int LEAF = 28;
    /** Keys that small neighbouring leaves have together, at most, to be sorted at once; the reason is the same. */
    public static final int MAX_LEAF = 43;
    /** Keys. A leaf of more is distributed again; up to this number, the JDK is as fast. */
    public static final int CROWDED_LEAF = 512;
    /** Samples at either end that do not show the range of the keys, because they may be far from all others. */
    public static final int TRIM = 2;
    /** Samples. Keys are uneven if more than this number of samples are in a sixteenth of the range: expected are four. */
    public static final int CLOSE = 13;
    /** As a power of two, the part of the range that is looked at for uneven keys, and added on either side for leaves. */
    public static final int RANGE_PART_LOG = 4;

    // keys of 8 and 16 bits

    /** Bytes. The JDK counts fewer as fast as two threads. */
    public static final int FEW_BYTES = 1 << 20;
    /** Keys of 16 bits. The JDK counts fewer as fast as two threads, whatever their distribution. */
    public static final int FEW_SHORTS = 1 << 18;
    /** Keys that a thread counts, as a power of two: to wake it, to clear its 65,536 counters and to add them takes a part of that time. */
    public static final int COUNTING_LOG = 17;

    // rows

    /** Longs per pair that may stay tied, as a power of two: to repair so few by insertion takes less time than a longer sort. */
    public static final int PER_TIE_LOG = 4;
    /** Rows that are copied word by word at a time; they stay in the first-level cache meanwhile. */
    public static final int GATHER_TILE = 256;
    /** Bytes of a row that is copied as a whole: 1.5 to 4 times as fast as word by word, while rows of 100 bytes are slower by a tenth. */
    public static final int WIDE_ROW = 1 << 7;

    // segments

    /** Keys in a part: to sort them takes several times as long as to wake a thread. */
    public static final int SEGMENT_PART = 1 << 14;
    /** Parts per thread: a thread waits for the last part of another one for a few hundredths of the whole time at most. */
    public static final int SEGMENT_TASKS = 16;
    /**
     * A segment is sorted by all threads if it has more keys than a thread's share divided by this: to sort it by all threads takes half as
     * long again per key, and one thread may have to sort it after all others have finished.
     */
    public static final int LONG_SEGMENT_PART = 2;
    /** Keys that fit in the second-level cache, with copies of them. */
    public static final int SEGMENT_BATCH = 1 << 12;
    /** Bytes of a segment, on average, from which the JDK counts them in less time than they are sorted as ints. */
    public static final int COUNTED_SEGMENT = 1 << 8;
    /** Keys of the longest segment that an insertion sort without branches sorts faster than the JDK. */
    public static final int BRANCHLESS_INSERTION = 16;

    // select

    /** Keys from which a sample for few distinct ones takes at most a few hundredths of the time of a sort. */
    public static final int SAMPLED_DISTINCT = 1 << 15;
    /** Keys of that sample. If 1,900 values are equally frequent, seven eighths of the sampled keys are distinct on average. */
    public static final int DISTINCT_SAMPLES = 512;
    /** Distinct keys in that sample, at most: more would soon fill the table. */
    public static final int MAX_DISTINCT_SAMPLED = DISTINCT_SAMPLES * 7 / 8;
    /** Slots of a table of distinct keys, as a power of two: of 24 bytes each, they stay in the second-level cache. */
    public static final int SLOTS_LOG = 13;
    /** Slots that are searched for a key. If none is free, two of three slots of the table are taken, or searches would take long. */
    public static final int PROBES = 64;
    /** Keys, or strings. The first ones, up to this number, are kept in order while all others are read. */
    public static final int FEW_TOP = 64;

    // strings

    /** Strings of an array that are sorted by insertion, with few calls: the first sorts of a program run before they are compiled. */
    public static final int FEW_STRINGS = 40;
    /** Strings of a part. A run of up to this number is sorted by the thread that finds it. To read them takes 100 microseconds. */
    public static final int SHORT_STRINGS = 1 << 11;
    /** Strings from which their longs are sorted by digits faster than by the JDK. */
    public static final int RADIX_STRINGS = 256;
    /** Strings of a run that are compared to find out how far all are equal. */
    public static final int SAMPLED_STRINGS = 8;
    /** Strings that are brought into the cache at a time, so that their cache misses do not wait for each other. */
    public static final int STRING_TILE = 32;

    // merge

    /** Keys of a window: with their copy, they stay in the second-level cache. */
    public static final int WINDOW = 1 << 15;
    /** Keys of a window per run, if that is less. To find where they end takes a hundredth of the time; memory for more is slower. */
    public static final int WINDOW_PER_RUN = 1 << 12;
    /** Keys of a window per run, if that is more: to merge them takes longer than to find where they end. */
    public static final int MIN_WINDOW_PER_RUN = 1 << 6;

    private HostPolicy() {}
}
