package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.policy.Tuner.Timer;
import io.github.tornadosort.internal.policy.Tuner.Tuning;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the tuner with timers that are functions of the policy. */
class TunerTest {
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 8, 1, 0, 0);
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 8, 8, 128, 16);

    /** Each pass takes as long. */
    private static double passes(SortPolicy policy) {
        return 2.0 * Math.ceilDiv(Integer.SIZE, policy.radixBits());
    }

    @Test
    void findsWidthAndBlocks() {
        Timer timer = policy -> passes(policy) + Math.abs(policy.blocksPerUnit() - 4);

        Tuning tuning = Tuner.tune(BLOCK, timer);

        assertThat(tuning.best().policy()).isEqualTo(new SortPolicy(Kernels.BLOCK, 11, 4, 0, 0));
        assertThat(tuning.present().policy()).isEqualTo(BLOCK);
        assertThat(tuning.trials()).containsOnlyKeys("radixBits", "blocksPerUnit");
        assertThat(tuning.trials().get("radixBits")).extracting(trial -> trial.policy().radixBits())
                .as("the present width, then the others")
                .containsExactly(8, 4, 5, 6, 7, 9, 10, 11, 12);
        assertThat(tuning.trials().get("blocksPerUnit")).extracting(trial -> trial.policy().blocksPerUnit())
                .as("the present number, then the others")
                .containsExactly(1, 2, 4, 8);
    }

    @Test
    void findsTheTileOfWorkGroups() {
        Timer timer = policy -> passes(policy) + Math.abs(policy.workItems() - 256)
                + Math.abs(policy.itemsPerWorkItem() - 8);

        Tuning tuning = Tuner.tune(GROUP, timer);

        assertThat(tuning.best().policy()).isEqualTo(new SortPolicy(Kernels.WORK_GROUP, 8, 8, 256, 8));
    }

    @Test
    void noiseIsNotAGain() {
        for (double other : new double[] {99, 98}) {
            Timer timer = policy -> policy.equals(BLOCK) ? 100 : other;

            assertThat(Tuner.tune(BLOCK, timer).best().policy()).isEqualTo(BLOCK);
        }
        assertThat(Tuner.tune(BLOCK, policy -> policy.equals(BLOCK) ? 100 : 97).best().policy())
                .isNotEqualTo(BLOCK);
    }

    @Test
    void choicesAreAllPossibleResults() {
        assertThat(Tuner.choices(BLOCK)).hasSize(12 * 4).doesNotHaveDuplicates().contains(BLOCK);
        assertThat(Tuner.choices(GROUP)).hasSize(8 * 4 * 3 * 3).doesNotHaveDuplicates().contains(GROUP);
    }

    @Test
    void aPolicyThatCannotRunIsNotChosen() {
        Timer timer = policy -> policy.radixBits() > 9 ? Double.POSITIVE_INFINITY : passes(policy);

        Tuning tuning = Tuner.tune(BLOCK, timer);

        assertThat(tuning.best().policy()).isEqualTo(BLOCK);
    }

    @Test
    void aPresentPolicyThatCannotRunIsAnError() {
        assertThatThrownBy(() -> Tuner.tune(BLOCK, _ -> Double.POSITIVE_INFINITY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot sort");
    }

    @Test
    void takesAtMostTheAnnouncedMeasurements() {
        for (SortPolicy policy : new SortPolicy[] {BLOCK, GROUP, new SortPolicy(Kernels.WORK_GROUP, 5, 3, 32, 4)}) {
            AtomicInteger calls = new AtomicInteger();
            Tuner.tune(policy, p -> {
                calls.incrementAndGet();
                return passes(p);
            });

            assertThat(calls.get()).isBetween(3, Tuner.mostMeasurements(policy));
        }
    }
}
