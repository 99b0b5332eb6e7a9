package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** How many digits come before the buckets. Numbers of keys that no test can sort are written into the words of the survey. */
class BucketDigitsTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.WORK_GROUP, 8, 6, 256, 16, 0, 1 << 24, 0);
    private static final int DIGITS = 256;

    /**
     * A value of the counted digit has a share of the keys, the others have the rest. Keys that are an AND of two random words have
     * 0.75^8 with a digit of 0; with four such digits, 6,719 of 2^26 keys are in one bucket, which holds 4,608.
     */
    @ParameterizedTest
    @CsvSource({
        "26, 32, 0.0039, 4", "26, 32, 0.08, 4", "26, 32, 0.1001, 0", "24, 32, 0.1001, 4",
        "24, 24, 0.1001, 4", "24, 24, 0.05, 3", "24, 16, 0.01, 2"
    })
    void theLargestBucketMayHaveTheMostFrequentValueOfEachDigit(int log, int bits, double share, int digits) {
        int n = 1 << log;
        HybridSort sort = new HybridSort(POLICY, 0, false);
        IntArray words = new IntArray(sort.sums() + DIGITS);
        words.init((int) (n * (1 - share) / (DIGITS - 1)));
        words.set(sort.sums(), (int) (n * share));
        words.set(sort.result(), bits);
        words.set(sort.result() + 1, Long.SIZE - 1);
        assertThat(sort.windows(n, words, -1L, 8)).hasSize(digits);
    }
}
