package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.Phases.Phase;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * Sorts many 64-bit keys on all cores. A sample of the keys divides their range into buckets (Leischner, Osipov and Sanders 2010,
 * §3). The keys are cut into parts that fit in a core's own cache. For each part, a thread counts the keys of each bucket and copies
 * the keys in the order of their buckets. Then the threads collect the pieces of each bucket from all parts, and sort the bucket in
 * the caches of one core. So the main memory is read and written twice, whatever the number of keys.
 *
 * <p>The caller's keys are written in the last phase, when all memory has been allocated.
 */
final class BucketSort64 {
    /** Keys in a bucket of a short array: enough to make the scatter's cost per bucket small. */
    private static final int SHORT_BUCKET_LOG = 13;
    /** Keys in a bucket of a long array: as many as a core's own caches hold. */
    private static final int LONG_BUCKET_LOG = 16;
    /** Number of buckets at which the scatter begins to take longer. */
    private static final int MANY_BUCKETS = 512;
    private static final int MAX_BUCKETS = 4096;
    private static final int BUCKETS_PER_THREAD = 4;
    private static final int SAMPLES_PER_BUCKET = 16;
    /** Samples that a thread takes at a time: about ten microseconds of work. */
    private static final int SAMPLES_PER_PART = 256;
    private static final int MIN_PART_LOG = 12;
    /** Bytes of the largest part: a part and its copy fit in a core's own cache. */
    private static final int MAX_PART_BYTES = 1 << 19;
    private static final int PARTS_PER_THREAD = 4;
    /** Average number of keys of a part in a bucket that makes the cost of a piece small. */
    private static final int PIECE = 64;
    /** A bucket of this part of the keys, or more, would keep one thread busy after the others have finished. */
    private static final int LARGE_PART = 16;

    /** A bucket is sorted before others if it holds more than this number of average buckets. */
    private static final int LARGE_BUCKETS = 2;
    /** A bucket of more keys is large: if they are equal, one thread would take ten microseconds to find that out and to write them. */
    private static final int LARGE_KEYS = 1 << 14;
    /** Below this number of keys, the JDK's quicksort may be faster than few threads. */
    private static final int FEW_KEYS = 1 << 22;
    /** Number of threads from which the first sort is faster with a warm-up, and repeated keys are sorted faster than by the JDK. */
    static final int MANY_THREADS = 4;
    private static final int WARM_UP_SORTS = 64;
    private static final int WARM_UP_KEYS = 1 << 15;

    /** Whether no keys were sorted by many threads in this JVM. */
    private static final AtomicBoolean COLD = new AtomicBoolean(true);

    private final Tiles64 keys;
    private final int n;
    private final int threads;
    private final HostBuffers buffers;
    /** Receives the number of sorted keys in the last phase; null if nobody asks for it. */
    private final LongConsumer sorted;
    private final long[] sample;
    private final LocalSort64[] localSorts;
    /** Made beforehand, since there may be no memory when it runs. */
    private final Runnable rewriting = this::writeAll;
    /** Null until the sample has been taken, or if another sort suits the keys better. */
    private Cells64 cells;
    private long[] copy;
    private int parts;
    /** For each part and bucket, the end of the bucket's piece in {@link #copy}. */
    private int[][] ends;
    /** For each thread that distributes parts, the number of keys in each bucket. */
    private int[][] counts;
    /** The index of the first key of each bucket. */
    private int[] starts;
    /** The buckets of many keys, which may be equal. Known when all parts have been distributed. */
    private int[] large = {};
    /** All buckets in the order in which they are sorted: the fullest ones first, so that no thread waits for one in the end. */
    private int[] order = {};
    /** Whether all keys of a bucket are equal, which is checked for large buckets. */
    private boolean[] constant;
    /** The sorted keys that are reported; null if nobody asks for them. */
    private SortedPrefix prefix;
    /** Whether {@link #copy} holds all keys, so that the caller's keys may be overwritten. */
    private volatile boolean complete;

