package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.github.tornadosort.SortOptions.Processor;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests where a sorter sorts, and what its statistics say about it. */
class DispatchTest {
    private static final SortOptions HOST = SortOptions.builder().onHost().build();
    private static final SortOptions DEVICE = SortOptions.builder().onDevice().build();

    @TempDir
    Path folder;

    private static int[] keys() {
        return keys(1_000);
    }

    private static int[] keys(int n) {
        return new SplittableRandom(1).ints(n).toArray();
    }

    @Test
    void theHostSortsFewKeys() {
        try (Sorter sorter = Sorter.open(); Sorter onDevice = Sorter.open(SortDevice.preferred())) {
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
        try (Sorter sorter = Sorter.open()) {
            SortStats unforced = sorter.sort(keys);
            SortStats forced = sorter.sort(keys, HOST);
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                sorter.sort(keys);
                sorter.sort(keys, HOST);
            }
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000);
            assertThat(unforced.keys()).isEqualTo(20);
            assertThat(unforced.reason()).isEqualTo(Reason.HOST);
            assertThat(forced.keys()).isEqualTo(20);
            assertThat(forced.reason()).isEqualTo(Reason.HOST_REQUESTED);
            assertThat(sorter.sort(keys(21)).keys()).isEqualTo(21);
            assertThat(sorter.sort(keys, SortOptions.builder().timed().build()).kernelNanos()).isPositive();
        }
    }

    /** Records are sorted by a sort of pairs, and are dispatched as pairs are. */
    @Test
    void recordsAreDispatched() throws Exception {
        byte[] bytes = new byte[600_000];
        new SplittableRandom(3).nextBytes(bytes);
        SortDevice device = SortDevice.preferred();
        try (Sorter any = Sorter.open(); Sorter alone = Sorter.open(device, SortPolicies.forDevice(device))) {
            assertThat(any.records().sort(records(bytes)).reason()).isEqualTo(Reason.HOST);
            assertThat(any.records().sort(records(bytes), HOST).reason()).isEqualTo(Reason.HOST_REQUESTED);
            assertThat(any.records().sort(records(bytes), DEVICE).reason()).isEqualTo(Reason.DEVICE);
            assertThat(alone.records().sort(records(bytes)).reason()).isEqualTo(Reason.DEVICE);
            assertThat(any.records().argsort(records(bytes))).isEqualTo(alone.records().argsort(records(bytes)));
            Records sorted = records(bytes);
            any.records().sort(sorted);
            SortStats again = any.records().sort(sorted);
            assertThat(again.reason()).isEqualTo(Reason.SORTED_ALREADY);
            assertThat(again.keys()).isEqualTo(200_000);
        }
        useCosts("cost.pairs32 = 1000000 1 1");
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
    void optionsInsistOnTheHostOrTheDevice() {
        SortDevice device = SortDevice.preferred();
        try (Sorter any = Sorter.open(); Sorter alone = Sorter.open(device, SortPolicies.forDevice(device))) {
            assertThat(any.sort(keys(), HOST).reason()).isEqualTo(Reason.HOST_REQUESTED);
            assertThat(any.sort(keys(), DEVICE).reason()).isEqualTo(Reason.DEVICE);
            assertThat(any.sort(keys(), DEVICE).device()).isEqualTo(any.device().toString());
            assertThat(alone.sort(keys()).reason()).isEqualTo(Reason.DEVICE);
            assertThat(alone.sort(keys(), HOST).reason()).isEqualTo(Reason.HOST_REQUESTED);
        }
    }

    private static Stream<SortOptions> forTheDeviceOnly() {
        return Stream.of(
                SortOptions.builder().verify().build(),
                SortOptions.builder().algorithm(Algorithm.RADIX).build());
    }

    @ParameterizedTest
    @MethodSource("forTheDeviceOnly")
    void optionsThatOnlyADeviceCanHonourSelectIt(SortOptions options) {
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.sort(keys(), options).reason()).isEqualTo(Reason.DEVICE);
        }
        assertThatThrownBy(() -> options.withProcessor(Processor.HOST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the host has no choice of algorithms");
        assertThat(options.withProcessor(Processor.DEVICE).processor()).isEqualTo(Processor.DEVICE);
    }

    /** Times are taken where the sort runs without them. */
    @Test
    void timesDoNotSelectTheDevice() {
        SortOptions timed = SortOptions.builder().timed().build();
        try (Sorter sorter = Sorter.open()) {
            for (SortOptions options : List.of(timed, timed.withProcessor(Processor.HOST))) {
                List<Supplier<SortStats>> sorts = List.of(
                        () -> sorter.sort(keys(), options),
                        () -> sorter.sort(Column.of(keys()), options),
                        () -> sorter.sort(Column.of(keys()), Column.of(keys()), options),
                        () -> sorter.objects().sort(Column.of(keys()), new String[1_000], options),
                        () -> sorter.segments(new int[] {0, 1_000}).sort(Column.of(keys()), options),
                        () -> sorter.records().sort(records(new byte[] {3, 2, 1, 1, 2, 3}), options),
                        () -> sorter.sort(strings(2), options),
                        () -> sorter.sort(strings(10_000), options));
                for (Supplier<SortStats> sort : sorts) {
                    long start = System.nanoTime();
                    SortStats stats = sort.get();
                    assertThat(stats.device()).startsWith("host");
                    assertThat(stats.kernelNanos()).isBetween(1L, System.nanoTime() - start);
                }
            }
            assertThat(sorter.sort(keys(), timed).reason()).isEqualTo(Reason.HOST);
            assertThat(sorter.sort(keys(), timed.withProcessor(Processor.DEVICE)).reason()).isEqualTo(Reason.DEVICE);
            assertThat(sorter.sort(keys()).kernelNanos()).isZero();
        }
    }

    private static String[] strings(int n) {
        return Arrays.stream(keys(n)).mapToObj(Integer::toString).toArray(String[]::new);
    }

    /** The operations that run on the host or on the device, as calls with these options. */
    private static Stream<Arguments> operations() {
        return Stream.of(
                operation("sort array", (sorter, options) -> sorter.sort(keys(), options)),
                operation("sort column", (sorter, options) -> sorter.sort(Column.of(keys()), options)),
                operation("sort pairs", (sorter, options) -> sorter.sort(Column.of(keys()), Column.of(keys()), options)),
                operation("sort objects",
                        (sorter, options) -> sorter.objects().sort(Column.of(keys()), new String[1_000], options)),
                operation("argsort", (sorter, options) -> sorter.argsort(Column.of(keys()), options)),
                operation("lexsort", (sorter, options) -> sorter.lexsort(List.of(new SortKey(Column.of(keys()), options)))),
                operation("unique", (sorter, options) -> sorter.unique(Column.of(keys()), options)),
                operation("run lengths", (sorter, options) -> sorter.runLengths(Column.of(keys()), options)));
    }

    private static Arguments operation(String name, BiFunction<Sorter, SortOptions, Object> call) {
        return Arguments.of(name, call);
    }

    /** The device of this sorter cannot execute anything, so an operation fails if and only if it uses the device. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void everyOperationRunsWhereItsOptionsSay(String name, BiFunction<Sorter, SortOptions, Object> call) {
        SortDevice device = SortDevice.preferred();
        try (Sorter sorter = new Sorter(device, SortPolicies.forDevice(device), p -> {
            throw new UnsupportedOperationException("no execution");
        })) {
            assertThat(call.apply(sorter, HOST)).isNotNull();
            for (SortOptions options : new SortOptions[] {DEVICE, SortOptions.ascending()}) {
                assertThatThrownBy(() -> call.apply(sorter, options)).hasStackTraceContaining("no execution");
            }
        }
        try (Sorter sorter = Sorter.open(device)) {
            Object result = call.apply(sorter, SortOptions.ascending());
            if (result instanceof SortStats stats) {
                assertThat(stats.reason()).isEqualTo(Reason.HOST);
                assertThat(((SortStats) call.apply(sorter, DEVICE)).reason()).isEqualTo(Reason.DEVICE);
            }
        }
    }

    @Test
    void operationsOfTheHostCannotBeSentToTheDevice() {
        try (Sorter sorter = Sorter.open()) {
            Column keys = Column.of(keys());
            assertThatThrownBy(() -> sorter.isSorted(keys, DEVICE)).hasMessageContaining("isSorted runs on the host");
            assertThatThrownBy(() -> sorter.topK(keys, 3, DEVICE)).hasMessageContaining("topK runs on the host");
            assertThatThrownBy(() -> sorter.merge(keys, keys, Column.of(new int[2_000]), DEVICE))
                    .hasMessageContaining("merge runs on the host");
        }
    }

    /** Makes sorters use these costs. */
    private void useCosts(String line) throws IOException {
        System.setProperty(SortPolicies.PROPERTY, Files.writeString(folder.resolve("costs"), line).toString());
    }

    @AfterEach
    void useCostsOfTheProject() {
        System.clearProperty(SortPolicies.PROPERTY);
    }

    private static void assumeJvm() {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"));
    }

    /** A table of costs says that the JVM backend sorts ints faster than the host. The host sorts few keys all the same. */
    @Test
    void costsDecide() throws Exception {
        useCosts("cost.keys32 = 1000000 1 1");
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
            assertThat(opened.sort(keys(), DEVICE).reason()).isEqualTo(Reason.DEVICE);
            assertThat(opened.sort(keys.clone()).reason()).isEqualTo(Reason.HOST);
        }
    }

    @Test
    void hostAndDeviceAgree() {
        Column keys = Column.of(new SplittableRandom(2).ints(1_000, 0, 300).toArray());
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.argsort(keys, DEVICE)).isEqualTo(sorter.argsort(keys, HOST));
            assertThat(sorter.lexsort(List.of(new SortKey(keys, DEVICE))))
                    .isEqualTo(sorter.lexsort(List.of(new SortKey(keys, HOST))));
            Runs onDevice = sorter.runLengths(keys, DEVICE);
            Runs onHost = sorter.runLengths(keys, HOST);
            assertThat(onDevice.counts()).isEqualTo(onHost.counts());
            assertThat(onDevice.keys().toArray()).isEqualTo(onHost.keys().toArray());
            assertThat(sorter.capacity(KeyType.INT32)).isPositive();
            assertThat(sorter.mismatches()).isZero();
        }
    }

    /** The methods without options sort in ascending order, and return what was done. */
    @Test
    void everySortWithoutOptionsReturnsStatistics() {
        Column values = Column.of(keys());
        int[] ints = {0, 1_000};
        long[] longs = {0, 1_000};
        List<BiFunction<Sorter, Column, SortStats>> sorts = List.of(
                Sorter::sort,
                (sorter, keys) -> sorter.sort(keys, values),
                (sorter, keys) -> sorter.objects().sort(keys, new String[1_000]),
                (sorter, keys) -> sorter.segments(ints).sort(keys),
                (sorter, keys) -> sorter.segments(longs).sort(keys),
                (sorter, keys) -> sorter.segments(ints).sort(keys, values),
                (sorter, keys) -> sorter.segments(longs).sort(keys, values));
        try (Sorter sorter = Sorter.open()) {
            for (BiFunction<Sorter, Column, SortStats> sort : sorts) {
                int[] keys = keys();
                assertThat(sort.apply(sorter, Column.of(keys)).keys()).isEqualTo(1_000);
                assertThat(keys).isSorted();
            }
            byte[] records = {9, 3, 8, 1};
            assertThat(sorter.records().sort(Records.of(records, 2, 0, 1)).keys()).isEqualTo(2);
            assertThat(records).containsExactly(8, 1, 9, 3);
        }
    }

    @Test
    void closedSortersRefuseTheHostToo() {
        Sorter sorter = Sorter.open();
        sorter.close();
        sorter.close();
        for (SortOptions options : new SortOptions[] {SortOptions.ascending(), HOST, DEVICE}) {
            assertThatThrownBy(() -> sorter.sort(keys(), options))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }
}
