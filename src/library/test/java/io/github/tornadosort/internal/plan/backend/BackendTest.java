package io.github.tornadosort.internal.plan.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendTest {
    @ParameterizedTest
    @CsvSource({
        // backend, type, compiles kernels, shares memory, records graphs, pins memory
        "jvm,    CPU, false, true,  false, false",
        "cuda,   GPU, true,  false, true,  true",
        "ptx,    GPU, true,  false, true,  true",
        "opencl, GPU, true,  false, false,  true",
        "opencl, CPU, true,  false, false, false",
        "spirv,  GPU, true,  false, false, false",
        "metal,  GPU, true,  false, false, false"
    })
    void eachBackendHasItsProperties(String name, SortDevice.Type type, boolean compiles, boolean shares,
            boolean records, boolean pins) {
        SortDevice here = SortDevice.preferred();
        Backend backend = Backend.of(TestDevices.device(0, 0, name, "a device", type, 1, Handle.of(here)));
        assertThat(backend.compilesKernels()).isEqualTo(compiles);
        assertThat(backend.sharesMemory()).isEqualTo(shares);
        assertThat(backend.recordsGraphs()).isEqualTo(records);
        assertThat(backend.pinnedFor() != null).isEqualTo(pins);
    }
}
