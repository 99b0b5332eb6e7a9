package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DigitWindowTest {
    @Test
    void twentyBitsTakeThreePasses() {
        assertThat(DigitWindow.over(0xfffffL << 7, 8))
                .containsExactly(new DigitWindow(7, 7), new DigitWindow(14, 7), new DigitWindow(21, 6));
    }

    @Test
    void gapsCostNothing() {
        assertThat(DigitWindow.over(0x8000000fL, 8)).containsExactly(new DigitWindow(0, 4), new DigitWindow(31, 1));
    }

    @Test
    void noVaryingBitsNeedNoWindows() {
        assertThat(DigitWindow.over(0, 8)).isEmpty();
    }

    @Test
    void sixtyFourBits() {
        assertThat(DigitWindow.over(-1L, 11)).hasSize(6).last().isEqualTo(new DigitWindow(55, 9));
        assertThat(DigitWindow.over(-1L, 16)).hasSize(4).last().isEqualTo(new DigitWindow(48, 16));
    }

    /** Windows cover each varying bit once, are not too wide, and are as few as possible. */
    @Property
    void coversEachVaryingBitOnce(@ForAll long varying, @ForAll @IntRange(min = 1, max = 16) int maxBits) {
        List<DigitWindow> windows = DigitWindow.over(varying, maxBits);
        long covered = 0;
        int below = 0;
        for (DigitWindow window : windows) {
            assertThat(window.bits()).isBetween(1, maxBits);
            assertThat(window.shift()).isGreaterThanOrEqualTo(below);
            below = window.shift() + window.bits();
            covered |= (long) window.mask() << window.shift();
        }
        assertThat(below).isLessThanOrEqualTo(64);
        assertThat(varying & ~covered).isZero();
        assertThat(windows).hasSize(minWindows(varying, maxBits));
    }

    private static int minWindows(long varying, int maxBits) {
        int windows = 0;
        for (int bit = 0; bit < 64; bit++) {
            if ((varying >>> bit & 1) != 0) {
                windows++;
                bit += maxBits - 1;
            }
        }
        return windows;
    }
}
