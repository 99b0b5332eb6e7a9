package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import org.junit.jupiter.api.Test;

class RadixBuffersTest {
    /** A work-item that numbers values steps by its group's work-items, beyond the last key. Block kernels have no tiles. */
    @Test
    void indicesBeyondTheLastKeyAreInts() {
        SortPolicy policy = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
        assertThat(RadixBuffers.maxKeys(policy, 1) + RadixTasks.WORK_ITEMS).isLessThanOrEqualTo(Integer.MAX_VALUE);
    }
}
