package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.policy.Stats;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SortStatsTest {
    private static final Stats FULL = Stats.of(10)
            .passes(3, 8)
            .times(1, 3, 2, 4)
            .verified(6, 5)
            .ran(Reason.DEVICE_WRONG, "0:1 ptx (A)");

    @Test
    void everyFigureCanBeSet() {
        assertThat(FULL).isEqualTo(new Stats(10, 3, 5, 1, 3, 2, 4, 6, 5, 1, Reason.DEVICE_WRONG, "0:1 ptx (A)"));
        assertThat(Stats.of(1).passes(9, 8).passesSkipped()).isZero();
        assertThat(Stats.of(4)).isEqualTo(new Stats(4, 0, 0, 0, 0, 0, 0, 0, 0, 0, Reason.SORTED_ALREADY, ""));
        assertThatThrownBy(() -> Stats.of(1).ran(null, "")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Stats.of(1).ran(Reason.DEVICE, null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void aSumAddsFiguresAndKeepsTheLaterReason() {
        assertThat(FULL.plus(FULL))
                .isEqualTo(new Stats(20, 6, 10, 2, 6, 4, 8, 12, 10, 2, Reason.DEVICE_WRONG, "0:1 ptx (A)"));
        assertThat(Stats.of(0).plus(FULL)).isEqualTo(FULL);
        assertThat(FULL.plus(Stats.of(0))).isEqualTo(FULL);
    }

    @Test
    void whyReturnsText() {
        assertThat(Stats.of(1).why()).isEqualTo("sorted already");
        assertThat(Stats.of(1).ran(Reason.DEVICE, "d").why()).isEqualTo("device");
        assertThat(FULL.plus(FULL).why()).isEqualTo("device wrong: JVM, in 2 chunks");
        assertThat(Stats.of(1).ran(Reason.DEVICE_WRONG, "d").why()).isEqualTo("device wrong: JVM");
    }

    @Test
    void allSortsSayWhereTheyRan() {
        int[] keys = new SplittableRandom(1).ints(40_000).toArray();
        int[] sorted = keys.clone();
        Arrays.sort(sorted);
        byte[] bytes = new byte[40_000];
        new SplittableRandom(2).nextBytes(bytes);
        SortDevice device = SortDevice.preferred();
        try (Sorter sorter = Sorter.builder().device(device).policy(SortPolicies.forDevice(device)).open()) {
            String here = device.toString();
            SortStats ofKeys = sorter.sort(keys.clone());
            SortStats ofPairs = sorter.sort(Column.of(keys.clone()), Column.of(keys.clone()));
            SortStats ofRecords = sorter.records().sort(Records.of(bytes.clone(), 8, 0, 8));

            assertThat(ofKeys.keys()).isEqualTo(40_000);
            assertThat(ofPairs.keys()).isEqualTo(40_000);
            assertThat(ofRecords.keys()).isEqualTo(5000);
            for (SortStats stats : new SortStats[] {ofKeys, ofPairs, ofRecords}) {
                assertThat(stats.why()).isEqualTo("device");
                assertThat(stats.device()).isEqualTo(here);
                assertThat(stats.passesIssued() > 0).as("digit passes").isTrue();
            }
            SortStats nothing = sorter.sort(sorted);
            assertThat(nothing.why()).isEqualTo("sorted already");
            assertThat(nothing.device()).isEmpty();
            assertThat(nothing.passesSkipped()).isPositive();
        }
    }
}
