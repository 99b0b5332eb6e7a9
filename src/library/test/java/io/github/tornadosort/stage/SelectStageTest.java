package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

class SelectStageTest {
    private static final int CAPACITY = StageRuns.CAPACITY;

    private final IntArray flags = new IntArray(CAPACITY);
    private final IntArray keys = IntArray.fromArray(new Random(1).ints(CAPACITY).toArray());
    private final DoubleArray values = DoubleArray.fromArray(new Random(2).doubles(CAPACITY).toArray());
    private final IntArray chosenKeys = new IntArray(CAPACITY);
    private final DoubleArray chosenValues = new DoubleArray(CAPACITY);
    private final IntArray indices = new IntArray(CAPACITY);
    private final IntArray count = new IntArray(1);

    static List<StageRuns.Way> ways() {
        return StageRuns.ways();
    }

    private SelectStage.Builder select() {
        return SelectStage.builder("select")
                .flags(flags)
                .select(keys, chosenKeys)
                .select(values, chosenValues)
                .indices(indices)
                .count(count);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void keepsFlaggedElements(StageRuns.Way way) throws TornadoExecutionPlanException {
        check(way, select(), false);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void movesFlaggedElementsBeforeTheOthers(StageRuns.Way way) throws TornadoExecutionPlanException {
        check(way, select().partition(), true);
    }

    /** Some, all and none of the elements have a flag. */
    private void check(StageRuns.Way way, SelectStage.Builder builder, boolean partition)
            throws TornadoExecutionPlanException {
        SelectStage stage =
                StageRuns.on(way, builder).toHost(chosenKeys, chosenValues, indices, count).build();
        Random random = new Random(3);
        int[] oneOf = {3};
        int[] lengths = IntStream.concat(IntStream.of(StageRuns.LENGTHS), IntStream.of(CAPACITY, CAPACITY)).toArray();
        int[] runs = {0};
        StageRuns.run(way, stage, lengths, _ -> {
            oneOf[0] = runs[0] < StageRuns.LENGTHS.length ? 3 : runs[0] == StageRuns.LENGTHS.length ? 1 : 1 << 30;
            runs[0]++;
            for (int i = 0; i < CAPACITY; i++) {
                flags.set(i, random.nextInt(oneOf[0]) == 0 ? random.nextInt(5) + 1 - 7 * random.nextInt(2) : 0);
            }
        }, n -> {
            int[] chosen = IntStream.range(0, n).filter(i -> flags.get(i) != 0).toArray();
            int[] others = IntStream.range(0, partition ? n : 0).filter(i -> flags.get(i) == 0).toArray();
            int[] expected = IntStream.concat(IntStream.of(chosen), IntStream.of(others)).toArray();
            assertThat(count.get(0)).as("chosen of %d", n).isEqualTo(chosen.length);
            for (int i = 0; i < expected.length; i++) {
                assertThat(indices.get(i)).as("index %d of %d", i, n).isEqualTo(expected[i]);
                assertThat(chosenKeys.get(i)).as("key %d of %d", i, n).isEqualTo(keys.get(expected[i]));
                assertThat(chosenValues.get(i)).as("value %d of %d", i, n).isEqualTo(values.get(expected[i]));
            }
        });
    }

    /** The number of chosen elements never comes to the host. */
    @ParameterizedTest
    @MethodSource("ways")
    void givesTheNextStageItsLength(StageRuns.Way way) throws TornadoExecutionPlanException {
        IntArray sums = new IntArray(CAPACITY);
        Chain stage = StageRuns.on(
                way,
                Chain.builder("chain")
                        .then(SelectStage.builder("select").flags(flags).select(keys, chosenKeys).count(count))
                        .then(ScanStage.builder("scan").length(count).sums(chosenKeys, sums).inclusive()))
                .toHost(sums)
                .build();
        StageRuns.run(way, stage, StageRuns.LENGTHS, n -> {
            sums.init(0);
            IntStream.range(0, CAPACITY).forEach(i -> flags.set(i, (i + n) % 3));
        }, n -> {
            int sum = 0;
            int selected = 0;
            for (int i = 0; i < n; i++) {
                if (flags.get(i) != 0) {
                    sum += keys.get(i);
                    assertThat(sums.get(selected)).as("sum %d of %d", selected, n).isEqualTo(sum);
                    selected++;
                }
            }
        });
    }

    @Test
    void checksItsArguments() {
        assertThatThrownBy(() -> SelectStage.builder("s").select(keys, chosenKeys).build())
                .hasMessage("stage s needs flags");
        assertThatThrownBy(() -> SelectStage.builder("s").flags(flags).build())
                .hasMessage("stage s needs elements or indices to select");
        assertThatThrownBy(() -> SelectStage.builder("s").flags(flags).select(new IntArray(3), chosenKeys).build())
                .hasMessage("stage s: 3 elements for " + CAPACITY + " flags");
        assertThatThrownBy(() -> SelectStage.builder("s").flags(flags).indices(indices).count(indices).build())
                .hasMessage("the indices of stage s and the count of stage s overlap in memory; give each its own array");
    }
}
