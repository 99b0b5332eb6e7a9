package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tornadosort.internal.policy.CostModel.DigitTime;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final double KEYS_PER_BLOCK = 4096;

    @Property(tries = 20)
    void recoversPlantedCoefficients(
            @ForAll @DoubleRange(max = 5) double once,
            @ForAll @DoubleRange(min = 0.1, max = 5) double pass,
            @ForAll @DoubleRange(max = 20) double digitValue) {
        CostModel planted = new CostModel(once, pass, digitValue, KEYS_PER_BLOCK);

        CostModel fitted = CostModel.fit(samples(bits -> planted.nanosPerKey(bits, 32 / bits * bits)), KEYS_PER_BLOCK);

        assertThat(fitted.onceNanos()).isCloseTo(once, within(1e-6));
        assertThat(fitted.passNanos()).isCloseTo(pass, within(1e-6));
        assertThat(fitted.digitValueNanos()).isCloseTo(digitValue, within(1e-6));
        assertThat(fitted.keysPerBlock()).isEqualTo(KEYS_PER_BLOCK);
    }

    @Property
    void bestIsTheNarrowestOfTheCheapest(
            @ForAll @DoubleRange(max = 5) double once,
            @ForAll @DoubleRange(max = 5) double pass,
            @ForAll @DoubleRange(max = 50) double digitValue,
            @ForAll @IntRange(min = 1, max = 64) int keyBits,
            @ForAll @IntRange(min = 1, max = 16) int mostBits) {
        CostModel model = new CostModel(once, pass, digitValue, KEYS_PER_BLOCK);

        int best = model.bestDigitBits(keyBits, mostBits);

        double least = model.nanosPerKey(best, keyBits);
        assertThat(best).isBetween(1, mostBits);
        assertThat(IntStream.rangeClosed(1, mostBits)).allSatisfy(bits -> {
            double cost = model.nanosPerKey(bits, keyBits);
            assertThat(bits < best ? cost > least : cost >= least).isTrue();
        });
    }

    @Test
    void countsThePassesAndTheWidthThatRun() {
        CostModel model = new CostModel(1, 2, 4096, 4096);

        assertThat(model.nanosPerKey(8, 32)).isEqualTo(1 + 4 * (2 + 256));
        assertThat(model.nanosPerKey(10, 32)).as("four passes of 8 bits").isEqualTo(model.nanosPerKey(8, 32));
        assertThat(model.nanosPerKey(11, 32)).isEqualTo(1 + 3 * (2 + 2048));
    }

    /** If only memory traffic costs time, wide digits are best. If digit values are expensive, narrow ones are. */
    @Test
    void weighsPassesAgainstDigitValues() {
        assertThat(new CostModel(1, 1, 0, 1e6).bestDigitBits(32, 12)).isEqualTo(11);
        assertThat(new CostModel(1, 1, 0.5, 256).bestDigitBits(32, 12)).isEqualTo(8);
        assertThat(new CostModel(1, 0, 1, 256).bestDigitBits(32, 12)).isEqualTo(1);
    }

    /** Wide digits that cost less than their share of passes would need a negative coefficient. */
    @Test
    void noCoefficientIsNegative() {
        CostModel fitted = CostModel.fit(samples(bits -> 20 - bits), KEYS_PER_BLOCK);

        assertThat(List.of(fitted.onceNanos(), fitted.passNanos(), fitted.digitValueNanos()))
                .allMatch(coefficient -> coefficient >= 0)
                .anyMatch(coefficient -> coefficient > 0);
    }

    @Test
    void refusesNoMeasurements() {
        assertThatThrownBy(() -> CostModel.fit(List.of(), KEYS_PER_BLOCK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no measurement");
    }

    @Test
    void refusesDigitsWithoutABit() {
        assertThatThrownBy(() -> new CostModel(1, 1, 1, 1).bestDigitBits(32, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mostBits is 0, must be 1 or more");
    }

    private static List<DigitTime> samples(IntToDoubleFunction nanosPerKey) {
        return IntStream.rangeClosed(4, 12)
                .mapToObj(bits -> new DigitTime(bits, 32 / bits * bits, nanosPerKey.applyAsDouble(bits)))
                .toList();
    }
}
