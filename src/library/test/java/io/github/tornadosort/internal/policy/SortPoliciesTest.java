package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortPoliciesTest {
    private static final SortDevice GPU = device("cuda", SortDevice.Type.GPU);
    private static final SortDevice CPU = device("opencl", SortDevice.Type.CPU);

    private static SortDevice device(String backend, SortDevice.Type type) {
        return TestDevices.device(0, 0, backend, "device", type, 1, null);
    }

    @Test
    void aFamilyHasAPolicy() {
        assertThat(SortPolicies.forDevice(GPU)).isEqualTo(SortPolicies.GPU);
        assertThat(SortPolicies.forDevice(CPU)).isEqualTo(SortPolicies.CPU);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "9, 1, 32, 4, 0, 0, 0 | radixBits is 9, must be from 1 to 8",
                "8, 0, 32, 4, 0, 0, 0 | blocksPerUnit is 0, must be from 1 to 1024",
                "8, 1, 48, 4, 0, 0, 0 | workItems is 48, must be a multiple of 32, at most 256",
                "8, 1, 32, 5, 0, 0, 0 | laboratoryItems is 5, must be 4, 8 or 16",
                "8, 1, 32, 4, -1, 0, 0 | keysAtOnce is -1, must be from 0 to 16777216",
                "8, 1, 32, 4, 0, -1, 0 | bucketedKeys is -1, must be 0 or more",
                "8, 1, 32, 4, 0, 0, -1 | chunkKeys is -1, must be from 0 to 67108864",
            })
    void figuresHaveRanges(String figures, String message) {
        int[] n = Arrays.stream(figures.split(", ")).mapToInt(Integer::parseInt).toArray();
        assertThatThrownBy(() -> new SortPolicy(Kernels.WORK_GROUP, n[0], n[1], n[2], n[3], n[4], n[5], n[6]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy: " + message);
    }

    /** On one core, ints cost 17 ns each on the host, and 600 µs and 0.3 ns each on a GPU. */
    @Test
    void gpusAreFasterFromSomeNumberOfKeysOn() {
        Crossovers gpu = SortPolicies.crossovers(GPU, 1);
        assertThat(gpu.of(KeyType.INT32, false)).isEqualTo((long) (600_000 / 16.7));
        assertThat(gpu.of(KeyType.INT8, false)).isEqualTo(gpu.of(KeyType.FLOAT32, false));
        assertThat(gpu.of(KeyType.INT64, true)).isEqualTo((long) (1_500_000 / 88.4));
        assertThat(SortPolicies.crossovers(GPU, 4).of(KeyType.INT32, false)).isEqualTo((long) (600_000 / 3.95));
        assertThat(SortPolicies.crossovers(GPU, 64).of(KeyType.INT32, false)).isEqualTo(Long.MAX_VALUE);
        assertThat(SortPolicies.crossovers(null, 4).of(KeyType.INT64, false))
                .isEqualTo(SortPolicies.crossovers(GPU, 4).of(KeyType.INT64, false));
        assertThat(gpu.hostNanos(KeyType.INT64, false, 100)).isEqualTo(2800);
        assertThat(SortPolicies.crossovers(GPU, 2).hostNanos(KeyType.INT32, true, 100)).isEqualTo(3000);
        assertThat(SortPolicies.crossovers(CPU, 1)).isSameAs(Crossovers.NONE);
        assertThat(Crossovers.NONE.of(KeyType.INT32, false)).isEqualTo(Long.MAX_VALUE);
        assertThat(Crossovers.NONE.hostNanos(KeyType.INT32, false, 5)).isZero();
    }
}
