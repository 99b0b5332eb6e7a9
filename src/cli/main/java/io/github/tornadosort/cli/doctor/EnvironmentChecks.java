package io.github.tornadosort.cli.doctor;

import java.io.IOException;
import java.lang.Runtime.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The doctor's checks of the environment: the JDK, the SDK and the drivers. */
final class EnvironmentChecks {
    private static final int MIN_JAVA = 25;

    /** The first JDK with the JVMCI version that TornadoVM is built for. */
    private static final Version MIN_JAVA_FOR_SDK = Version.parse("25.0.2");

    private EnvironmentChecks() {}

    static List<Finding> jdk() {
        Runtime runtime = Runtime.getRuntime();
        String jdk = "JDK %s (%s), %d processors, heap up to %.1f GiB"
                .formatted(
                        Runtime.version(),
                        System.getProperty("java.vendor"),
                        runtime.availableProcessors(),
                        runtime.maxMemory() * 0x1p-30);
        return List.of(
                Runtime.version().feature() >= MIN_JAVA
                        ? Finding.ok(jdk)
                        : Finding.broken(jdk, "Install JDK " + MIN_JAVA + " or newer, for example from adoptium.net."));
    }

    /** Checks whether an SDK or the JVM backend sorts keys, and whether the SDK was started with the required options. */
    static List<Finding> sdk(Map<String, String> environment) {
        String home = environment.get("TORNADOVM_HOME");
        Optional<Sdk> sdk = Sdk.running(environment);
        if (sdk.isEmpty()) {
            return List.of(home == null
                    ? Finding.note(
                            "no TornadoVM SDK (TORNADOVM_HOME is not set): keys are sorted on the JVM's cores",
                            "To sort on a GPU, install TornadoVM " + Sdk.TESTED + " ('" + Sdk.INSTALL
                                    + "' from sdkman.io, or the"
                                    + " release from github.com/beehive-lab/TornadoVM) and set TORNADOVM_HOME to its folder.")
                    : Finding.note(
                            "TORNADOVM_HOME is " + home + ", but its runtime is not loaded: keys are sorted on the JVM's"
                                    + " cores",
                            "Start the program with scripts/tornado-sort and without --backend jvm."));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(
                sdk.get().advice()
                        .map(advice -> Finding.note(sdk.get().toString(), advice))
                        .orElseGet(() -> Finding.ok(sdk.get().toString())));
        if (Runtime.version().compareTo(MIN_JAVA_FOR_SDK) < 0) {
            findings.add(Finding.note(
                    "TornadoVM needs JDK " + MIN_JAVA_FOR_SDK + " or newer", "Install it and set JAVA_HOME to its folder."));
        }
        if (!"false".equals(System.getProperty("tornado.recover.bailout", "").toLowerCase(Locale.ROOT))) {
            findings.add(Finding.broken(
                    "TornadoVM would run kernels that it cannot compile as sequential Java, with wrong results",
                    "Start the program with scripts/tornado-sort, or pass -Dtornado.recover.bailout=False to the JVM."));
        }
        return findings;
    }

    /** Reports the OpenCL and NVIDIA drivers of this system. */
    static List<Finding> drivers() {
        List<Finding> findings = new ArrayList<>();
        OpenClPlatforms.names().map(EnvironmentChecks::openCl).ifPresent(findings::add);
        Path nvidia = Path.of("/proc/driver/nvidia/version");
        if (Files.isReadable(nvidia)) {
            try (Stream<String> lines = Files.lines(nvidia)) {
                findings.add(Finding.ok("NVIDIA driver: " + lines.findFirst().orElse("of unknown version")));
            } catch (IOException e) {
                findings.add(Finding.note("NVIDIA driver: its version cannot be read", "Run nvidia-smi."));
            }
        }
        if (findings.isEmpty()) {
            findings.add(Finding.note(
                    "no OpenCL or NVIDIA driver found: there may be no GPU to sort on",
                    "If this machine has a GPU, install its driver."));
        }
        return findings;
    }

    /** @param platforms the names of the usable OpenCL platforms */
    static Finding openCl(List<String> platforms) {
        return platforms.isEmpty()
                ? Finding.note(
                        "OpenCL: no driver can be loaded",
                        "Install your GPU's OpenCL driver, or PoCL for the CPU (pocl-opencl-icd). If OCL_ICD_VENDORS is"
                                + " set, it must name the folder with the drivers' .icd files.")
                : Finding.ok("OpenCL drivers: " + String.join(", ", platforms));
    }
}
