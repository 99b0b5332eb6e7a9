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

    /** A value of the counted digit has a share of the keys, the others share the rest. If it is not 1 / 256, values seem to repeat. */
    @ParameterizedTest
    @CsvSource({
        "26, 64, 32, 0.0039, 4", "26, 64, 24, 0.0039, 3", "26, 32, 16, 0.0039, 2", "24, 64, 16, 0.005, 2",
        "24, 32, 16, 0.005, 0",
        "26, 64, 16, 0.005, 2", "26, 64, 16, 0.02, 0", "24, 64, 24, 0.005, 0", "24, 64, 32, 0.005, 0",
        "28, 64, 16, 0.0042, 0"
    })
    void repeatedValuesAreSortedInBucketsIfThatSavesMoreThanFivePasses(int log, int width, int bits, double share,
            int digits) {
        int n = 1 << log;
        HybridSort sort = new HybridSort(POLICY, 0, false);
        IntArray words = new IntArray(sort.sums() + DIGITS);
        words.init((int) (n * (1 - share) / (DIGITS - 1)));
        words.set(sort.sums(), (int) (n * share));
        words.set(sort.result(), bits);
        words.set(sort.result() + 1, width - 1);
        assertThat(sort.windows(n, words, -1L >>> (Long.SIZE - width), width / 8)).hasSize(digits);
    }
}
