package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** How many digits come before the buckets. Numbers of keys that no test can sort are written into the words of the survey. */
class BucketDigitsTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.WORK_GROUP, 8, 6, 256, 16, 0, 1 << 24, 0);
    private static final int DIGITS = 256;

    /**
     * A tenth of the values of the counted digit is more frequent than the others, as if keys repeated: a round of sorting buckets takes as
     * long as a pass over 12 bytes.
     */
    @ParameterizedTest
    @CsvSource({
        "24, 32, 4, 16, 1.0, 2", "24, 32, 4, 16, 1.1, 0", "24, 32, 8, 16, 1.1, 2", "24, 64, 8, 16, 1.1, 2",
        "24, 64, 8, 32, 1.1, 4",
        "24, 64, 8, 40, 1.1, 0", "26, 64, 8, 16, 1.9, 3", "28, 32, 4, 16, 1.01, 0"
    })
    void repeatedValuesAreSortedInBucketsIfTheRoundsTakeLessThanThePasses(
            int log, int width, int bytes, int bits, double more, int digits) {
        int n = 1 << log;
        HybridSort sort = new HybridSort(POLICY, 0, bytes);
        IntArray words = words(sort, bits, width);
        int[] lowest = lowest(n);
        for (int digit = 0; digit < DIGITS; digit += 10) {
            lowest[digit] = (int) ((double) n / DIGITS * more);
        }
        assertThat(sort.buckets(n, words, lowest, -1L >>> (Long.SIZE - width), width / 8).digits()).hasSize(digits);
    }

    /** Keys of a tile: 4,608. Chance makes 2,560 more of 2^18 keys, and other digits are as uneven as the repetitions of their keys. */
    @ParameterizedTest
    @CsvSource({"7000, 0, 2", "7300, 0, 0", "7300, 3000, 2", "40000, 3000, 0"})
    void oneValueMayFillTheMostFrequentDigit(int more, int spread, int digits) {
        int n = 1 << 26;
        HybridSort sort = new HybridSort(POLICY, 0, Long.BYTES);
        IntArray words = words(sort, 16, Long.SIZE);
        int[] lowest = lowest(n);
        for (int digit = 0; digit < DIGITS; digit++) {
            int chance = spread == 0 ? 512 : spread;
            lowest[digit] = n / DIGITS + (digit % 2 == 0 ? chance : -chance);
        }
        lowest[7] = n / DIGITS + more;
        assertThat(sort.buckets(n, words, lowest, -1L, 8).digits()).hasSize(digits);
    }

    /** Each value occurs some 67 times. As many ties as uniform keys have in 16 bits do not matter; 72 may be those of full buckets. */
    @ParameterizedTest
    @CsvSource({"16, 34, 2", "24, 34, 3", "24, 72, 4"})
    void repeatedValuesThatCrowdTakeAnotherDigit(int bits, int ties, int digits) {
        int n = 1 << 26;
        HybridSort sort = new HybridSort(POLICY, 0, Long.BYTES);
        IntArray words = words(sort, bits, Long.SIZE);
        int[] lowest = lowest(n);
        for (int digit = 0; digit < DIGITS; digit++) {
            lowest[digit] = n / DIGITS + (digit % 2 == 0 ? 4190 : -4190);
        }
        words.set(sort.result() + 3, ties);
        assertThat(sort.buckets(n, words, lowest, -1L, 8).digits()).hasSize(digits);
    }

    private static int[] lowest(int n) {
        int[] lowest = new int[DIGITS];
        Arrays.fill(lowest, n / DIGITS);
        return lowest;
    }

    private static IntArray words(HybridSort sort, int bits, int width) {
        IntArray words = new IntArray(HybridSort.RESULT_WORDS);
        words.set(sort.result(), bits);
        words.set(sort.result() + 1, width - 1);
        words.set(sort.result() + 3, 0);
        return words;
    }
}
