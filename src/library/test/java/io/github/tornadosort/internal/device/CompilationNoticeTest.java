package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.UnusedPlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

class CompilationNoticeTest {
    private static final SortDevice DEVICE =
            new SortDevice(0, 0, "opencl", "some", TornadoDeviceType.CPU, 1, null);

    private final List<String> news = new CopyOnWriteArrayList<>();

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

    @Test
    void aLongRunHasOneMessage() throws InterruptedException {
        try (CompilationNotice notice = new CompilationNotice(DEVICE, Duration.ofMillis(1), news::add)) {
            notice.join();
        }
        assertThat(news).containsExactly(
                "Device 0:0 opencl (some) compiles the kernels of this sort; later sorts of such keys reuse them");
    }

    @Test
    @Timeout(60)
    void aShortRunHasNone() throws InterruptedException {
        CompilationNotice notice = new CompilationNotice(DEVICE, Duration.ofHours(1), news::add);
        notice.close();
        notice.join();
        assertThat(news).isEmpty();
    }
}
