package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortDevice;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

class DeviceSettingsTest {
    private static final SortDevice CPU = device(0, 0, "opencl", TornadoDeviceType.CPU);
    private static final SortDevice GPU = device(0, 1, "opencl", TornadoDeviceType.GPU);
    private static final SortDevice SAME_GPU = device(1, 0, "cuda", TornadoDeviceType.GPU);
    private static final SortDevice OTHER_GPU = device(1, 1, "cuda", TornadoDeviceType.GPU);

    private static SortDevice device(int driver, int number, String backend, TornadoDeviceType type) {
        return new SortDevice(driver, number, backend, type + " " + number, type, 1 << 30, null);
    }

    private static DeviceSettings settings(String devices) {
        return DeviceSettings.of(new SparkConf(false).set(DeviceSettings.DEVICES, devices));
    }

    @Test
    void theOnlyGpuIsTheDeviceOfTheOnlyAddress() {
        assertThat(settings("").map(List.of("7"), List.of(CPU, GPU, SAME_GPU))).containsOnlyKeys("7").containsValue(GPU);
    }

    @Test
    void refusesToGuess() {
        assertThatThrownBy(() -> settings("").map(List.of("0"), List.of(SAME_GPU, OTHER_GPU)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "it is not certain which device the gpu address 0 means: the executor has the addresses [0], and TornadoVM"
                                + " finds 1:0 cuda (GPU 0), 1:1 cuda (GPU 1); set spark.tornadosort.devices to a device for each address,"
                                + " for example 0=0:0");
        assertThatThrownBy(() -> settings("").map(List.of("0", "1"), List.of(GPU))).hasMessageContaining("not certain");
        assertThatThrownBy(() -> settings("").map(List.of("0"), List.of(CPU))).hasMessageContaining("not certain");
        assertThatThrownBy(() -> settings("").map(List.of("0"), List.of()))
                .hasMessageContaining("TornadoVM finds no device");
        assertThatThrownBy(() -> settings("1=1:0").map(List.of("0"), List.of(GPU))).hasMessageContaining("not certain");
    }

    @Test
    void aSettingNamesTheDeviceOfEachAddress() {
        assertThat(settings("GPU-b = 1:1, GPU-a=1:0").map(List.of("GPU-a", "GPU-b"), List.of(CPU, SAME_GPU, OTHER_GPU)))
                .containsEntry("GPU-a", SAME_GPU).containsEntry("GPU-b", OTHER_GPU).hasSize(2);
        assertThat(settings("0:1")).isEqualTo(new DeviceSettings("gpu", "0:1", Map.of()));
    }

    @Test
    void refusesADeviceThatIsNotThere() {
        assertThatThrownBy(() -> settings("0=3:0").map(List.of("0"), List.of(CPU)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spark.tornadosort.devices names the device 3:0, but TornadoVM finds 0:0 opencl (CPU 0)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "=0:0", "0=0", "0=0:0,", "0=0:0,0=0:1", "gpu", "0=a:b", "0:0,0:1"})
    void refusesSettingsThatMakeNoSense(String devices) {
        assertThatThrownBy(() -> settings(devices))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spark.tornadosort.devices=" + devices
                        + ": expected one device, for example 0:0, or a device for each address, for example 0=0:0,1=0:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "@/sdk/tornado-argfile",
        "-Xss2m @/sdk/tornado-argfile -Dtornado.max.events=256",
        "@/sdk/tornado-argfile --upgrade-module-path /sdk/share/java/graalJars -Dlog=log4j-api",
        "--upgrade-module-path /spark/jars/log4j-api-2.25.4.jar @/sdk/tornado-argfile"
    })
    void refusesAnSdkWithItsOlderLog4j(String flags) {
        SparkConf conf = new SparkConf(false).set("spark.executor.extraJavaOptions", flags);
        assertThatThrownBy(() -> DeviceSettings.requireLog4jOfSpark(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spark.executor.extraJavaOptions has the flags of a TornadoVM SDK")
                .hasMessageContaining("add --upgrade-module-path");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "-Xss2m",
        "@/sdk/tornado-argfile --upgrade-module-path /sdk/graalJars:/spark/jars/log4j-api-2.25.4.jar -Da=b",
        "@/sdk/tornado-argfile --upgrade-module-path=/spark/jars/log4j-api-2.25.4.jar"
    })
    void acceptsAnSdkWithSparksLog4j(String flags) {
        DeviceSettings.requireLog4jOfSpark(new SparkConf(false).set("spark.executor.extraJavaOptions", flags));
        DeviceSettings.requireLog4jOfSpark(new SparkConf(false));
    }

    /** What a task reserves includes such buffers. */
    @Test
    void buffersOfProcessorsAreInTheHostsMemory() {
        assertThat(ExecutorSorters.isInHostMemory(CPU)).isTrue();
        assertThat(ExecutorSorters.isInHostMemory(GPU)).isFalse();
        assertThat(ExecutorSorters.isInHostMemory(device(0, 0, "jvm", TornadoDeviceType.CPU))).isFalse();
    }

    @Test
    void theResourceHasAName() {
        assertThat(DeviceSettings.of(new SparkConf(false)).resource()).isEqualTo("gpu");
        assertThat(DeviceSettings.of(new SparkConf(false).set(DeviceSettings.RESOURCE, "fpga")).resource())
                .isEqualTo("fpga");
    }
}
