package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests sorts on a device whose kernels for 64-bit words fail their self-test. */
class UntestedKernelsTest {
    private static final int N = 1000;
    private static final SortPolicy POLICY = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);

    private final List<PlanShape> tested = new ArrayList<>();
    private final Scratch scratch = new Scratch();
    private final DeviceSort sorter = new DeviceSort(
            SortDevice.preferred(), POLICY, Execution.ON_DEVICE, scratch, _ -> {}, (shape, _, _) -> {
                tested.add(shape);
                return shape.bytes() == Integer.BYTES;
            });

    @AfterEach
    void close() {
        sorter.close();
        scratch.close();
    }

    @Test
    void theHostSortsWideKeys() {
        long[] keys = new SplittableRandom(2).longs(N).toArray();
        long[] expected = keys.clone();
        Arrays.sort(expected);
        long[] original = keys.clone();
        int[] indices = sorter.argsort(Column.of(keys), Order.ASCENDING).indices();
        SortStats stats = sorter.sort(Column.of(keys), Order.ASCENDING);
        assertThat(stats.reason()).isEqualTo(SortStats.Reason.DEVICE_WRONG);
        assertThat(stats.verified()).isZero();
        assertThat(sorter.mismatches()).isZero();
        assertThat(keys).isEqualTo(expected);
        assertThat(Arrays.stream(indices).mapToLong(i -> original[i]).toArray()).isEqualTo(expected);
    }

    @Test
    void theHostMovesValuesOfWideKeys() {
        double[] keys = new SplittableRandom(3).doubles(N).toArray();
        double[] original = keys.clone();
        long[] values = IntStream.range(0, N).asLongStream().toArray();
        String[] objects = IntStream.range(0, N).mapToObj(Integer::toString).toArray(String[]::new);
        sorter.sort(Column.of(original.clone()), objects, Order.DESCENDING);
        sorter.sort(Column.of(keys), Column.of(values), Order.DESCENDING);
        for (int i = 0; i < N; i++) {
            assertThat(original[(int) values[i]]).isEqualTo(keys[i]);
            assertThat(objects[i]).isEqualTo(Long.toString(values[i]));
            assertThat(i == 0 || keys[i] <= keys[i - 1]).isTrue();
        }
    }

    /** The plans for wide keys fail their test; the sorts have begun by then. */
    @Test
    void plansThatFailAreNotUsed() {
        int[] keys = new SplittableRandom(1).ints(N).toArray();
        int[] expected = keys.clone();
        Arrays.sort(expected);
        for (int i = 0; i < 2; i++) {
            int[] sorted = keys.clone();
            int[] values = keys.clone();
            assertThat(sorter.sort(Column.of(sorted), Column.of(values), Order.ASCENDING).reason())
                    .isEqualTo(SortStats.Reason.DEVICE);
            assertThat(sorted).isEqualTo(expected);
            assertThat(values).isEqualTo(expected);
            assertThat(sorter.sort(Column.of(new long[] {2, 1}), Order.ASCENDING).reason())
                    .isEqualTo(SortStats.Reason.DEVICE_WRONG);
        }
        assertThat(sorter.isPrepared(new SortRequest(KeyType.INT64, Payload.NONE, N))).as("known to be wrong").isTrue();
        assertThat(tested).extracting(PlanShape::bytes).containsExactly(Integer.BYTES, Long.BYTES);
        SortRequest doubles = new SortRequest(KeyType.FLOAT64, Payload.NONE, N);
        sorter.prepare(doubles);
        assertThat(sorter.isPrepared(doubles)).isTrue();
    }
}
