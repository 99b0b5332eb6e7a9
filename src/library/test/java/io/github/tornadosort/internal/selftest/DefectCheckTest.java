package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.Checkpoint;
import org.junit.jupiter.api.Test;

class DefectCheckTest {
    private static final SortDevice DEVICE = SortDevice.all().getFirst();

    @Test
    void theJvmHasNoDefects() {
        assumeTrue(DEVICE.backend().equals("jvm"), "backends of SDKs have defects");
        assertThat(DefectCheck.of(DEVICE)).isEmpty();
    }

    @Test
    void anOperationThatCannotBeCompiledIsADefect() {
        int[] executions = {0};
        Checkpoint second = _ -> {
            if (executions[0]++ == 1) {
                throw new AssertionError("emitNot: not supported");
            }
        };
        assumeTrue(DEVICE.backend().equals("jvm"), "backends of SDKs have defects");
        assertThat(DefectCheck.of(DEVICE, second)).containsExactly("x >> n");
        assertThat(executions[0]).isEqualTo(5);
    }
}
