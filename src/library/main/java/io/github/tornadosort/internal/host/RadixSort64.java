package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.Arrays;

/**
 * A stable radix sort of longs by their upper bits. The lower bits are a payload: they move with the keys and are not
 * compared. Long arrays are first split into buckets by their most significant digit, on all cores; a bucket that fits in the
 * cache is then sorted by one thread, least significant digit first.
 */
final class RadixSort64 {
    /** Number of elements from which several threads are faster than one. */
    static final int PARALLEL_FROM = 1 << 15;
    /** Longest part that is sorted by insertion: shorter than the count array of the smallest digit. */
    static final int MAX_INSERTION = 24;
    /** Number of elements from which fewer, longer digits are faster, although their counts take longer to add up. */
    private static final int LONG_DIGITS_FROM = 1500;
    private static final int MEDIUM_DIGITS_FROM = 100;
    private static final int MAX_DIGIT_BITS = 11;
    /** Binary logarithm of the best size of a bucket: with its copy, it fits in the second-level cache. */
    private static final int BUCKET_LOG = 13;
    private static final int MIN_SPLIT_BITS = 6;

    private final int low;
    private final int threads;
    private final HostBuffers buffers;
    /** One count array per thread. */
    private final int[] counts;

    private RadixSort64(int low, int threads, int[] counts, HostBuffers buffers) {
        this.low = low;
        this.threads = threads;
        this.counts = counts;
        this.buffers = buffers;
    }

    /**
     * Sorts part of an array.
     *
     * @param spare an array that is overwritten at the same indices; not used for 24 elements or fewer
     * @param low index of the lowest bit that is compared; compared bits are unsigned numbers
     */
    static void sort(long[] array, long[] spare, int from, int to, int low, HostBuffers buffers) {
        int n = to - from;
        if (n <= MAX_INSERTION) {
            insertionSort(array, from, to, low);
            return;
        }
        int threads = n < PARALLEL_FROM ? 1 : Loop.threads(n);
        int[] counts = buffers.ints(threads * countLength(n));
        try {
            RadixSort64 sort = new RadixSort64(low, threads, counts, buffers);
            if (threads == 1) {
                sort.sortPart(array, spare, from, to, false, 0);
            } else {
                sort.split(array, spare, from, to, false);
            }
        } finally {
            buffers.release(counts);
        }
    }

    /** Returns the number of counts that {@link #sortPart(long[], long[], int, int, int, int[], int)} needs. */
    static int countLength(int n) {
        return n < LONG_DIGITS_FROM ? 1 << 8 : 1 << MAX_DIGIT_BITS;
    }

    /**
     * Sorts part of an array on the calling thread.
     *
     * @param counts overwritten from index {@code countsAt}: as many ints as {@link #countLength} of the part's length
     */
    static void sortPart(long[] array, long[] spare, int from, int to, int low, int[] counts, int countsAt) {
        new RadixSort64(low, 1, counts, null).sortPart(array, spare, from, to, false, countsAt);
    }

    /** Splits a part into buckets on all cores and sorts each of them. The result is in the spare array if {@code toSpare}. */
    private void split(long[] array, long[] spare, int from, int to, boolean toSpare) {
        long varying = varyingInParallel(array, from, to) >>> low;
        if (varying == 0) {
            if (toSpare) {
                ParallelRanges.ranges(to - from, (begin, end) -> System.arraycopy(array, from + (int) begin, spare,
                        from + (int) begin, (int) (end - begin)));
            }
            return;
        }
        int keyBits = Long.SIZE - Long.numberOfLeadingZeros(varying);
        int logOfLength = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(to - from);
        int bits = Math.min(Math.clamp(logOfLength - BUCKET_LOG, MIN_SPLIT_BITS, MAX_DIGIT_BITS), keyBits);
        int shift = low + keyBits - bits;
        int buckets = 1 << bits;
        int parts = Math.clamp((to - from) / (4 << bits), 1, 2 * threads);
        int[] indices = buffers.ints(parts * buckets);
        int[] ends = buffers.ints(buckets);
        try {
            ParallelRanges.each(parts, part -> count(array, bound(from, to, parts, part), bound(from, to, parts, part + 1),
                    shift, buckets - 1, indices, part * buckets));
            int index = from;
            for (int bucket = 0; bucket < buckets; bucket++) {
                for (int part = 0; part < parts; part++) {
                    int count = indices[part * buckets + bucket];
                    indices[part * buckets + bucket] = index;
                    index += count;
                }
                ends[bucket] = index;
            }
            ParallelRanges.each(parts, part -> scatter(array, spare, bound(from, to, parts, part),
                    bound(from, to, parts, part + 1), shift, buckets - 1, indices, part * buckets));
            sortBuckets(spare, array, from, ends, buckets, !toSpare);
        } finally {
            buffers.release(indices);
            buffers.release(ends);
        }
    }

