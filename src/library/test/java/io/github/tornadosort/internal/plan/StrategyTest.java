package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.kernel.OrderedBits;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StrategyTest {
    private static final int RADIX = 256;
    private static final int LARGE = 64 * RADIX;
    private static final long ALL = 0xffff_ffffL;

    /** A sample in which all digit values are equally frequent. */
    private static final Survey.KeySample SPREAD =
            new Survey.KeySample(LongStream.range(0, 256).map(i -> i << 24).toArray());

    @Test
    void choosesBucketsForLargeBlocksOfSpreadKeys() {
        assertThat(strategy(ALL, OrderedBits.INTEGER, LARGE, SPREAD)).isEqualTo(Strategy.BUCKETS);
        assertThat(strategy(ALL, OrderedBits.FLOAT, LARGE, SPREAD)).isEqualTo(Strategy.BUCKETS);
    }

    @Test
    void choosesDigitByDigitForSmallBlocks() {
        assertThat(strategy(ALL, OrderedBits.INTEGER, LARGE - 1, SPREAD)).isEqualTo(Strategy.DIGIT_BY_DIGIT);
    }

    @Test
    void choosesDigitByDigitIfOneBucketIsTooLarge() {
        long[] keys = SPREAD.keys().clone();
        Arrays.fill(keys, 100, 115, 7L << 24);
        assertThat(strategy(ALL, OrderedBits.INTEGER, LARGE, new Survey.KeySample(keys))).isEqualTo(Strategy.BUCKETS);
        keys[115] = 7L << 24;
        assertThat(strategy(ALL, OrderedBits.INTEGER, LARGE, new Survey.KeySample(keys))).isEqualTo(Strategy.DIGIT_BY_DIGIT);
    }

    @Test
    void choosesCountingIfOneDigitIsTheWholeKey() {
        assertThat(strategy(0xff0L, OrderedBits.INTEGER, 2, SPREAD)).isEqualTo(Strategy.COUNTING);
        assertThat(strategy(0xff0L, OrderedBits.FLOAT, 2, SPREAD)).as("NaNs may differ").isEqualTo(Strategy.DIGIT_BY_DIGIT);
        Survey alsoBelow = new Survey(0xff1L, 0, false);
        List<DigitWindow> windows = DigitWindow.over(0xff0L, 8);
        assertThat(Strategy.of(alsoBelow, windows, OrderedBits.INTEGER, 2, RADIX, () -> SPREAD))
                .as("bits that are not sorted by differ")
                .isEqualTo(Strategy.DIGIT_BY_DIGIT);
    }

    private static Strategy strategy(long varying, int kind, int keysPerBlock, Survey.KeySample sample) {
        return Strategy.of(
                new Survey(varying, 0, false), DigitWindow.over(varying, 8), kind, keysPerBlock, RADIX, () -> sample);
    }
}
