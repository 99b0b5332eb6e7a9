package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** Verifies results on all cores. Each check returns null, or a description of the first error. */
public final class Verification {
    private static final long BLOCK = 1 << 16;

    private Verification() {}

    /** Checks that the result is ascending and contains the given keys, compared by a 64-bit hash of the multiset. */
    public static String sorted(Column given, Column result) {
        String disorder =
                firstWhere(result.size(), i -> i > 0 && rank(result, i - 1) > rank(result, i) ? 1 : 0, "ascending");
        return disorder != null ? disorder : sameKeys(given, result);
    }

    /** Checks in the same way that the result is descending. */
    public static String descending(Column given, Column result) {
        String disorder =
                firstWhere(result.size(), i -> i > 0 && rank(result, i - 1) < rank(result, i) ? 1 : 0, "descending");
        return disorder != null ? disorder : sameKeys(given, result);
    }

    private static String sameKeys(Column given, Column result) {
        return hash(given) == hash(result) ? null : "the keys of the result differ from the input";
    }

    /**
     * Checks that the indices are those of a stable sort: they select ascending keys, and the indices of equal keys ascend. If
     * all indices are in range, this implies a permutation.
     */
    public static String indices(Column given, MemorySegment indices) {
        return indices(given.size(), (a, b) -> Long.compare(rank(given, a), rank(given, b)), indices);
    }

    /** Checks the indices of records in the same way. Their keys are compared as unsigned bytes. */
    public static String recordIndices(MemorySegment given, MemorySegment indices, int width, int keyBytes) {
        return indices(
                given.byteSize() / width, (a, b) -> compareBytes(given, a * width, b * width, keyBytes), indices);
    }

    /** Compares the elements at two indices. */
    private interface Order {
        int compare(long a, long b);
    }

    private static String indices(long n, Order keys, MemorySegment indices) {
        String outside = firstWhere(n, i -> index(indices, i) < 0 || index(indices, i) >= n ? 1 : 0, "in range");
        if (outside != null) {
            return outside;
        }
        return firstWhere(
                n,
                i -> {
                    if (i == 0) {
                        return 0;
                    }
                    int order = keys.compare(index(indices, i - 1), index(indices, i));
                    return order > 0 || (order == 0 && index(indices, i - 1) >= index(indices, i)) ? 1 : 0;
                },
                "in a stable order");
    }

    /** Checks that the indices are those of a stable sort, and that the result is the keys they select. */
    public static String pairs(Column given, Column result, MemorySegment indices) {
        String error = indices(given, indices);
        if (error != null) {
            return error;
        }
        KeyType type = given.type();
        return firstWhere(
                given.size(),
                i -> KeyBits.get(result.segment(), type, i) == KeyBits.get(given.segment(), type, index(indices, i)) ? 0 : 1,
                "paired with its value");
    }

    /**
     * Checks the result of a top-k selection: the keys are sorted, the last key is the k-th smallest, and the indices are those
     * of the keys in the input.
     */
    public static String first(Column given, Column keys, MemorySegment indices) {
        long k = keys.size();
        String error = firstWhere(
                k,
                i -> {
                    boolean right = index(indices, i) >= 0
                            && index(indices, i) < given.size()
                            && rank(given, index(indices, i)) == rank(keys, i)
                            && (i == 0 || rank(keys, i - 1) <= rank(keys, i));
                    return right ? 0 : 1;
                },
                "in order with matching indices");
        if (error != null || k == 0) {
            return error;
        }
        long last = rank(keys, k - 1);
        long below = count(given.size(), i -> rank(given, i) < last);
        long upTo = count(given.size(), i -> rank(given, i) <= last);
        boolean distinct = LongStream.range(0, k).map(i -> index(indices, i)).distinct().count() == k;
        return distinct && below < k && upTo >= k ? null : "the result is not the first " + k + " keys";
    }

    /** Checks the keys of a top-k selection without indices: they ascend, and all smaller keys of the input are among them. */
    public static String first(Column given, Column keys) {
        long k = keys.size();
        String disorder = firstWhere(k, i -> i > 0 && rank(keys, i - 1) > rank(keys, i) ? 1 : 0, "ascending");
        if (disorder != null || k == 0) {
            return disorder;
        }
        long last = rank(keys, k - 1);
        long upTo = count(given.size(), i -> rank(given, i) <= last);
        boolean right = upTo >= k && hashBelow(given, last) == hashBelow(keys, last);
        return right ? null : "the result is not the first " + k + " keys";
    }

