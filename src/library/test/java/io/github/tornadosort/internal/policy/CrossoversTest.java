package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

class CrossoversTest {
    private static final String HOST = """
            host none 32 0 16
            host none 64 0 32
            host any 32 0 64 # a comment
            host any 64 10 64
            """;
    private static final String GPU = """
            gpu none 32 900 1
            gpu any 64 910 0
            gpu any 32 100 17
            """;

    private static Crossovers read(String text, String family, int threads) {
        return Crossovers.read("costs", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), family, threads);
    }

    /** At the crossover both take the same time: 900 µs + n * 1 ns = n * 16 ns / threads. */
    @ParameterizedTest
    @CsvSource({"1, 60000", "4, 300000", "16, 9223372036854775807", "32, 9223372036854775807"})
    void dependOnTheNumberOfCores(int threads, long keys) {
        Crossovers gpu = read(HOST + GPU, "gpu", threads);
        assertThat(gpu.of(KeyType.INT32, false)).isEqualTo(keys);
        assertThat(gpu.of(KeyType.FLOAT32, false)).isEqualTo(keys);
        assertThat(gpu.of(KeyType.INT8, false)).isEqualTo(keys);
    }

    @Test
    void dependOnWidthAndPayload() {
        Crossovers gpu = read(HOST + GPU, "gpu", 4);
        assertThat(gpu.of(KeyType.UINT64, true)).isEqualTo(900_000 / 16);
        assertThat(gpu.of(KeyType.INT64, false)).as("no line").isEqualTo(Long.MAX_VALUE);
        assertThat(gpu.of(KeyType.INT32, true)).as("slower than four cores").isEqualTo(Long.MAX_VALUE);
        assertThat(read(HOST + GPU, "jvm", 4).of(KeyType.INT32, false)).as("no family").isEqualTo(Long.MAX_VALUE);
        assertThat(Crossovers.NONE.of(KeyType.INT32, false)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aDeviceWithoutCostsIsAsFastAsTheHost() {
        Crossovers gpu = read(HOST + GPU, "gpu", 4);
        assertThat(gpu.nanosPerKey(SortKind.KEYS_32)).isEqualTo(1);
        assertThat(gpu.nanosPerKey(SortKind.PAIRS_32)).isEqualTo(17);
        assertThat(gpu.nanosPerKey(SortKind.KEYS_64)).as("no line: 32 ns on one of 4 cores").isEqualTo(8);
        assertThat(read(HOST + GPU, "jvm", 4).nanosPerKey(SortKind.KEYS_32)).as("no family").isEqualTo(4);
    }

    @Test
    void hostTimesAreThoseOfAllCores() {
        Crossovers gpu = read(HOST + GPU, "gpu", 4);
        assertThat(gpu.hostNanos(KeyType.INT32, false, 1000)).isEqualTo(4000);
        assertThat(gpu.hostNanos(KeyType.FLOAT64, false, 1000)).isEqualTo(8000);
        assertThat(gpu.hostNanos(KeyType.INT8, true, 1000)).isEqualTo(16_000);
        assertThat(Crossovers.NONE.hostNanos(KeyType.INT32, false, 1000)).isZero();
    }

    @Test
    void ofAnyDeviceAreTheSmallest() {
        Crossovers any = read(HOST + GPU + "cpu none 32 300 1\n", Crossovers.ANY, 4);
        assertThat(any.of(KeyType.INT32, false)).isEqualTo(100_000);
        assertThat(any.of(KeyType.UINT64, true)).isEqualTo(900_000 / 16);
    }

    /** 900 µs + n * 1 ns = 1,100 µs + n * 0.6 ns. */
    @Test
    void severalDevicesOfAFamilyAreFasterThanOneFromTheirCrossoverOn() {
        String gpus = "gpus none 32 1100 0.6\ngpus any 64 0 1\ngpus none 64 0 0.1\n";
        Crossovers gpu = read(HOST + GPU + gpus, "gpu", 4);
        assertThat(gpu.ofSeveral(SortKind.KEYS_32)).isEqualTo(500_000);
        assertThat(gpu.ofSeveral(SortKind.PAIRS_64)).as("slower than one").isEqualTo(Long.MAX_VALUE);
        assertThat(gpu.ofSeveral(SortKind.KEYS_64)).as("no line for one").isEqualTo(Long.MAX_VALUE);
        assertThat(gpu.ofSeveral(SortKind.PAIRS_32)).as("no line for several").isEqualTo(Long.MAX_VALUE);
        assertThat(gpu.nanosPerKey(SortKind.KEYS_32)).isEqualTo(1);
        assertThat(read(HOST + gpus, Crossovers.ANY, 1).of(KeyType.INT32, false)).as("of one device")
                .isEqualTo(Long.MAX_VALUE);
        assertThat(Crossovers.NONE.ofSeveral(SortKind.KEYS_32)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aDeviceWithoutFixedCostsSortsAnyNumberOfKeys() {
        assertThat(read(HOST + "cpu any 64 5 1\n", "cpu", 1).of(KeyType.INT64, true)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu none 32 1", "tpu none 32 1 1", "gpu some 32 1 1", "gpu none 16 1 1", "gpu none 32 -1 1",
        "gpu none 32 1 x"})
    void refusesInvalidLines(String line) {
        assertThatThrownBy(() -> read(HOST + line, "gpu", 1))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageContaining("costs: line 5");
    }

    @Test
    void needsTheCostsOfTheHost() {
        assertThatThrownBy(() -> read(GPU, "gpu", 1)).hasMessageContaining("the host needs four lines");
    }

    @Test
    void builtInCostsAreValid() {
        Crossovers least = SortPolicies.leastCrossovers(16);
        assertThat(least.of(KeyType.INT32, false)).isBetween(1L << 19, 1L << 20);
        assertThat(least.of(KeyType.INT32, true)).isLessThan(Long.MAX_VALUE);
    }

    /** Two H200s took 157 ms where one took 117. */
    @Test
    void byTheBuiltInCostsOneGpuIsFasterThanSeveral() {
        SortDevice gpu = new SortDevice(0, 0, "opencl", "a GPU", TornadoDeviceType.GPU, 1L << 37, null);
        for (SortKind kind : SortKind.values()) {
            assertThat(SortPolicies.crossovers(gpu, 32).ofSeveral(kind)).isEqualTo(Long.MAX_VALUE);
        }
    }
}
