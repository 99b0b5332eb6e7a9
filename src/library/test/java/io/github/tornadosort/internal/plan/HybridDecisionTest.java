package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.kernel.GroupSample64;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** When keys that a sample calls uniform are sorted in buckets: digits of 5 bits, and tiles of 1,024 keys. */
class HybridDecisionTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4, 0, GroupSample64.KEYS, 0);

    /** The sort of the buckets takes a pass, too. */
    @Test
    void bucketsMustSaveAPass() {
        assertThat(digits(5000, 3, 1)).isZero();
        assertThat(digits(5000, 4, 1)).isEqualTo(2);
    }

    /** Four digits are the most. */
    @Test
    void bucketsMustFit() {
        assertThat(digits(1 << 29, 13, 1)).isEqualTo(4);
        assertThat(digits(1 << 30, 13, 1)).isZero();
    }

    /** If each value occurs several times, which no sample shows, buckets that are nearly full would overflow. */
    @Test
    void repeatedValuesTakeMoreDigits() {
        assertThat(digits(700_000, 13, 1)).isEqualTo(2);
        assertThat(digits(700_000, 13, 20)).isEqualTo(3);
    }

    /** Returns the number of digits before buckets; 0 if n keys, each value several times, are better sorted digit by digit. */
    private static int digits(int n, int passes, int repetitions) {
        int[] lowest = new int[32];
        int mean = n / lowest.length;
        int deviation = (int) Math.sqrt((double) mean * repetitions);
        for (int i = 0; i < lowest.length; i++) {
            lowest[i] = i % 2 == 0 ? mean + deviation : mean - deviation;
        }
        IntArray sample = IntArray.fromElements(10, 63, 0, 0);
        return new HybridSort(POLICY, 0, Long.BYTES).buckets(n, sample, lowest, -1, passes).digits().size();
    }
}
