package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.selftest.Fakes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoRuntime;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;

class DeviceDiscoveryTest {
    private final List<String> failures = new ArrayList<>();

    @Test
    void onlyTheDevicesOfAFailingDriverAreMissing() {
        TornadoDevice good = TornadoRuntimeProvider.getTornadoRuntime().getDefaultDevice();
        TornadoDevice bad = Fakes.of(TornadoDevice.class, Map.of("getPhysicalDevice", Fakes.error("no name")));
        Iterator<TornadoDevice> devices = List.of(bad, good).iterator();
        TornadoBackend backend = Fakes.of(TornadoBackend.class, Map.of(
                "getNumDevices", () -> 2,
                "getBackendType", () -> TornadoVMBackendType.PTX,
                "getDevice", devices::next));
        TornadoBackend badBackend = Fakes.of(TornadoBackend.class, Map.of("getNumDevices", () -> {
            throw new TornadoRuntimeException("[ERROR] no context");
        }));
        Iterator<TornadoBackend> backends = List.of(badBackend, backend).iterator();
        TornadoRuntime runtime =
                Fakes.of(TornadoRuntime.class, Map.of("getNumBackends", () -> 2, "getBackend", backends::next));

        List<SortDevice> found = DeviceDiscovery.find(() -> runtime, failures::add);

        assertThat(found).singleElement().satisfies(device -> {
            assertThat(device.id()).isEqualTo("1:1");
            assertThat(device.backend()).isEqualTo("ptx");
            assertThat(Handle.of(device)).isSameAs(good);
        });
        assertThat(failures).containsExactly(
                "Backend 0 is left out, since its driver fails: no context",
                "Device 1:0 is left out, since its driver fails: no name");
    }

    /** Under {@code -ea}, TornadoVM 5.2.0 would not start. */
    @Test
    void assertionsOfTornadoVmAreTurnedOff() {
        ClassLoader.getSystemClassLoader().setPackageAssertionStatus("uk.ac.manchester.tornado", true);
        DeviceDiscovery.find(TornadoRuntimeProvider::getTornadoRuntime, failures::add);
        assertThat(TornadoDevice.class.desiredAssertionStatus()).isFalse();
    }

    /** TornadoVM would run everything on the first GPU. */
    @ParameterizedTest
    @CsvSource({"1, 1, CUDA, ", "2, 1, CUDA, 1 is", "3, 1, CUDA, 1 and those after it are", "3, 3, PTX, "})
    void furtherDevicesOfCudaAreLeftOut(int devices, int found, TornadoVMBackendType type, String leftOut) {
        TornadoDevice device = TornadoRuntimeProvider.getTornadoRuntime().getDefaultDevice();
        TornadoBackend backend = Fakes.of(TornadoBackend.class, Map.of(
                "getNumDevices", () -> devices,
                "getBackendType", () -> type,
                "getDevice", () -> device));
        TornadoRuntime runtime =
                Fakes.of(TornadoRuntime.class, Map.of("getNumBackends", () -> 1, "getBackend", () -> backend));

        assertThat(DeviceDiscovery.find(() -> runtime, failures::add)).hasSize(found);
        assertThat(failures).isEqualTo(leftOut == null
                ? List.of()
                : List.of("Device 0:" + leftOut + " left out, since TornadoVM's CUDA backend runs everything on 0:0;"
                        + " the environment variable CUDA_VISIBLE_DEVICES selects another GPU"));
    }

    @Test
    void aRuntimeThatDoesNotStartIsAnErrorThatNamesTheCause() {
        String told = "\u001b[31m[WARNING] No OpenCL platforms found. Deoptimizing to sequential execution.\u001b[0m";
        List<Throwable> causes = List.of(
                new ExceptionInInitializerError(new TornadoRuntimeException(told)),
                new NoClassDefFoundError("Could not initialize class X")
                        .initCause(new ExceptionInInitializerError(new TornadoRuntimeException(told))),
                new TornadoRuntimeException(told),
                new AssertionError(told));
        for (Throwable cause : causes) {
            assertThatThrownBy(() -> DeviceDiscovery.find(failing(cause), failures::add))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("TornadoVM cannot load its drivers: No OpenCL platforms found")
                    .hasCause(cause);
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void aMissingImplementationIsAnErrorThatSaysWhatToAdd() {
        Throwable missing = new NoClassDefFoundError("uk/ac").initCause(new ClassNotFoundException("uk.ac"));
        assertThatThrownBy(() -> DeviceDiscovery.find(failing(missing), failures::add))
                .isInstanceOf(NoBackendException.class)
                .hasMessageStartingWith("TornadoVM's API cannot be loaded (uk.ac): put tornado-sort-jvm on the class path")
                .hasCause(missing);
    }

    private static Supplier<TornadoRuntime> failing(Throwable cause) {
        return () -> {
            if (cause instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) cause;
        };
    }
}