    /**
     * Checks that the result is the different keys of the input in ascending order.
     *
     * @param counts how often each occurs; null if that is not a result
     */
    public static String unique(Column given, Column result, int[] counts) {
        int n = Math.toIntExact(result.size());
        String disorder = firstWhere(n, i -> i > 0 && rank(result, i - 1) >= rank(result, i) ? 1 : 0, "strictly ascending");
        if (disorder != null) {
            return disorder;
        }
        AtomicIntegerArray found = new AtomicIntegerArray(n);
        boolean isComplete = LongStream.range(0, given.size()).parallel().allMatch(i -> {
            long index = binarySearch(result, rank(given, i));
            return index >= 0 && found.incrementAndGet((int) index) > 0;
        });
        if (!isComplete) {
            return "the result lacks a key of the input";
        }
        return firstWhere(
                n,
                i -> found.get((int) i) == 0 || (counts != null && counts[(int) i] != found.get((int) i)) ? 1 : 0,
                counts == null ? "a key of the input" : "counted correctly");
    }

    /** Returns the index of the key with a rank, or -1 if there is none. */
    private static long binarySearch(Column ascending, long rank) {
        long low = 0;
        long high = ascending.size() - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long found = rank(ascending, middle);
            if (found == rank) {
                return middle;
            }
            low = found < rank ? middle + 1 : low;
            high = found < rank ? high : middle - 1;
        }
        return -1;
    }

    /** Checks that the result is the given records in ascending order of their keys, compared as unsigned bytes. */
    public static String records(MemorySegment given, MemorySegment result, int width, int keyBytes) {
        long n = result.byteSize() / width;
        String disorder = firstWhere(
                n,
                i -> i > 0 && compareBytes(result, (i - 1) * width, i * width, keyBytes) > 0 ? 1 : 0,
                "ascending");
        if (disorder != null) {
            return disorder;
        }
        return hash(given, width) == hash(result, width) ? null : "the records of the result differ from the input";
    }

    private static int compareBytes(MemorySegment bytes, long a, long b, int length) {
        for (int i = 0; i < length; i++) {
            int order = Integer.compare(
                    bytes.get(ValueLayout.JAVA_BYTE, a + i) & 0xff, bytes.get(ValueLayout.JAVA_BYTE, b + i) & 0xff);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static long hash(MemorySegment records, int width) {
        return LongStream.range(0, records.byteSize() / width)
                .parallel()
                .map(record -> {
                    long mixed = 0;
                    for (long i = record * width; i < (record + 1) * width; i++) {
                        mixed = mix(mixed + records.get(ValueLayout.JAVA_BYTE, i) + 0x9E3779B97F4A7C15L);
                    }
                    return mixed;
                })
                .sum();
    }

    private static long count(long n, LongPredicate which) {
        return LongStream.range(0, n).parallel().filter(which).count();
    }

    private static String firstWhere(long n, LongUnaryOperator isWrong, String expected) {
        long first = blocks(n)
                .map(block -> {
                    long end = Math.min(n, (block + 1) * BLOCK);
                    for (long i = block * BLOCK; i < end; i++) {
                        if (isWrong.applyAsLong(i) != 0) {
                            return i;
                        }
                    }
                    return Long.MAX_VALUE;
                })
                .min()
                .orElse(Long.MAX_VALUE);
        return first == Long.MAX_VALUE ? null : "the result is not " + expected + " at index " + first;
    }

    /** Returns the indices of the blocks of n keys. A single block is not worth a parallel stream. */
    private static LongStream blocks(long n) {
        LongStream blocks = LongStream.range(0, Math.ceilDiv(n, BLOCK));
        return n > BLOCK ? blocks.parallel() : blocks;
    }

    private static long rank(Column keys, long i) {
        return KeyBits.rank(keys.type(), KeyBits.get(keys.segment(), keys.type(), i));
    }

    private static long index(MemorySegment indices, long i) {
        return indices.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
    }

    private static long hash(Column keys) {
        return hash(keys, _ -> true);
    }

    /** Returns a hash of the keys with ranks below a limit. */
    private static long hashBelow(Column keys, long limit) {
        return hash(keys, i -> rank(keys, i) < limit);
    }

    private static long hash(Column keys, LongPredicate which) {
        long n = keys.size();
        return blocks(n)
                .map(block -> {
                    long sum = 0;
                    long end = Math.min(n, (block + 1) * BLOCK);
                    for (long i = block * BLOCK; i < end; i++) {
                        sum += !which.test(i) ? 0 : mix(KeyBits.get(keys.segment(), keys.type(), i) + 0x9E3779B97F4A7C15L);
                    }
                    return sum;
                })
                .sum();
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014). */
    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
