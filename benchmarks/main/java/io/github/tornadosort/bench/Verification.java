package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/** Verifies results on all cores. Each check returns null, or a description of the first error. */
public final class Verification {
    private static final long BLOCK = 1 << 16;

    private Verification() {}

    /** Checks that the result is ascending and contains the given keys, compared by a 64-bit hash of the multiset. */
    public static String sorted(Column given, Column result) {
        String disorder =
                firstWhere(result.size(), i -> i > 0 && rank(result, i - 1) > rank(result, i), "ascending");
        return disorder != null ? disorder : sameKeys(given, result);
    }

    private static String sameKeys(Column given, Column result) {
        return hash(given) == hash(result) ? null : "the keys of the result differ from the input";
    }

    /** Checks a sort of keys, or one of keys with their indices as values if there are any values. */
    static String of(Column given, Column result, MemorySegment values) {
        return values.byteSize() == 0 ? sorted(given, result) : pairs(given, result, values);
    }

    /** Checks that the indices are in range and those of a stable sort, which implies a permutation. */
    private static String indices(Column given, MemorySegment indices) {
        long n = given.size();
        String outside = firstWhere(n, i -> index(indices, i) < 0 || index(indices, i) >= n, "in range");
        return outside != null
                ? outside
                : firstWhere(
                        n,
                        i -> {
                            if (i == 0) {
                                return false;
                            }
                            int order = Long.compare(rank(given, index(indices, i - 1)), rank(given, index(indices, i)));
                            return order > 0 || (order == 0 && index(indices, i - 1) >= index(indices, i));
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
                i -> KeyBits.get(result.segment(), type, i) != KeyBits.get(given.segment(), type, index(indices, i)),
                "paired with its value");
    }

    private static String firstWhere(long n, LongPredicate isWrong, String expected) {
        long first = blocks(n)
                .map(block -> {
                    long end = Math.min(n, (block + 1) * BLOCK);
                    for (long i = block * BLOCK; i < end; i++) {
                        if (isWrong.test(i)) {
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
        long n = keys.size();
        return blocks(n)
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
