package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.kernel.SurveyWords;
import java.util.List;
import java.util.function.Supplier;

/** The ways to sort keys in the first buffer of the device. The choice depends on a survey of the keys. */
enum Strategy {
    /** One pass per digit, the least significant first. Suits all keys. */
    DIGIT_BY_DIGIT,
    /** Counting sort by the only digit in which keys differ: its counts determine the result. */
    COUNTING,
    /** One pass by the most significant digit, then a sort of each bucket in the cache. */
    BUCKETS;

    /** Minimum number of keys per block and counter for which it pays to count each bucket separately. */
    private static final int KEYS_PER_COUNTER = 64;
    /** Maximum number of sampled keys in one bucket. A larger bucket would keep one thread busy for too long. */
    private static final int MAX_IN_BUCKET = SurveyWords.SAMPLES / 4;

    /**
     * Chooses a strategy for keys without a payload on block kernels.
     *
     * @param windows the digits to sort by, least significant first; at least one
     * @param kind kind of key, a constant of {@link OrderedBits}
     * @param keysPerBlock number of keys per block
     * @param radix number of values of the widest digit
     * @param sample supplies a sample of the keys; called only if the blocks are large
     */
    static Strategy of(
            Survey found,
            List<DigitWindow> windows,
            int kind,
            int keysPerBlock,
            int radix,
            Supplier<Survey.KeySample> sample) {
        DigitWindow last = windows.getLast();
        if (windows.size() == 1) {
            // NaNs with different bits have the same digits, and bits that are not sorted by may vary.
            boolean isWholeKey = kind == OrderedBits.INTEGER && (found.varying() & ~last.bitMask()) == 0;
            return isWholeKey ? COUNTING : DIGIT_BY_DIGIT;
        }
        boolean large = keysPerBlock >= KEYS_PER_COUNTER * radix;
        return large && sample.get().largestBucket(last) <= MAX_IN_BUCKET ? BUCKETS : DIGIT_BY_DIGIT;
    }
}
