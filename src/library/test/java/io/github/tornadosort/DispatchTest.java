package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.Crossovers.Cost;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests where a sorter sorts, and what its statistics say about it. */
class DispatchTest {
    private static int[] keys() {
        return keys(1_000);
    }

    private static int[] keys(int n) {
        return new SplittableRandom(1).ints(n).toArray();
    }

    @Test
    void theHostSortsFewKeys() {
        try (Sorter sorter = Sorter.open(); Sorter onDevice = Sorter.builder().device(SortDevice.preferred()).open()) {
            for (SortStats stats : new SortStats[] {sorter.sort(keys()), onDevice.sort(keys())}) {
                assertThat(stats.reason()).isEqualTo(Reason.HOST);
                assertThat(stats.device()).matches("host \\(\\d+ threads\\)");
                assertThat(stats.keys()).isEqualTo(1_000);
                assertThat(stats.passesIssued()).isZero();
                assertThat(stats.chunks()).isOne();
            }
        }
    }

    /** Not even the statistics, which would take longer than the sort. */
    @Test
    void shortSortsAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int[] keys = keys(20);
        try (Sorter sorter = Sorter.open();
                Sorter host = Sorter.builder().onHost().open();
                Sorter timed = Sorter.builder().timed().open()) {
            SortStats unforced = sorter.sort(keys);
            SortStats forced = host.sort(keys);
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                sorter.sort(keys);
                host.sort(keys);
            }
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000);
            assertThat(unforced.keys()).isEqualTo(20);
            assertThat(unforced.reason()).isEqualTo(Reason.HOST);
            assertThat(forced.keys()).isEqualTo(20);
            assertThat(forced.reason()).isEqualTo(Reason.HOST_REQUESTED);
            assertThat(sorter.sort(keys(21)).keys()).isEqualTo(21);
            assertThat(timed.sort(keys).kernelNanos()).isPositive();
        }
    }

    /** Records are sorted by a sort of pairs, and are dispatched as pairs are. */
    @Test
    void recordsAreDispatched() throws Exception {
        byte[] bytes = new byte[600_000];
        new SplittableRandom(3).nextBytes(bytes);
        SortDevice device = SortDevice.preferred();
        try (Sorter any = Sorter.open();
                Sorter host = Sorter.builder().onHost().open();
                Sorter alone = Sorter.builder().device(device).onDevice().open()) {
            assertThat(any.records().sort(records(bytes)).reason()).isEqualTo(Reason.HOST);
            assertThat(host.records().sort(records(bytes)).reason()).isEqualTo(Reason.HOST_REQUESTED);
            assertThat(alone.records().sort(records(bytes)).reason()).isEqualTo(Reason.DEVICE);
            assertThat(any.records().argsort(records(bytes))).isEqualTo(alone.records().argsort(records(bytes)));
            Records sorted = records(bytes);
            any.records().sort(sorted);
            SortStats again = any.records().sort(sorted);
            assertThat(again.reason()).isEqualTo(Reason.SORTED_ALREADY);
            assertThat(again.keys()).isEqualTo(200_000);
        }
        SortPolicies.use(new Cost[] {null, null, new Cost(1_000_000, 1, 1), null}, -1);
        assumeJvm();
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.records().sort(records(bytes)).reason()).isEqualTo(Reason.DEVICE);
        }
    }

    /** A copy of the bytes as records of 3 bytes. */
    private static Records records(byte[] bytes) {
        return Records.of(bytes.clone(), 3, 0, 3);
    }

    @Test
    void sortersInsistOnTheHostOrTheDevice() {
        SortDevice device = SortDevice.preferred();
        try (Sorter host = Sorter.builder().onHost().open();
                Sorter first = Sorter.builder().onDevice().open();
                Sorter alone = Sorter.builder().device(device).policy(SortPolicies.forDevice(device)).open()) {
            assertThat(host.sort(keys()).reason()).isEqualTo(Reason.HOST_REQUESTED);
            assertThat(first.sort(keys()).reason()).isEqualTo(Reason.DEVICE);
            assertThat(first.sort(keys()).device()).isEqualTo(first.device().toString());
            assertThat(alone.sort(keys()).reason()).isEqualTo(Reason.DEVICE);
        }
    }

    @Test
    void settingsThatOnlyADeviceCanHonourSelectIt() {
        for (UnaryOperator<Sorter.Builder> settings : List.<UnaryOperator<Sorter.Builder>>of(
                Sorter.Builder::verified, builder -> builder.algorithm("radix"))) {
            try (Sorter sorter = settings.apply(Sorter.builder()).open()) {
                assertThat(sorter.sort(keys()).reason()).isEqualTo(Reason.DEVICE);
            }
            Sorter.Builder host = settings.apply(Sorter.builder()).onHost();
            assertThatThrownBy(host::open)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the host has no choice of algorithms");
        }
    }

    /** Times are taken where the sort runs without them. */
    @Test
    void timesDoNotSelectTheDevice() {
        for (Sorter.Builder opened : List.of(Sorter.builder().timed(), Sorter.builder().timed().onHost())) {
            try (Sorter sorter = opened.open()) {
                List<Supplier<SortStats>> sorts = List.of(
                        () -> sorter.sort(keys()),
                        () -> sorter.sort(Column.of(keys())),
                        () -> sorter.sort(Column.of(keys()), Column.of(keys())),
                        () -> sorter.objects().sort(Column.of(keys()), new String[1_000]),
                        () -> sorter.segments(new int[] {0, 1_000}).sort(Column.of(keys())),
                        () -> sorter.records().sort(records(new byte[] {3, 2, 1, 1, 2, 3})),
                        () -> sorter.sort(strings(2)),
                        () -> sorter.sort(strings(10_000)));
                for (Supplier<SortStats> sort : sorts) {
                    long start = System.nanoTime();
                    SortStats stats = sort.get();
                    assertThat(stats.device()).startsWith("host");
                    assertThat(stats.kernelNanos()).isBetween(1L, System.nanoTime() - start);
                }
            }
        }
        try (Sorter timed = Sorter.builder().timed().open();
                Sorter onDevice = Sorter.builder().timed().onDevice().open();
                Sorter untimed = Sorter.open()) {
            assertThat(timed.sort(keys()).reason()).isEqualTo(Reason.HOST);
            assertThat(onDevice.sort(keys()).reason()).isEqualTo(Reason.DEVICE);
            assertThat(untimed.sort(keys()).kernelNanos()).isZero();
        }
    }

    private static String[] strings(int n) {
        return Arrays.stream(keys(n)).mapToObj(Integer::toString).toArray(String[]::new);
    }

    /** The operations that run on the host or on the device. */
    private static Stream<Arguments> operations() {
        return Stream.of(
                operation("sort array", sorter -> sorter.sort(keys())),
                operation("sort column", sorter -> sorter.sort(Column.of(keys()))),
                operation("sort pairs", sorter -> sorter.sort(Column.of(keys()), Column.of(keys()))),
                operation("sort objects", sorter -> sorter.objects().sort(Column.of(keys()), new String[1_000])),
                operation("argsort", sorter -> sorter.argsort(Column.of(keys()))),
                operation("lexsort", sorter -> sorter.argsort(Key.of(Column.of(keys())))),
                operation("unique", sorter -> sorter.unique(Column.of(keys()), Order.ASCENDING)),
                operation("run lengths", sorter -> sorter.runLengths(Column.of(keys()), Order.ASCENDING)));
    }

    private static Arguments operation(String name, Function<Sorter, Object> call) {
        return Arguments.of(name, call);
    }

    /** The device of the second sorter cannot execute anything, so an operation fails if and only if it uses the device. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void everyOperationRunsWhereItsSorterSays(String name, Function<Sorter, Object> call) {
        SortDevice device = SortDevice.preferred();
        Checkpoint never = p -> {
            throw new UnsupportedOperationException("no execution");
        };
        for (Sorter.Builder builder : List.of(Sorter.builder(), Sorter.builder().onHost())) {
            try (Sorter host = builder.device(device).checkpoint(never).open()) {
                assertThat(call.apply(host)).isNotNull();
            }
        }
        try (Sorter onDevice = Sorter.builder().device(device).onDevice().checkpoint(never).open()) {
            assertThatThrownBy(() -> call.apply(onDevice)).hasStackTraceContaining("no execution");
        }
    }

    @AfterEach
    void useCostsOfTheProject() {
        SortPolicies.use(null, -1);
    }

    private static void assumeJvm() {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"));
    }

    /** A table of costs says that the JVM backend sorts ints faster than the host. The host sorts few keys all the same. */
    @Test
    void costsDecide() {
        SortPolicies.use(new Cost[] {new Cost(1_000_000, 1, 1), null, null, null}, -1);
        assumeJvm();
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.sort(keys(200_000)).reason()).isEqualTo(Reason.DEVICE);
            assertThat(sorter.sort(keys((1 << 17) - 1)).reason()).isEqualTo(Reason.HOST);
            assertThat(sorter.sort(keys(1 << 17)).reason()).isEqualTo(Reason.DEVICE);
            assertThat(sorter.sort(new SplittableRandom(1).longs(200_000).toArray()).reason()).isEqualTo(Reason.HOST);
        }
    }

    /** The built-in costs are those of GPUs. They are no longer asked when another device was found. */
    @Test
    void theCoresOfTheJvmAreNoFasterThanTheHost() {
        assumeJvm();
        int[] keys = keys(1 << 22);
        try (Sorter sorter = Sorter.open(); Sorter opened = Sorter.open()) {
            assertThat(sorter.sort(keys.clone()).reason()).isEqualTo(Reason.HOST);
            assertThat(opened.device().backend()).isEqualTo("jvm");
            assertThat(opened.sort(keys.clone()).reason()).isEqualTo(Reason.HOST);
        }
    }
}
