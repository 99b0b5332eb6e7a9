package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.host.Phases.Phase;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Sorts many 64-bit keys on all cores. A sample of the keys divides their range into buckets (Leischner, Osipov and Sanders 2010,
 * §3; Merrill and Grimshaw 2011 for the scatter). All threads count the keys of each bucket, then scatter the keys to a copy,
 * and then sort the buckets, each in the caches of one core.
 *
 * <p>The caller's keys are read twice and written once, in the last phase, when all memory has been allocated.
 */
final class BucketSort64 {
    /** Keys in a bucket of a short array: enough to make the scatter's cost per bucket small. */
    private static final int SHORT_BUCKET_LOG = 14;
    /** Keys in a bucket of a long array: as many as a core's own caches hold. */
    private static final int LONG_BUCKET_LOG = 16;
    /** Number of buckets at which the scatter begins to take longer. */
    private static final int MANY_BUCKETS = 512;
    private static final int MAX_BUCKETS = 4096;
    private static final int BUCKETS_PER_THREAD = 4;
    private static final int SAMPLES_PER_BUCKET = 16;
    /** Smallest number of keys that one part of a loop reads. */
    private static final int MIN_PART_LOG = 13;
    private static final int PARTS_PER_THREAD = 2;
    /** A bucket of this part of the keys, or more, would keep one thread busy after the others have finished. */
    private static final int LARGE_PART = 16;

    /** Below this number of keys, the JDK's quicksort is faster if most keys occur more than once. */
    private static final int FEW_KEYS = 1 << 22;

    private final Tiles64 keys;
    private final int n;
    private final int threads;
    private final Cells64 cells;
    private final long[] scattered;
    private final int parts;
    /** For each part and bucket the number of keys, later the index in {@link #scattered} of the next key. */
    private final int[][] next;
    /** The index of the first key of each bucket. */
    private final int[] starts;
    private final LocalSort64[] localSorts;
    private int fullest;
    /** Whether {@link #scattered} holds all keys, so that the caller's keys may be overwritten. */
    private volatile boolean complete;

    private BucketSort64(Tiles64 keys, int threads, Cells64 cells, long[] scattered) {
        this.keys = keys;
        this.n = keys.size();
        this.threads = threads;
        this.cells = cells;
        this.scattered = scattered;
        this.parts = Math.clamp(n >> MIN_PART_LOG, 1, threads * PARTS_PER_THREAD);
        this.next = new int[parts][];
        this.starts = new int[cells.buckets() + 1];
        this.localSorts = new LocalSort64[threads];
    }

    /**
     * Sorts keys.
     *
     * @return false if another sort suits the keys better: they cannot be divided evenly, or are few and often equal; they are
     *     unchanged then
     * @throws OutOfMemoryError if there is not enough memory for a copy of the keys; they are unchanged then
     */
    static boolean sort(Tiles64 keys, int threads, HostBuffers buffers) {
        int buckets = buckets(keys.size(), threads);
        long[] sample = sample(keys, SAMPLES_PER_BUCKET * buckets);
        if (keys.size() < FEW_KEYS && repeats(sample) > sample.length / 2) {
            return false;
        }
        int most = Math.max(4 * SAMPLES_PER_BUCKET, sample.length / Math.max(threads, LARGE_PART));
        Cells64 cells = Cells64.of(sample, buckets, most);
        if (cells == null) {
            return false;
        }
        long[] scattered = buffers.longs(keys.size());
        try {
            new BucketSort64(keys, threads, cells, scattered).run();
        } finally {
            buffers.release(scattered);
        }
        return true;
    }

    private static int buckets(int n, int threads) {
        int buckets = Math.max(Math.min(n >> SHORT_BUCKET_LOG, MANY_BUCKETS), n >> LONG_BUCKET_LOG);
        return Math.clamp(buckets, BUCKETS_PER_THREAD * threads, MAX_BUCKETS);
    }

    /** Returns keys at random indices, in ascending order. */
    static long[] sample(Tiles64 keys, int size) {
        SplittableRandom random = new SplittableRandom(keys.size());
        long[] sample = new long[size];
        for (int i = 0; i < size; i++) {
            sample[i] = keys.at(random.nextInt(keys.size()));
        }
        Arrays.sort(sample);
        return sample;
    }

    private static int repeats(long[] sample) {
        int repeats = 0;
        for (int i = 1; i < sample.length; i++) {
            repeats += sample[i] == sample[i - 1] ? 1 : 0;
        }
        return repeats;
    }

    private void run() {
        try {
            new Phases(
                    threads,
                    new Phase(parts, this::count, this::assignIndices),
                    new Phase(parts, this::scatter, this::complete),
                    new Phase(cells.buckets(), this::sortBucket)).run();
        } catch (RuntimeException | Error e) {
            if (!complete) {
                throw e;
            }
            // Some of the caller's keys may be overwritten, so the calling thread sorts all buckets again.
            Loop.repeat(cells.buckets(), (bucket, _) -> sortBucket(bucket, 0));
        }
    }

    private void complete() {
        localSort(0);
        complete = true;
    }

    private void count(int part, int thread) {
        int[] counts = new int[cells.buckets()];
        visit(part, (tile, buckets, length) -> {
            for (int i = 0; i < length; i++) {
                counts[buckets[i]]++;
            }
        });
        next[part] = counts;
    }

    private void assignIndices() {
        int index = 0;
        for (int bucket = 0; bucket < cells.buckets(); bucket++) {
            starts[bucket] = index;
            for (int[] ofPart : next) {
                int count = ofPart[bucket];
                ofPart[bucket] = index;
                index += count;
            }
            fullest = Math.max(fullest, index - starts[bucket]);
        }
        starts[cells.buckets()] = index;
    }

    private void scatter(int part, int thread) {
        int[] indices = next[part];
        visit(part, (tile, buckets, length) -> {
            for (int i = 0; i < length; i++) {
                int bucket = buckets[i];
                int index = indices[bucket];
                indices[bucket] = index + 1;
                scattered[index] = tile[i];
            }
        });
        localSort(thread);
    }

    private interface TileVisitor {
        void visit(long[] tile, short[] buckets, int length);
    }

    private void visit(int part, TileVisitor visitor) {
        long[] tile = new long[Tiles64.LENGTH];
        short[] buckets = new short[Tiles64.LENGTH];
        int end = (int) ParallelRanges.start(n, parts, part + 1);
        for (int first = (int) ParallelRanges.start(n, parts, part); first < end; first += Tiles64.LENGTH) {
            int length = Math.min(Tiles64.LENGTH, end - first);
            keys.read(first, tile, length);
            cells.find(tile, length, buckets);
            visitor.visit(tile, buckets, length);
        }
    }

    private LocalSort64 localSort(int thread) {
        if (localSorts[thread] == null) {
            localSorts[thread] = new LocalSort64(fullest);
        }
        return localSorts[thread];
    }

    private void sortBucket(int bucket, int thread) {
        int first = starts[bucket];
        int count = starts[bucket + 1] - first;
        keys.write(localSort(thread).sort(scattered, first, count), count, first);
    }
}