    /** Sorts each bucket. The result is in the other array if {@code toOther}. */
    private void sortBuckets(long[] scattered, long[] other, int from, int[] ends, int buckets, boolean toOther) {
        // A bucket that would keep one thread busy longer than all others is split by all threads.
        int tooLong = Math.max(PARALLEL_FROM, (ends[buckets - 1] - from) / (2 * threads));
        new Loop(buckets, (bucket, thread) -> {
            int begin = bucket == 0 ? from : ends[bucket - 1];
            if (ends[bucket] - begin < tooLong) {
                sortPart(scattered, other, begin, ends[bucket], toOther, thread * countLength(PARALLEL_FROM));
            }
        }).run();
        for (int bucket = 0; bucket < buckets; bucket++) {
            int begin = bucket == 0 ? from : ends[bucket - 1];
            if (ends[bucket] - begin >= tooLong) {
                split(scattered, other, begin, ends[bucket], toOther);
            }
        }
    }

    private static int bound(int from, int to, int parts, int part) {
        return from + (int) ParallelRanges.start(to - from, parts, part);
    }

    private static void count(long[] array, int from, int to, int shift, int mask, int[] counts, int at) {
        Arrays.fill(counts, at, at + mask + 1, 0);
        for (int i = from; i < to; i++) {
            counts[at + ((int) (array[i] >>> shift) & mask)]++;
        }
    }

    private static void scatter(long[] from, long[] to, int begin, int end, int shift, int mask, int[] indices, int at) {
        for (int i = begin; i < end; i++) {
            long element = from[i];
            to[indices[at + ((int) (element >>> shift) & mask)]++] = element;
        }
    }

    /** Sorts a part on one thread. The result is in the spare array if {@code toSpare}. */
    private void sortPart(long[] array, long[] spare, int from, int to, boolean toSpare, int countsAt) {
        int n = to - from;
        long[] sorted = array;
        if (n <= MAX_INSERTION) {
            insertionSort(array, from, to, low);
        } else {
            sorted = sortByDigits(array, spare, from, to, varying(array, from, to) >>> low, countsAt);
        }
        long[] result = toSpare ? spare : array;
        if (sorted != result) {
            System.arraycopy(sorted, from, result, from, n);
        }
    }

    /** Sorts by the digits in which keys vary; returns the array that holds the result. */
    private long[] sortByDigits(long[] array, long[] spare, int from, int to, long varying, int countsAt) {
        if (varying == 0) {
            return array;
        }
        int first = Long.numberOfTrailingZeros(varying);
        int span = Long.SIZE - Long.numberOfLeadingZeros(varying) - first;
        int maxBits = to - from < MEDIUM_DIGITS_FROM ? 6 : to - from < LONG_DIGITS_FROM ? 8 : MAX_DIGIT_BITS;
        int bits = Math.ceilDiv(span, Math.ceilDiv(span, maxBits));
        int mask = (1 << bits) - 1;
        long[] source = array;
        long[] target = spare;
        for (int digit = first; digit < first + span; digit += bits) {
            if ((varying >>> digit & mask) != 0) {
                // The highest digit may reach beyond the bits in which keys vary; higher bits are equal.
                count(source, from, to, low + digit, mask, counts, countsAt);
                int index = from;
                for (int i = countsAt; i <= countsAt + mask; i++) {
                    int count = counts[i];
                    counts[i] = index;
                    index += count;
                }
                scatter(source, target, from, to, low + digit, mask, counts, countsAt);
                long[] swapped = source;
                source = target;
                target = swapped;
            }
        }
        return source;
    }

    /** Returns a mask of the bits in which elements differ from the first one. */
    private static long varying(long[] array, int from, int to) {
        long first = array[from];
        long varying = 0;
        for (int i = from; i < to; i++) {
            varying |= array[i] ^ first;
        }
        return varying;
    }

    private static long varyingInParallel(long[] array, int from, int to) {
        int parts = ParallelRanges.parts(to - from);
        long[] found = new long[parts];
        ParallelRanges.each(parts, part -> {
            int begin = bound(from, to, parts, part);
            found[part] = varying(array, begin, bound(from, to, parts, part + 1)) | array[begin] ^ array[from];
        });
        long all = 0;
        for (long varying : found) {
            all |= varying;
        }
        return all;
    }

    private static void insertionSort(long[] array, int from, int to, int low) {
        for (int i = from + 1; i < to; i++) {
            long element = array[i];
            long key = element >>> low;
            int j = i;
            while (j > from && array[j - 1] >>> low > key) {
                array[j] = array[j - 1];
                j--;
            }
            array[j] = element;
        }
    }
}
