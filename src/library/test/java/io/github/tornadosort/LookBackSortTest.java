package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorts whose passes look back: their words outlive executions and plans, and a device may let a group wait in vain. */
class LookBackSortTest {
    /** Tiles of 1,024 keys of 32 bits. */
    private static final SortPolicy POLICY = new SortPolicy(Kernels.WORK_GROUP, 8, 2, 32, 16);

    private static final int TILE = 1024;

    static Stream<SortDevice> devices() {
        return SortDevice.all().stream();
    }

    private static int[] random(int n, long seed) {
        return new SplittableRandom(seed).ints(n).toArray();
    }

    private static void sortsRightly(Sorter sorter, int n, long seed) {
        int[] keys = random(n, seed);
        int[] expected = keys.clone();
        Arrays.sort(expected);
        sorter.sort(Column.of(keys));
        assertThat(keys).as("%d keys", n).isEqualTo(expected);
    }

    /** A plan of fewer keys leaves the words of tiles that it has not written for many executions. */
    @Test
    void aThousandExecutionsOfOnePlan() {
        Set<Integer> epochs = new HashSet<>();
        List<Integer> all = new ArrayList<>();
        try (Sorter sorter =
                Sorter.builder().device(SortDevice.preferred()).policy(POLICY).algorithm("radix").checkpoint(p -> {
                    if (p.getSize() == PassParameters.WORDS) {
                        all.add(p.get(PassParameters.EPOCH));
                        epochs.add(p.get(PassParameters.EPOCH));
                    }
                }).open()) {
            for (int i = 0; i < 250; i++) {
                sortsRightly(sorter, i % 10 == 0 ? 3 * TILE : 1 + i * 37 % (2 * TILE), i);
            }
        }
        assertThat(all.size()).as("executions and copies").isGreaterThan(1000);
        assertThat(epochs).as("an epoch for each pass").hasSizeGreaterThanOrEqualTo(1000);
    }

    /** The memory of a plan that is closed has the words of its epochs, which begin with 1 in each plan. */
    @ParameterizedTest
    @MethodSource("devices")
    void wordsOfAnEarlierPlan(SortDevice device) {
        for (int plan = 0; plan < 5; plan++) {
            try (Sorter sorter = Sorter.builder().device(device).policy(POLICY).algorithm("radix").open()) {
                sortsRightly(sorter, 7 * TILE + 3, plan);
            }
        }
    }

    @Test
    void twoPlansAtOnce() {
        List<CompletableFuture<Void>> both = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
            int seed = thread;
            both.add(CompletableFuture.runAsync(() -> {
                try (Sorter sorter =
                        Sorter.builder().device(SortDevice.preferred()).policy(POLICY).algorithm("radix").open()) {
                    for (int i = 0; i < 10; i++) {
                        sortsRightly(sorter, 4 * TILE + i, 100L * seed + i);
                    }
                }
            }));
        }
        both.forEach(CompletableFuture::join);
    }

    /** A sort that is interrupted between two passes leaves words of its epochs. */
    @Test
    void afterAnInterruptedSort() {
        int[] left = {4};
        try (Sorter sorter =
                Sorter.builder().device(SortDevice.preferred()).policy(POLICY).algorithm("radix").checkpoint(_ -> {
                    if (left[0]-- == 0) {
                        throw new CancellationException("interrupted");
                    }
                }).open()) {
            int[] keys = random(5 * TILE, 1);
            int[] before = keys.clone();
            try {
                sorter.sort(Column.of(keys));
            } catch (CancellationException e) {
                assertThat(keys).isEqualTo(before);
            }
            for (int i = 0; i < 3; i++) {
                sortsRightly(sorter, 5 * TILE, i);
            }
        }
    }

    /** The groups of one pass do not wait, as if none before them ever ended: the pass is repeated tile by tile. */
    @Test
    void aPassThatGotStuckIsRepeated() {
        SortDevice device = SortDevice.preferred();
        assumeTrue(device.backend().equals("jvm"), "other tests sort on the device");
        List<Integer> tiles = new ArrayList<>();
        int[] execution = {0};
        // Another number, since what is known about a device holds until the JVM ends.
        SortDevice stuck = TestDevices.device(
                device.driver(), device.number() + 100, device.backend(), device.name(), device.type(), device.memoryBytes(),
                Handle.of(device));
        try (Sorter sorter = Sorter.builder().device(stuck).policy(POLICY).algorithm("radix").checkpoint(p -> {
            if (p.getSize() == PassParameters.WORDS) {
                execution[0]++;
                if (execution[0] == 3) {
                    p.set(PassParameters.LIMIT, 0);
                }
                tiles.add(p.get(PassParameters.FIRST_TILE));
            }
        }).open()) {
            sortsRightly(sorter, 4 * TILE, 5);
            assertThat(tiles).as("survey, two passes, the second one again, two passes, copy").containsExactly(0, 0, 0, 0, 1,
                    2, 3, 0, 0, 0);
            tiles.clear();
            sortsRightly(sorter, 4 * TILE, 6);
            assertThat(tiles).as("no groups that wait").containsOnly(0);
        }
    }
}
