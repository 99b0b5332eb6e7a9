package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.policy.StatsBuilder;
import org.junit.jupiter.api.Test;

class SortStatsTest {
    private static final SortStats FULL = StatsBuilder.of(10)
            .passes(3, 8)
            .copies(1, 2)
            .kernels(3, 4)
            .verified(6, 5)
            .ran(Reason.DEVICE_WRONG, "0:1 ptx (A)")
            .chunks(7)
            .build();

    @Test
    void theBuilderSetsEveryComponent() {
        assertThat(FULL).isEqualTo(new SortStats(10, 3, 5, 1, 3, 2, 4, 6, 5, 7, Reason.DEVICE_WRONG, "0:1 ptx (A)"));
        assertThat(StatsBuilder.from(FULL).build()).isEqualTo(FULL);
        assertThat(StatsBuilder.from(FULL).keys(11).build().keys()).isEqualTo(11);
        assertThat(StatsBuilder.of(1).passes(9, 8).build().passesSkipped()).isZero();
        assertThat(SortStats.idle(4)).isEqualTo(new SortStats(4, 0, 0, 0, 0, 0, 0, 0, 0, 0, Reason.SORTED_ALREADY, ""));
        assertThatThrownBy(() -> StatsBuilder.of(1).ran(null, "").build()).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> StatsBuilder.of(1).ran(Reason.DEVICE, null).build())
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void aSumAddsFiguresAndKeepsTheLaterReason() {
        SortStats sum = new SortStats(20, 6, 10, 2, 6, 4, 8, 12, 10, 14, Reason.DEVICE_WRONG, "0:1 ptx (A)");
        assertThat(FULL.plus(FULL)).isEqualTo(sum);
        assertThat(SortStats.idle(0).plus(FULL)).isEqualTo(FULL);
        assertThat(FULL.plus(SortStats.idle(0))).isEqualTo(FULL);
    }

    @Test
    void whyReturnsText() {
        assertThat(SortStats.idle(1).why()).isEqualTo("sorted already");
        assertThat(StatsBuilder.of(1).ran(Reason.DEVICE, "d").chunks(1).build().why()).isEqualTo("device");
        assertThat(StatsBuilder.of(1).ran(Reason.DEVICE, "d").chunks(3).build().why()).isEqualTo("device, in 3 chunks");
        assertThat(StatsBuilder.of(1).ran(Reason.DEVICE_WRONG, "d").chunks(1).build().why())
                .isEqualTo("device wrong: JVM");
    }
}
