package io.github.tornadosort.internal.plan.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenClBackendTest {
    private static final int BYTES = 123_456;

    /** TornadoVM's device as far as the memory asks for it, but without a context. */
    public static final class FakeDevice {
        public FakeDevice getDeviceContext() {
            return this;
        }

        public FakeDevice getPlatformContext() {
            return this;
        }

        public long getDeviceId() {
            return 0;
        }

        public long getContextId() {
            return 0;
        }
    }

    @Test
    void isAllocatedInTheContextOfTheDevice() {
        SortDevice device = SortDevice.preferred();
        assumeTrue(device.backend().equals("opencl"), "needs an OpenCL device");
        MemorySegment memory = OpenClBackend.allocate(Handle.of(device), BYTES);
        assertThat(memory.byteSize()).isEqualTo(BYTES);
        memory.fill((byte) 7);
        MemorySegment other = OpenClBackend.allocate(Handle.of(device), BYTES);
        assertThat(memory.asOverlappingSlice(other)).isEmpty();
        assertThat(OpenClBackend.allocate(Handle.of(device), 0)).as("OpenCL refuses 0 bytes").isNull();
    }

    @Test
    void isMissingWithoutOpenCl() {
        assertThat(OpenClBackend.allocate("a device of another backend", BYTES)).isNull();
        assertThat(OpenClBackend.allocate(new FakeDevice(), BYTES, List.of("there-is-no-such-library.so"))).isNull();
    }
}
