package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

class SearchStageTest {
    private static final int CAPACITY = StageRuns.CAPACITY;
    private static final int SORTED = 300;

    static List<SortDevice> devices() {
        return StageRuns.devices();
    }

    private static int bound(double[] sorted, int m, double key, boolean upper) {
        int bound = 0;
        while (bound < m && (Double.compare(sorted[bound], key) < 0 || (upper && Double.compare(sorted[bound], key) == 0))) {
            bound++;
        }
        return bound;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void findsBothBounds(SortDevice device) throws TornadoExecutionPlanException {
        Random random = new Random(1);
        double[] specials = {Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1, -1, 7};
        double[] elements =
                random.doubles(SORTED).map(x -> x < 0.5 ? specials[(int) (x * 16)] : Math.rint(x * 100)).toArray();
        Arrays.sort(elements);
        FloatArray sorted = new FloatArray(SORTED);
        LongArray sortedLongs = new LongArray(SORTED);
        FloatArray keys = new FloatArray(CAPACITY);
        LongArray longs = new LongArray(CAPACITY);
        for (int i = 0; i < SORTED; i++) {
            sorted.set(i, (float) elements[i]);
            sortedLongs.set(i, (i / 3 - 50) * 0x100000001L);
        }
        for (int i = 0; i < CAPACITY; i++) {
            keys.set(i, (float) (i % 2 == 0 ? specials[random.nextInt(8)] : 40 + random.nextInt(80)));
            longs.set(i, (random.nextInt(120) - 60) * 0x100000001L);
        }
        IntArray count = new IntArray(1);
        IntArray lower = new IntArray(CAPACITY);
        IntArray upper = new IntArray(CAPACITY);
        IntArray ofLongs = new IntArray(CAPACITY);
        Chain stage = StageRuns.on(
                device,
                Chain.builder("chain")
                        .then(SearchStage.builder("lower").sorted(sorted).keys(keys, lower))
                        .then(SearchStage.builder("upper").sorted(sorted).sortedLength(count).keys(keys, upper).upper())
                        .then(SearchStage.builder("longs").sorted(sortedLongs).keys(longs, ofLongs)))
                .toHost(lower, upper, ofLongs)
                .build();
        StageRuns.run(device, stage, StageRuns.LENGTHS, n -> count.set(0, n % 301), n -> {
            for (int i = 0; i < n; i++) {
                assertThat(lower.get(i)).as("lower bound of %s", keys.get(i))
                        .isEqualTo(bound(elements, SORTED, keys.get(i), false));
                assertThat(upper.get(i)).as("upper bound of %s", keys.get(i))
                        .isEqualTo(bound(elements, n % 301, keys.get(i), true));
                int longBound = 0;
                while (longBound < SORTED && sortedLongs.get(longBound) < longs.get(i)) {
                    longBound++;
                }
                assertThat(ofLongs.get(i)).isEqualTo(longBound);
            }
        });
    }

    @Test
    void checksItsArguments() {
        IntArray three = new IntArray(3);
        assertThatThrownBy(() -> SearchStage.builder("s").sorted(three).keys(new IntArray(5), new IntArray(4)).build())
                .hasMessage("stage s: 4 bounds for 5 keys");
        assertThatThrownBy(() -> SearchStage.builder("s").sorted(three).keys(new LongArray(5), new IntArray(5)).build())
                .hasMessage("stage s: keys in a LongArray for sorted elements in a IntArray");
    }
}
