package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.data.KeyBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** Proves results right, on all cores. Each check returns null, or the first thing it found wrong. */
public final class Verification {
    private static final long BLOCK = 1 << 16;

    private Verification() {}

    /** The result is ascending and holds the given keys: their multiset by a 64-bit hash. */
    public static String sorted(Column given, Column result) {
        String disorder =
                firstWhere(result.size(), i -> i > 0 && rank(result, i - 1) > rank(result, i) ? 1 : 0, "ascending");
        if (disorder != null) {
            return disorder;
        }
        return hash(given) == hash(result) ? null : "the result holds other keys than were given";
    }

    /**
     * The places are those of a stable sort: they lead to ascending keys, and equal keys' places ascend. With places within
     * bounds this proves a permutation, too.
     */
    public static String places(Column given, MemorySegment places) {
        return places(given.size(), (a, b) -> Long.compare(rank(given, a), rank(given, b)), places);
    }

    /** The same of records' places, whose keys are compared as unsigned bytes. */
    public static String recordPlaces(MemorySegment given, MemorySegment places, int width, int keyBytes) {
        return places(
                given.byteSize() / width, (a, b) -> compareBytes(given, a * width, b * width, keyBytes), places);
    }

    /** An order of what lies at two places. */
    private interface Order {
        int compare(long a, long b);
    }

    private static String places(long n, Order keys, MemorySegment places) {
        String outside = firstWhere(n, i -> place(places, i) < 0 || place(places, i) >= n ? 1 : 0, "within bounds");
        if (outside != null) {
            return outside;
        }
        return firstWhere(
                n,
                i -> {
                    if (i == 0) {
                        return 0;
                    }
                    int order = keys.compare(place(places, i - 1), place(places, i));
                    return order > 0 || (order == 0 && place(places, i - 1) >= place(places, i)) ? 1 : 0;
                },
                "in a stable order");
    }

    /** The keys are what the places lead to, and the places those of a stable sort. */
    public static String pairs(Column given, Column result, MemorySegment places) {
        String misplaced = places(given, places);
        if (misplaced != null) {
            return misplaced;
        }
        KeyType type = given.type();
        return firstWhere(
                given.size(),
                i -> KeyBits.get(result.segment(), type, i) == KeyBits.get(given.segment(), type, place(places, i)) ? 0 : 1,
                "with its value");
    }

    /**
     * The keys are the first of the sorted order, and the places those where they are among the given ones: the last of them
     * is the k-th smallest, and all are sorted.
     */
    public static String first(Column given, Column keys, MemorySegment places) {
        long k = keys.size();
        String misplaced = firstWhere(
                k,
                i -> {
                    boolean right = place(places, i) >= 0
                            && place(places, i) < given.size()
                            && rank(given, place(places, i)) == rank(keys, i)
                            && (i == 0 || rank(keys, i - 1) <= rank(keys, i));
                    return right ? 0 : 1;
                },
                "in order, each key with its place,");
        if (misplaced != null || k == 0) {
            return misplaced;
        }
        long last = rank(keys, k - 1);
        long below = count(given.size(), i -> rank(given, i) < last);
        long upTo = count(given.size(), i -> rank(given, i) <= last);
        boolean distinct = LongStream.range(0, k).map(i -> place(places, i)).distinct().count() == k;
        return distinct && below < k && upTo >= k ? null : "the result is not the first " + k + " keys";
    }

    /** The result is the given records by ascending keys, compared as unsigned bytes. */
    public static String records(MemorySegment given, MemorySegment result, int width, int keyBytes) {
        long n = result.byteSize() / width;
        String disorder = firstWhere(
                n,
                i -> i > 0 && compareBytes(result, (i - 1) * width, i * width, keyBytes) > 0 ? 1 : 0,
                "ascending");
        if (disorder != null) {
            return disorder;
        }
        return hash(given, width) == hash(result, width) ? null : "the result holds other records than were given";
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
        long first = LongStream.range(0, Math.ceilDiv(n, BLOCK))
                .parallel()
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

    private static long rank(Column keys, long i) {
        return KeyBits.rank(keys.type(), KeyBits.get(keys.segment(), keys.type(), i));
    }

    private static long place(MemorySegment places, long i) {
        return places.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
    }

    private static long hash(Column keys) {
        long n = keys.size();
        return LongStream.range(0, Math.ceilDiv(n, BLOCK))
                .parallel()
                .map(block -> {
                    long sum = 0;
                    long end = Math.min(n, (block + 1) * BLOCK);
                    for (long i = block * BLOCK; i < end; i++) {
                        sum += mix(KeyBits.get(keys.segment(), keys.type(), i) + 0x9E3779B97F4A7C15L);
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
