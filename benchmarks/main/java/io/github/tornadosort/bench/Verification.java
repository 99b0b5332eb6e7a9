package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** Verifies results on all cores. Each check returns null, or a description of the first error. */
final class Verification {
    static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private Verification() {}

    /** Checks that the result is ascending and contains the given keys, compared by a 64-bit hash of the multiset. */
    public static String sorted(Column given, Column result) {
        String wrong = first(result, i -> i > 0 && rank(result, i - 1) > rank(result, i), "ascending");
        return wrong != null || hash(given) == hash(result) ? wrong : "the keys of the result differ from the input";
    }

    /**
     * Checks a sort of keys with their indices as values: the keys are those at the indices, they ascend, and the indices of equal
     * keys ascend. No index occurs twice then.
     */
    public static String pairs(Column given, Column result, MemorySegment indices) {
        long n = given.size();
        LongUnaryOperator index = i -> indices.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
        String wrong = first(given, i -> index.applyAsLong(i) < 0 || index.applyAsLong(i) >= n, "in range");
        if (wrong == null) {
            wrong = first(given, i -> bits(result, i) != bits(given, index.applyAsLong(i)), "paired with its value");
        }
        return wrong != null ? wrong : first(given, i -> {
            int order = i == 0 ? -1 : Long.compare(rank(result, i - 1), rank(result, i));
            return order > 0 || order == 0 && index.applyAsLong(i - 1) >= index.applyAsLong(i);
        }, "in a stable order");
    }

    private static String first(Column keys, LongPredicate isWrong, String expected) {
        LongStream indices = LongStream.range(0, keys.size()).parallel();
        return indices.filter(isWrong)
                .boxed()
                .findFirst()
                .map(i -> "the result is not " + expected + " at index " + i)
                .orElse(null);
    }

    private static long bits(Column keys, long i) {
        return KeyBits.get(keys.segment(), keys.type(), i);
    }

    private static long rank(Column keys, long i) {
        KeyType type = keys.type();
        return KeyBits.rank(type, bits(keys, i));
    }

    private static long hash(Column keys) {
        return LongStream.range(0, keys.size()).parallel().map(i -> mix(bits(keys, i) + GOLDEN_GAMMA)).sum();
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014). */
    static long mix(long z) {
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
