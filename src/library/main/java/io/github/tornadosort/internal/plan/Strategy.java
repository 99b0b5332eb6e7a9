package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.kernel.SurveyWords;
import java.util.List;
import java.util.function.Supplier;

/** How keys that lie in the device's first buffer are sorted, by what a survey found of them. */
enum Strategy {
    /** One pass a digit, the least significant first: right for all keys. */
    DIGIT_BY_DIGIT,
    /** By the counts of the one digit in which keys differ, which say all that there is to know. */
    COUNTING,
    /** One pass by the most significant digit, then each of its buckets in the cache. */
    BUCKETS;

    /** Keys of a block for each counter of a digit, from which on it pays to count each bucket for itself. */
    private static final int KEYS_PER_COUNTER = 64;
    /** Of a block's sample, so many keys in one bucket are too many: it would be left to one thread for too long. */
    private static final int MOST_ALIKE = SurveyWords.SAMPLES / 4;

    /**
     * Chooses for keys with nothing beside them, on block kernels.
     *
     * @param windows the digits to sort by, least significant first; at least one
     * @param kind the keys', of {@link OrderedBits}
     * @param keysPerBlock keys that each thread walks
     * @param radix counters of the widest digit
     * @param sample asked for where the blocks are large, and so have one
     */
    static Strategy of(
            Survey found,
            List<DigitWindow> windows,
            int kind,
            int keysPerBlock,
            int radix,
            Supplier<Survey.Sample> sample) {
        DigitWindow last = windows.getLast();
        if (windows.size() == 1) {
            // Of floats, NaNs of different bits have the same digits; and bits may vary that are not sorted by.
            boolean told = kind == OrderedBits.INTEGER && (found.varying() & ~last.bitMask()) == 0;
            return told ? COUNTING : DIGIT_BY_DIGIT;
        }
        boolean large = keysPerBlock >= KEYS_PER_COUNTER * radix;
        return large && sample.get().mostAlike(last) <= MOST_ALIKE ? BUCKETS : DIGIT_BY_DIGIT;
    }
}
