package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortPoliciesTest {
    private static final SortDevice GPU = device("cuda", SortDevice.Type.GPU);
    private static final SortDevice CPU = device("opencl", SortDevice.Type.CPU);

    @TempDir
    Path folder;

    private static SortDevice device(String backend, SortDevice.Type type) {
        return TestDevices.device(0, 0, backend, "device", type, 1, null);
    }

    private void use(String... lines) throws IOException {
        Path file = Files.writeString(folder.resolve("policy"), String.join("\n", lines));
        System.setProperty(SortPolicies.PROPERTY, file.toString());
    }

    @AfterEach
    void useNoFile() {
        System.clearProperty(SortPolicies.PROPERTY);
    }

    @Test
    void aFamilyHasAPolicy() {
        assertThat(SortPolicies.forDevice(GPU)).isEqualTo(SortPolicies.GPU);
        assertThat(SortPolicies.forDevice(CPU)).isEqualTo(SortPolicies.CPU);
    }

    @Test
    void aFileReplacesSomeFigures() throws IOException {
        use("# found by trying", "radixBits = 7", "chunkKeys=0 ");
        assertThat(SortPolicies.forDevice(GPU))
                .isEqualTo(new SortPolicy(Kernels.WORK_GROUP, 7, 6, 256, 16, 1 << 17, 1 << 24, 0));
        assertThat(SortPolicies.forDevice(CPU)).isEqualTo(new SortPolicy(Kernels.BLOCK, 7, 1, 0, 0));
        use("kernels = WORK_GROUP", "workItems = 32", "laboratoryItems = 8", "radixBits = 8");
        assertThat(SortPolicies.forDevice(CPU)).isEqualTo(new SortPolicy(Kernels.WORK_GROUP, 8, 1, 32, 8));
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

    @Test
    void costsOfAFileAreThoseOfAnyDevice() throws IOException {
        use("cost.pairs32 = 10  2.5 0");
        for (SortDevice device : new SortDevice[] {GPU, CPU, null}) {
            Crossovers costs = SortPolicies.crossovers(device, 1);
            assertThat(costs.of(KeyType.UINT16, true)).isEqualTo(250);
            assertThat(costs.of(KeyType.INT32, false)).isEqualTo(Long.MAX_VALUE);
            assertThat(costs.of(KeyType.INT64, true)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void aFileSaysHowLongADeviceTakesToStart() throws IOException {
        use("startMillis = 1500");
        assertThat(SortPolicies.startNanos()).isEqualTo(1_500_000_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "radixbits = 8 | there is no 'radixbits', only [kernels, radixBits, blocksPerUnit,",
                "radixBits | 'radixBits' is '', must be a whole number",
                "radixBits = 8.5 | 'radixBits' is '8.5', must be a whole number",
                "radixBits = 9 | policy: radixBits is 9, must be from 1 to 8",
                "kernels = GROUP | 'kernels' is 'GROUP', must be [BLOCK, WORK_GROUP]",
                "kernels = \\uxyz | cannot be read: ",
            })
    void aWrongFileIsRefused(String line, String message) throws IOException {
        use(line);
        assertThatThrownBy(() -> SortPolicies.forDevice(GPU)).isInstanceOf(PolicyFileException.class)
                .hasMessageStartingWith("policy file " + folder.resolve("policy") + ": " + message);
    }

    @Test
    void aMissingFileIsNamed() {
        System.setProperty(SortPolicies.PROPERTY, folder.resolve("none").toString());
        assertThatThrownBy(() -> SortPolicies.forDevice(GPU))
                .hasMessageContaining("none: no such file (-Dtornadosort.policy names it)");
    }
}
