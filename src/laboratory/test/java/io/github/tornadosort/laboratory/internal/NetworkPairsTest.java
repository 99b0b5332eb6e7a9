package io.github.tornadosort.laboratory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * By the 0-1 principle (Knuth, volume 3, §5.3.4, Theorem Z) a network that sorts all sequences of zeros and ones sorts all
 * sequences.
 */
class NetworkPairsTest {
    private static final int SIZE = 16;

    @ParameterizedTest
    @ValueSource(ints = {NetworkPairs.BITONIC, NetworkPairs.ODD_EVEN_MERGE})
    void sortsAllZerosAndOnes(int network) {
        for (int n = 2; n <= SIZE; n++) {
            int count = n;
            assertThat(IntStream.range(0, 1 << count).filter(input -> !isSorted(sort(input, count, network))))
                    .as("sequences of %d elements that network %d does not sort", count, network)
                    .isEmpty();
        }
    }

    /** The elements are the bits of an integer, the first element the highest bit. Sorted, it is 2^k - 1. */
    private static boolean isSorted(int bits) {
        return (bits & bits + 1) == 0;
    }

    private static int sort(int input, int count, int network) {
        int bits = input;
        for (int size = 2; size <= SIZE; size *= 2) {
            for (int distance = size / 2; distance > 0; distance /= 2) {
                bits = step(bits, count, size, distance, network);
            }
        }
        return bits;
    }

    private static int step(int input, int count, int size, int distance, int network) {
        int bits = input;
        int compared = 0;
        for (int pair = 0; pair < SIZE / 2; pair++) {
            int low = NetworkPairs.low(pair, size, distance, network);
            int high = NetworkPairs.high(pair, size, distance, network);
            if (high < count) {
                int lowBit = 1 << count - 1 - low;
                int highBit = 1 << count - 1 - high;
                if (low < 0 || low >= high || (compared & (lowBit | highBit)) != 0) {
                    fail("pair %d is not apart from the others: %d and %d", pair, low, high);
                }
                compared |= lowBit | highBit;
                bits = (bits & lowBit) != 0 && (bits & highBit) == 0 ? bits ^ lowBit ^ highBit : bits;
            }
        }
        return bits;
    }
}