    private BucketSort64(Tiles64 keys, int threads, HostBuffers buffers, LongConsumer sorted) {
        this.keys = keys;
        this.n = keys.size();
        this.threads = threads;
        this.buffers = buffers;
        this.sorted = sorted;
        this.sample = new long[SAMPLES_PER_BUCKET * buckets(n, threads)];
        this.localSorts = new LocalSort64[threads];
    }

    /**
     * Sorts keys.
     *
     * @return false if another sort suits the keys better: they cannot be divided evenly, or are few and often equal; they are
     *     unchanged then
     * @throws OutOfMemoryError if there is not enough memory for a copy of the keys; they are unchanged then
     */
    static boolean sort(Tiles64 keys, int threads, HostBuffers buffers, LongConsumer sorted) {
        if (threads >= MANY_THREADS && COLD.get() && COLD.getAndSet(false)) {
            warmUp(threads);
        }
        return sort(keys, threads, threads, buffers, sorted);
    }

    /**
     * Sorts random keys on the calling thread until the loops are compiled. Code that is not compiled yet counts its branches in
     * memory that all threads share, so that sixteen threads take longer than one. On 16 cores, the warm-up takes 0.1 s, and the
     * first sort of 2<sup>20</sup> keys then takes 0.07 s instead of 0.28 s.
     */
    private static void warmUp(int threads) {
        SplittableRandom random = new SplittableRandom(1);
        long[] keys = new long[WARM_UP_KEYS];
        try (HostBuffers buffers = new HostBuffers()) {
            for (int sorts = 0; sorts < WARM_UP_SORTS; sorts++) {
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = random.nextInt();
                }
                sort(new Tiles64(Column.of(keys), false), threads, 1, buffers, null);
            }
        }
    }

    /**
     * Sorts keys as a given number of threads does, on this number of threads or fewer.
     *
     * @param running the number of threads that run
     */
    private static boolean sort(Tiles64 keys, int threads, int running, HostBuffers buffers, LongConsumer sorted) {
        try (Phases phases = Phases.start(running)) {
            BucketSort64 sort = new BucketSort64(keys, threads, buffers, sorted);
            sort.run(phases);
            return sort.cells != null;
        }
    }

    /** Returns the number of buckets for n keys. */
    static int buckets(int n, int threads) {
        int buckets = Math.max(Math.min(n >> SHORT_BUCKET_LOG, MANY_BUCKETS), n >> LONG_BUCKET_LOG);
        return Math.min(Math.max(buckets, BUCKETS_PER_THREAD * threads), MAX_BUCKETS);
    }

    private int partsOfSample() {
        return Math.ceilDiv(sample.length, SAMPLES_PER_PART);
    }

    /** Reads keys at random indices. */
    private void takeSamples(int part, int thread) {
        SplittableRandom random = new SplittableRandom((long) n + part);
        int end = Math.min(sample.length, (part + 1) * SAMPLES_PER_PART);
        for (int i = part * SAMPLES_PER_PART; i < end; i++) {
            sample[i] = keys.at(random.nextInt(n));
        }
    }

    /** Divides the range of the keys, unless another sort suits them better, and allocates memory. */
    private void divide(Phases phases) {
        Arrays.sort(sample);
        if (threads >= MANY_THREADS || n >= FEW_KEYS || !JdkSort.suits(sample)) {
            int most = Math.max(4 * SAMPLES_PER_BUCKET, sample.length / Math.max(threads, LARGE_PART));
            cells = Cells64.of(sample, sample.length / SAMPLES_PER_BUCKET, most);
        }
        if (cells == null) {
            phases.end();
        } else {
            allocate(cells.buckets());
        }
    }

    private void allocate(int buckets) {
        copy = buffers.longs(n);
        parts = Math.max(
                Math.clamp(n >> MIN_PART_LOG, 1, threads * PARTS_PER_THREAD),
                Math.min(Math.ceilDiv(n, MAX_PART_BYTES / Long.BYTES), n / (PIECE * buckets)));
        ends = new int[parts][];
        counts = new int[threads][];
        starts = new int[buckets + 1];
        order = new int[buckets];
        constant = new boolean[buckets];
        buffers.takeKept(localSorts, minCapacity());
    }

    private void run(Phases phases) {
        try {
            phases.run(
                    new Phase(partsOfSample(), this::takeSamples, () -> divide(phases)),
                    new Phase(() -> parts, this::distribute, this::findStarts),
                    new Phase(this::partsOfLarge, this::findConstants, this::complete),
                    new Phase(this::partsOfLarge, this::writeConstants, () -> {}),
                    new Phase(() -> order.length, this::sortNext, () -> {}));
        } catch (RuntimeException | Error e) {
            if (!complete || !keys.areOverwritten()) {
                throw e;
            }
            // Some of the caller's keys may be overwritten, so the calling thread sorts all buckets again.
            Loop.repeat(rewriting);
        } finally {
            for (LocalSort64 sort : localSorts) {
                if (sort != null) {
                    buffers.release(sort);
                }
            }
            if (copy != null) {
                buffers.release(copy);
            }
        }
    }

    private void writeAll() {
        for (int part = 0; part < parts; part++) {
            writeConstants(part, 0);
        }
        for (int bucket = 0; bucket < cells.buckets(); bucket++) {
            sortBucket(bucket, 0);
        }
    }

    /** Copies the keys of a part in the order of their buckets. */
    private void distribute(int part, int thread) {
        int start = start(part);
        int n = start(part + 1) - start;
        LocalSort64 sort = localSort(thread, n);
        int[] next = new int[cells.buckets()];
        if (counts[thread] == null) {
            counts[thread] = new int[next.length];
        }
        count(start, n, sort, next);
        int index = start;
        for (int bucket = 0; bucket < next.length; bucket++) {
            int count = next[bucket];
            next[bucket] = index;
            index += count;
            counts[thread][bucket] += count;
        }
        scatter(start, n, sort, next);
        ends[part] = next;
    }

    /** Finds the bucket of each key of a part, and counts the keys of each bucket. */
    private void count(int start, int n, LocalSort64 sort, int[] counters) {
        for (int from = 0; from < n; from += Tiles64.LENGTH) {
            int length = Math.min(Tiles64.LENGTH, n - from);
            keys.read(start + from, sort.keys(), length);
            cells.find(sort.keys(), length, sort.scratch(), sort.numbers(), from, counters);
        }
    }

    /** Copies the keys of a part to the next indices of their buckets. */
    private void scatter(int start, int n, LocalSort64 sort, int[] next) {
        for (int from = 0; from < n; from += Tiles64.LENGTH) {
            int length = Math.min(Tiles64.LENGTH, n - from);
            keys.read(start + from, sort.keys(), length);
            scatter(sort.keys(), sort.numbers(), from, length, next, copy);
        }
    }

    /** Writes the keys of a tile to the next indices of their buckets. */
    private static void scatter(long[] tile, char[] bucketOfKey, int from, int length, int[] next, long[] to) {
        for (int i = 0; i < length; i++) {
            int bucket = bucketOfKey[from + i];
            int index = next[bucket];
            next[bucket] = index + 1;
            to[index] = tile[i];
        }
    }

    private int start(int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }

    /** Computes where each bucket starts, after all parts have been distributed. */
    private void findStarts() {
        for (int[] count : counts) {
            for (int bucket = 0; count != null && bucket < count.length; bucket++) {
                starts[bucket + 1] += count[bucket];
            }
        }
        int full = LARGE_BUCKETS * average();
        int shared = Math.max(full, LARGE_KEYS);
        int found = append(0, shared, n);
        large = Arrays.copyOf(order, found);
        found = append(found, full, shared);
        append(found, -1, full);
        for (int bucket : large) {
            constant[bucket] = true;
        }
        for (int bucket = 0; bucket < cells.buckets(); bucket++) {
            starts[bucket + 1] += starts[bucket];
        }
    }

    /** Appends the buckets of more keys than {@code above}, but no more than {@code most}, to the order. */
    private int append(int from, int above, int most) {
        int end = from;
        for (int bucket = 0; bucket < cells.buckets(); bucket++) {
            int size = starts[bucket + 1];
            if (size > above && size <= most) {
                order[end++] = bucket;
            }
        }
        return end;
    }

    /** Returns the number of parts in which to look at large buckets. */
    private int partsOfLarge() {
        return large.length == 0 ? 0 : parts;
    }

    private int largestPart() {
        return n / parts + 1;
    }

    private int average() {
        return n / cells.buckets() + 1;
    }

    /** Returns a key of a bucket that is not empty. */
    private long keyOf(int bucket) {
        int part = 0;
        while (begin(part, bucket) == ends[part][bucket]) {
            part++;
        }
        return copy[begin(part, bucket)];
    }

    /** Finds out whether all keys of a large bucket are equal in this part. */
    private void findConstants(int part, int thread) {
        for (int bucket : large) {
            if (constant[bucket] && !allEqual(keyOf(bucket), begin(part, bucket), ends[part][bucket])) {
                constant[bucket] = false;
            }
        }
    }

    private boolean allEqual(long key, int begin, int end) {
        long different = 0;
        for (int i = begin; i < end; i++) {
            different |= copy[i] ^ key;
        }
        return different == 0;
    }

    private void complete() {
        int fullest = 0;
        for (int bucket = 0; bucket < cells.buckets(); bucket++) {
            fullest = constant[bucket] ? fullest : Math.max(fullest, starts[bucket + 1] - starts[bucket]);
        }
        // If another thread lacks memory, the calling thread sorts all buckets.
        localSort(0, fullest);
        prefix = sorted == null ? null : new SortedPrefix(sorted, starts);
        complete = true;
    }

    /** Writes this part of each bucket whose keys are equal. */
    private void writeConstants(int part, int thread) {
        for (int bucket : large) {
            if (constant[bucket]) {
                int first = starts[bucket];
                int count = starts[bucket + 1] - first;
                int from = (int) ParallelRanges.start(count, parts, part);
                keys.fill(keyOf(bucket), first + from, (int) ParallelRanges.start(count, parts, part + 1) - from);
            }
        }
    }

    /** Returns the number of keys that the sort of each thread has room for, at least. */
    private int minCapacity() {
        return Math.max(largestPart(), LARGE_BUCKETS * average());
    }

    private LocalSort64 localSort(int thread, int n) {
        LocalSort64 found = localSorts[thread];
        if (found == null || found.capacity() < n) {
            localSorts[thread] = buffers.sort64(Math.max(n, minCapacity()));
            if (found != null) {
                buffers.release(found);
            }
        }
        return localSorts[thread];
    }

    private int begin(int part, int bucket) {
        return bucket == 0 ? start(part) : ends[part][bucket - 1];
    }

    private void sortNext(int index, int thread) {
        sortBucket(order[index], thread);
        if (prefix != null) {
            prefix.add(order[index]);
        }
    }

    private void sortBucket(int bucket, int thread) {
        if (constant[bucket]) {
            return;
        }
        int n = starts[bucket + 1] - starts[bucket];
        LocalSort64 sort = localSort(thread, n);
        collect(bucket, sort.keys());
        keys.write(sort.sort(n), n, starts[bucket]);
    }

    /** Copies the pieces of a bucket from all parts to the start of an array. */
    private void collect(int bucket, long[] to) {
        int n = 0;
        for (int part = 0; part < parts; part++) {
            int begin = begin(part, bucket);
            int count = ends[part][bucket] - begin;
            System.arraycopy(copy, begin, to, n, count);
            n += count;
        }
    }
}
