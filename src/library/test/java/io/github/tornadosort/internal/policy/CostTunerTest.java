package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.policy.CostTuner.Measured;
import io.github.tornadosort.internal.policy.CostTuner.Timer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the tuner of costs with timers that are functions of the number of keys. */
class CostTunerTest {
    private static final int MOST = 1 << 20;
    private static final int THREADS = 4;

    /** On the host 8 ns per key, and on the device 500 µs and 3 ns; times 1.5 for 64 bits, times 2 for pairs. */
    private static final Timer LINEAR = (onHost, kind, n) -> (onHost ? 8.0 * n : 500_000 + 3.0 * n)
            * (kind.bits() == 64 ? 1.5 : 1) * (kind.hasPayload() ? 2 : 1);

    @Test
    void findsTheFixedTimeAndTheTimePerKey() {
        List<Measured> measured = CostTuner.measure("gpu", THREADS, MOST, LINEAR);

        assertThat(measured).extracting(m -> m.cost().family())
                .containsExactly("host", "host", "host", "host", "gpu", "gpu", "gpu", "gpu");
        assertThat(measured).extracting(m -> m.cost().kind())
                .containsExactly(SortKind.KEYS_32, SortKind.KEYS_64, SortKind.PAIRS_32, SortKind.PAIRS_64,
                        SortKind.KEYS_32, SortKind.KEYS_64, SortKind.PAIRS_32, SortKind.PAIRS_64);
        assertCost(measured.get(0), 0, THREADS * 8);
        assertCost(measured.get(3), 0, THREADS * 8 * 3);
        assertCost(measured.get(4), 500, 3);
        assertCost(measured.get(7), 1500, 9);
    }

    private static void assertCost(Measured measured, double fixedMicros, double nanosPerKey) {
        assertThat(measured.cost().fixedMicros()).as("%s", measured).isCloseTo(fixedMicros, within(1e-3));
        assertThat(measured.cost().nanosPerKey()).as("%s", measured).isCloseTo(nanosPerKey, within(1e-6));
    }

    /** Small sorts count as much as large ones, and no cost is negative. */
    @Test
    void fitsTimesThatAreNotLinear() {
        Timer timer = (onHost, kind, n) -> onHost ? n * Math.log(n) : Math.max(400_000, 2.0 * n);

        List<Measured> measured = CostTuner.measure("gpu", 1, MOST, timer);

        Cost host = measured.get(0).cost();
        assertThat(host.fixedMicros()).isZero();
        assertThat(host.nanosPerKey()).isBetween(Math.log(MOST / 256.0), Math.log(MOST));
        Cost device = measured.get(4).cost();
        assertThat(device.fixedMicros()).isBetween(300.0, 400.0);
        assertThat(device.nanosPerKey()).isBetween(1.0, 2.0);
    }

    @Test
    void noKeyIsFree() {
        List<Measured> measured = CostTuner.measure("gpu", THREADS, MOST, (_, _, n) -> 1e6 - 0.5 * n);

        assertThat(measured).allSatisfy(each -> assertThat(each.cost().nanosPerKey()).isGreaterThan(0.4));
        assertThat(CostTuner.text("a device", measured)).doesNotContain("  0.000\n");
    }

    @Test
    void measuresTheLargestNumberFirst() {
        List<Integer> sizes = new ArrayList<>();

        List<Measured> measured = CostTuner.measure("gpu", 1, 1024, (onHost, kind, n) -> {
            sizes.add(n);
            return n;
        });

        assertThat(sizes).hasSize(8 * 5).startsWith(1024, 256, 64, 16, 4, 1024);
        assertThat(measured.getFirst().samples()).extracting(CostTuner.SortTime::n).containsExactly(1024, 256, 64, 16, 4);
        assertThat(CostTuner.bytes(1024)).isEqualTo(2 * (4 + 8 + 4 + 8) * (1024 + 256 + 64 + 16 + 4));
    }

    @Test
    void writesATableThatSortersRead() {
        List<Measured> measured = CostTuner.measure("cpu", THREADS, MOST, LINEAR);

        String text = CostTuner.text("a device", measured);

        assertThat(text)
                .startsWith("# a device\n\n# family  payload  bits  fixedMicros  nanosPerKey\n\n# µs by number of keys: "
                        + "1,048,576: 8,388.6; 262,144: 2,097.2; 65,536: 524.3; 16,384: 131.1; 4,096: 32.8\n"
                        + "host    none     32    0.0          32.000\n");
        assertThat(text).contains("\ncpu     any      64    1500.0       9.000\n");
        Crossovers crossovers = Crossovers.read(
                "costs", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "cpu", THREADS);
        for (boolean payload : new boolean[] {false, true}) {
            assertThat(crossovers.of(KeyType.INT32, payload)).isCloseTo(100_000, within(50L));
            assertThat(crossovers.of(KeyType.FLOAT64, payload)).isCloseTo(100_000, within(50L));
        }
    }
}
