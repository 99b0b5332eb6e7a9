package io.github.tornadosort.internal.operation;

import static io.github.tornadosort.SortOptions.ascending;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests what a sort of segments on a device does if memory is short, and if the device is wrong. */
class SegmentedSortTest {
    private static final int N = 30_000;
    private static final long MEMORY = 1 << 20;

    /** Segments of 0 to 99 keys, and two that are longer than a chunk in little memory. */
    private static int[] offsets() {
        int[] lengths = IntStream.range(0, 200).map(i -> i == 70 || i == 71 ? 8_000 : i * 37 % 100).toArray();
        int[] offsets = new int[lengths.length + 1];
        offsets[0] = 3;
        for (int i = 0; i < lengths.length; i++) {
            offsets[i + 1] = offsets[i] + lengths[i];
        }
        return offsets;
    }

    private static DeviceOperations operations(long memory, Checkpoint checkpoint) {
        SortDevice all = SortDevice.preferred();
        SortDevice device = new SortDevice(
                all.driver(), all.number(), all.backend(), all.name(), all.type(), memory, all.tornado());
        return new DeviceOperations(List.of(device), List.of(SortPolicies.forDevice(device)), false, checkpoint);
    }

    /** Sorts segments, and checks the result. */
    private static SortStats sort(DeviceOperations operations, SortOptions options) {
        int[] keys = new SplittableRandom(1).ints(N, 0, 50).toArray();
        int[] values = IntStream.range(0, N).toArray();
        int[] expected = keys.clone();
        int[] before = keys.clone();
        int[] offsets = offsets();
        for (int i = 0; i + 1 < offsets.length; i++) {
            Arrays.sort(expected, offsets[i], offsets[i + 1]);
        }
        SortStats stats = operations.run(
                on -> on.segments().sort(Column.of(keys), offsets, options, List.of(Column.of(values))));
        assertThat(keys).isEqualTo(expected);
        assertThat(Arrays.stream(values).map(value -> before[value]).toArray()).isEqualTo(expected);
        assertThat(stats.keys()).isEqualTo(offsets[offsets.length - 1] - offsets[0]);
        return stats;
    }

    @Test
    void manySegmentsAreOneChunk() {
        try (DeviceOperations operations = operations(SortDevice.preferred().memoryBytes(), _ -> {})) {
            SortStats stats = sort(operations, ascending().withTimes(true));
            assertThat(stats.chunks()).isEqualTo(1);
            assertThat(stats.reason()).isEqualTo(Reason.DEVICE);
            assertThat(stats.kernelNanos()).isPositive();
            assertThat(stats.verified()).isZero();
            assertThat(sort(operations, ascending().withVerification(true)).verified()).isEqualTo(1);
            assertThat(operations.mismatches()).isZero();
        }
    }

    @Test
    void whatDoesNotFitIsSortedInChunks() {
        try (DeviceOperations operations = operations(MEMORY, _ -> {})) {
            SortStats stats = sort(operations, ascending());
            assertThat(stats.chunks()).isGreaterThan(3);
            assertThat(stats.reason()).isEqualTo(Reason.DEVICE);
        }
    }

    @Test
    void aNamedAlgorithmSortsEachSegment() {
        try (DeviceOperations operations = operations(SortDevice.preferred().memoryBytes(), _ -> {})) {
            SortOptions options = ascending().withAlgorithm(Algorithm.RADIX, SortOptions.BY_POLICY);
            assertThat(sort(operations, options).chunks()).isGreaterThan(100);
        }
    }

    /** Fails once, before the first execution. */
    @Test
    void chunksAreHalvedIfTheDeviceHasLessMemoryThanItReports() {
        int[] calls = {0};
        try (DeviceOperations operations = operations(SortDevice.preferred().memoryBytes(), _ -> {
            if (calls[0]++ == 0) {
                throw new TornadoOutOfMemoryException("planted");
            }
        })) {
            assertThat(sort(operations, ascending()).chunks()).isGreaterThan(1);
        }
    }

    /** Moves the end of a segment by one key before the kernels run. The first sort of a plan is checked, and one that asks for it. */
    @Test
    void theHostSortsWhatTheDeviceGetsWrong() {
        for (int until = 0; until < 2; until++) {
            int correct = 2 * until;
            int[] calls = {0};
            try (DeviceOperations operations = operations(SortDevice.preferred().memoryBytes(), offsets -> {
                if (calls[0]++ >= correct) {
                    move(offsets);
                }
            })) {
                if (until > 0) {
                    assertThat(sort(operations, ascending()).reason()).isEqualTo(Reason.DEVICE);
                }
                SortStats stats = sort(operations, ascending().withVerification(until > 0));
                assertThat(stats.reason()).isEqualTo(Reason.DEVICE_WRONG);
                assertThat(stats.mismatches()).isEqualTo(1);
                assertThat(operations.mismatches()).isEqualTo(1);
                assertThat(sort(operations, ascending()).reason()).as("from now on").isEqualTo(Reason.DEVICE_WRONG);
            }
        }
    }

    private static void move(IntArray offsets) {
        offsets.set(50, offsets.get(50) + 1);
    }
}
