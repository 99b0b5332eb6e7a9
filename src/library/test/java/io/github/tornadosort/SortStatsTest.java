package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.policy.Stats;
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
}
