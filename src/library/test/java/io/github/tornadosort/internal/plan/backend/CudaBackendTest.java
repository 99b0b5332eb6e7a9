package io.github.tornadosort.internal.plan.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CudaBackendTest {
    private static final MemorySegment MEMORY = Arena.global().allocate(4096);

    /** TornadoVM's device on the CUDA backend, as far as it is used. */
    public static class FakeDevice {
        final List<Long> pinned = new ArrayList<>();
        int error;

        public FakeDevice getDeviceContext() {
            return this;
        }

        public FakeDevice getPlatformContext() {
            return this;
        }

        public int registerPinnedMemory(long address, long bytes) {
            pinned.addAll(List.of(address, bytes));
            return error;
        }
    }

    /** TornadoVM's device on the PTX backend, as far as it is used. */
    public static final class PTXFakeDevice extends FakeDevice {
        public PTXFakeDevice getDevice() {
            return this;
        }

        public PTXFakeDevice getPTXContext() {
            return this;
        }

        @Override
        public PTXFakeDevice getDeviceContext() {
            return this;
        }

        public boolean registerHostMemory(long address, long bytes) {
            return registerPinnedMemory(address, bytes) == 0;
        }
    }

    @Test
    void isPinnedByTheDriver() {
        for (FakeDevice device : List.of(new FakeDevice(), new PTXFakeDevice())) {
            assertThat(CudaBackend.pin(device, MEMORY)).isTrue();
            assertThat(device.pinned).containsExactly(MEMORY.address(), 4096L);
            device.error = 2;
            assertThat(CudaBackend.pin(device, MEMORY)).isFalse();
        }
    }

    /** To pin a page makes the context current, whether or not the page is pinned already. */
    @Test
    void aThreadIsAttachedByAPageThatIsPinnedAgain() {
        FakeDevice device = new FakeDevice();
        CudaBackend.attach(device);
        assertThat(device.pinned).hasSize(2);
        assertThat(device.pinned.getFirst() % 4096).isZero();
        device.error = 712;
        CudaBackend.attach(device);
        assertThat(device.pinned.subList(2, 4)).isEqualTo(device.pinned.subList(0, 2));
    }

    @Test
    void isNotPinnedByOtherDevices() {
        assertThat(CudaBackend.pin("a device of another backend", MEMORY)).isFalse();
    }
}
