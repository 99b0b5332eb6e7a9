package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class SortPoliciesTest {
    @TempDir
    Path folder;

    private final String before = System.getProperty(SortPolicies.PROPERTY);

    @AfterEach
    void asBefore() {
        if (before == null) {
            System.clearProperty(SortPolicies.PROPERTY);
        } else {
            System.setProperty(SortPolicies.PROPERTY, before);
        }
    }

    private static SortDevice device(String backend, TornadoDeviceType type) {
        return new SortDevice(0, 0, backend, "", type, 1 << 30, SortDevice.preferred().tornado());
    }

    @Test
    void eachFamilyHasItsPolicy() {
        System.clearProperty(SortPolicies.PROPERTY);
        for (Map.Entry<String, SortDevice> family : Map.of(
                "gpu", device("opencl", TornadoDeviceType.GPU),
                "cpu", device("opencl", TornadoDeviceType.CPU),
                "jvm", device("jvm", TornadoDeviceType.CPU))
                .entrySet()) {
            assertThat(SortPolicies.family(family.getValue())).isEqualTo(family.getKey());
            assertThat(SortPolicies.forDevice(family.getValue()))
                    .isEqualTo(SortPolicies.builtIn(family.getKey()))
                    .isSameAs(SortPolicies.forDevice(family.getValue()));
        }
        assertThat(SortPolicies.builtIn("gpu").kernels()).isEqualTo(Kernels.WORK_GROUP);
        assertThat(SortPolicies.builtIn("cpu").kernels()).isEqualTo(Kernels.BLOCK);
        assertThat(SortPolicies.builtIn("jvm").kernels()).isEqualTo(Kernels.BLOCK);
    }

    /** Each figure of a shipped policy that could be chosen otherwise has its measurement above it. */
    @ParameterizedTest
    @ValueSource(strings = {"jvm", "cpu", "gpu"})
    void shippedPoliciesHaveTheirMeasurements(String family) throws IOException {
        Path file = Path.of(System.getProperty("tornadosort.root"), "tornado-config", family + ".properties");
        assertThat(Files.readString(file)).contains("# Measured").containsPattern("\\n# .+\\nradixBits = ");
    }

    @Test
    void theFileOfTheUserAppliesToEveryDevice() throws IOException {
        SortPolicy mine = new SortPolicy(Kernels.BLOCK, 5, 3, 0, 0);
        Path file = Files.writeString(folder.resolve("mine.properties"), PolicyFile.text("mine", mine, Map.of()));
        System.setProperty(SortPolicies.PROPERTY, file.toString());

        assertThat(SortPolicies.forDevice(device("opencl", TornadoDeviceType.GPU))).isEqualTo(mine);
        assertThat(SortPolicies.forDevice(device("jvm", TornadoDeviceType.CPU))).isEqualTo(mine);
    }

    @Test
    void namesAFileThatCannotBeRead() {
        SortDevice device = device("jvm", TornadoDeviceType.CPU);
        System.setProperty(SortPolicies.PROPERTY, folder.resolve("none.properties").toString());
        assertThatThrownBy(() -> SortPolicies.forDevice(device))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageContainingAll("none.properties", "no such file", "-Dtornadosort.policy");
        System.setProperty(SortPolicies.PROPERTY, folder.toString());
        assertThatThrownBy(() -> SortPolicies.forDevice(device))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageContainingAll(folder.toString(), "cannot be read");
    }
}
