package io.github.tornadosort.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests the scan of block kernels as a function. */
class BlockScanTest {
    @ParameterizedTest
    @CsvSource({"1, 256", "2, 16", "3, 2", "8, 2048"})
    void countsBecomeFirstIndices(int blocks, int radix) {
        IntArray counts = new IntArray(blocks * radix);
        SplittableRandom random = new SplittableRandom(blocks);
        for (int i = 0; i < counts.getSize(); i++) {
            counts.set(i, random.nextInt(100));
        }
        int[] expected = firstIndices(counts.toHeapArray(), radix, blocks);
        BlockScan.scan(counts, radix, blocks);
        assertThat(counts.toHeapArray()).isEqualTo(expected);
    }

    private static int[] firstIndices(int[] counts, int radix, int blocks) {
        int[] indices = new int[counts.length];
        int sum = 0;
        for (int digit = 0; digit < radix; digit++) {
            for (int block = 0; block < blocks; block++) {
                indices[block * radix + digit] = sum;
                sum += counts[block * radix + digit];
            }
        }
        return indices;
    }
}
