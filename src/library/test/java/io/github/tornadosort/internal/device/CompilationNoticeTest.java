package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.UnusedPlan;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

class CompilationNoticeTest {
    private static final SortDevice DEVICE =
            new SortDevice(0, 0, "opencl", "some", TornadoDeviceType.CPU, 1, null);

    private static final class Plan extends UnusedPlan {
        @Override
        public void close() {}
    }

    @Test
    void onlyTheFirstRunOfAPlanHasANotice() {
        SortPlan plan = new Plan();
        try (CompilationNotice notice = CompilationNotice.of(plan, DEVICE)) {
            assertThat(notice).isNotNull();
            assertThat(CompilationNotice.of(plan, DEVICE)).isNull();
        }
        try (CompilationNotice other = CompilationNotice.of(new Plan(), DEVICE)) {
            assertThat(other).isNotNull();
        }
    }

    @Test
    void theJvmBackendHasNone() {
        SortDevice jvm = new SortDevice(0, 0, "jvm", "some", TornadoDeviceType.CPU, 1, null);
        assertThat(CompilationNotice.of(new Plan(), jvm)).isNull();
    }

    /** The log is off in tests, so this looks at the thread that would write to it. */
    @Test
    void aNoticeEndsWithItsRun() throws InterruptedException {
        CompilationNotice notice = CompilationNotice.of(new Plan(), DEVICE);
        notice.close();
        assertThat(notice.join()).isTrue();
    }
}
