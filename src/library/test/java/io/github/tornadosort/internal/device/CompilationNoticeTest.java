package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
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

    @Test
    void theJvmBackendHasNone() {
        SortDevice jvm = new SortDevice(0, 0, "jvm", "some", TornadoDeviceType.CPU, 1, null);
        assertThat(CompilationNotice.of(jvm)).isNull();
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
