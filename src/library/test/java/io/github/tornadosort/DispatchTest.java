package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortOptions.Processor;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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

    /** Records are sorted by a sort of pairs, and are dispatched as pairs are. */
    @Test
    void recordsAreDispatched() throws Exception {
        byte[] bytes = new byte[300_000];
        new SplittableRandom(3).nextBytes(bytes);
        SortDevice device = SortDevice.preferred();
        try (Sorter any = Sorter.open(); Sorter alone = Sorter.open(device, SortPolicies.forDevice(device))) {
            assertThat(any.sort(records(bytes)).reason()).isEqualTo(Reason.HOST);
            assertThat(any.sort(records(bytes), HOST).reason()).isEqualTo(Reason.HOST_REQUESTED);
            assertThat(any.sort(records(bytes), DEVICE).reason()).isEqualTo(Reason.DEVICE);
            assertThat(alone.sort(records(bytes)).reason()).isEqualTo(Reason.DEVICE);
            assertThat(any.argsort(records(bytes))).isEqualTo(alone.argsort(records(bytes)));
            Records sorted = records(bytes);
            any.sort(sorted);
            SortStats again = any.sort(sorted);
            assertThat(again.reason()).isEqualTo(Reason.SORTED_ALREADY);
            assertThat(again.keys()).isEqualTo(100_000);
        }
        useCosts("host any 32 0 1000000", "jvm any 32 1 1");
        assumeJvm();
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.sort(records(bytes)).reason()).isEqualTo(Reason.DEVICE);
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
                SortOptions.builder().timed().build(),
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

    @Test
    void operationsOfTheHostCannotBeSentToTheDevice() {
        try (Sorter sorter = Sorter.open()) {
            Column keys = Column.of(keys());
            assertThatThrownBy(() -> sorter.isSorted(keys, DEVICE)).hasMessageContaining("isSorted runs on the host");
            assertThatThrownBy(() -> sorter.merge(keys, keys, Column.of(new int[2_000]), DEVICE))
                    .hasMessageContaining("merge runs on the host");
        }
    }

    /** Writes a file of costs, and makes sorters use it: 1 ns per key on one core of the host, and the given lines. */
    private void useCosts(String... lines) throws IOException {
        String host = """
                host none 32 0 1
                host none 64 0 1
                host any 32 0 1
                host any 64 0 1
                """;
        Path costs = Files.writeString(folder.resolve("costs.rules"), host + String.join("\n", lines));
        System.setProperty(SortPolicies.COSTS_PROPERTY, costs.toString());
    }

    @AfterEach
    void useCostsOfTheProject() {
        System.clearProperty(SortPolicies.COSTS_PROPERTY);
    }

    private static void assumeJvm() {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"));
    }

    /** A table of costs says that the JVM backend sorts ints faster than the host. The host sorts few keys all the same. */
    @Test
    void costsDecide() throws Exception {
        useCosts("host none 32 0 1000000", "jvm none 32 1 1");
        assumeJvm();
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.sort(keys(100_000)).reason()).isEqualTo(Reason.DEVICE);
            assertThat(sorter.sort(keys(1_000)).reason()).isEqualTo(Reason.HOST);
            assertThat(sorter.sort(new SplittableRandom(1).longs(100_000).toArray()).reason()).isEqualTo(Reason.HOST);
        }
    }

    /** The costs of the device that was found apply, also if a sort that insists on the device has opened it. */
    @Test
    void costsOfOtherFamiliesDoNotDecide() throws Exception {
        useCosts("host none 32 0 1000000", "gpu none 32 1 1");
        assumeJvm();
        try (Sorter sorter = Sorter.open(); Sorter opened = Sorter.open()) {
            assertThat(sorter.sort(keys(100_000)).reason()).isEqualTo(Reason.HOST);
            assertThat(opened.sort(keys(), DEVICE).reason()).isEqualTo(Reason.DEVICE);
            assertThat(opened.sort(keys(100_000)).reason()).isEqualTo(Reason.HOST);
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
