package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoRuntime;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;

class DeviceDiscoveryTest {
    @TempDir
    private Path folder;

    private final List<String> failures = new ArrayList<>();

    @Test
    void aDriverThatFailsCostsItsOwnDevicesOnly() {
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
            assertThat(device.tornado()).isSameAs(good);
        });
        assertThat(failures).containsExactly(
                "Backend 0 is left out, since its driver fails: no context",
                "Device 1:0 is left out, since its driver fails: no name");
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
    void withoutTornadoVmNothingCanStart() {
        Throwable missing = new NoClassDefFoundError("uk/ac").initCause(new ClassNotFoundException("uk.ac"));
        assertThatThrownBy(() -> DeviceDiscovery.find(failing(missing), failures::add)).isSameAs(missing);
    }

    private static Supplier<TornadoRuntime> failing(Throwable cause) {
        return () -> {
            if (cause instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) cause;
        };
    }

    @Test
    void theLibraryThatCannotBeLoadedIsNamed() throws IOException {
        Path library = folder.resolve(System.mapLibraryName("tornado-ptx"));
        String folders = folder.resolve("none") + File.pathSeparator + folder;
        assertThat(DriverFailure.missingLibrary(folders)).isEmpty();
        Files.writeString(library, "no library");
        assertThat(DriverFailure.missingLibrary(folders)).hasValueSatisfying(
                reason -> assertThat(reason).contains(library.toString()).doesNotContain("\n"));
    }

    @Test
    void aReasonIsOneLineAndNeverNull() {
        assertThat(DriverFailure.reason(new ExceptionInInitializerError())).isEqualTo("ExceptionInInitializerError");
        assertThat(DriverFailure.reason(new IllegalStateException("[ERROR] no\n  context", new AssertionError())))
                .isEqualTo("no context");
        assertThat(DriverFailure.reason(new IllegalStateException("outer", new AssertionError("inner")))).isEqualTo("inner");
    }
}
