package io.github.tornadosort.cli;

import java.io.IOException;
import java.lang.Runtime.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** What the doctor looks at outside this program: the JDK, the SDK and the drivers. */
final class EnvironmentChecks {
    private static final int LEAST_JAVA = 25;

    /** The first JDK whose JVMCI is the one that TornadoVM is built for. */
    private static final Version LEAST_JAVA_FOR_SDK = Version.parse("25.0.2");

    /** What this project is built against and tested on. */
    static final String TESTED_SDK = "5.2.0-jdk25";

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
                Runtime.version().feature() >= LEAST_JAVA
                        ? Finding.ok(jdk)
                        : Finding.broken(jdk, "Install JDK " + LEAST_JAVA + " or newer, for instance from adoptium.net."));
    }

    /** Whether keys are sorted by an SDK or on the JVM backend, and whether the SDK was started as it has to be. */
    static List<Finding> sdk(Map<String, String> environment) {
        String home = environment.get("TORNADOVM_HOME");
        boolean running = System.getProperty("tornado.load.runtime.implementation") != null;
        if (!running) {
            return List.of(home == null
                    ? Finding.note(
                            "no TornadoVM SDK (TORNADOVM_HOME is not set): keys are sorted on the JVM's cores",
                            "To sort on a GPU: sdk install tornadovm (sdkman.io), or a release from"
                                    + " github.com/beehive-lab/TornadoVM, and set TORNADOVM_HOME to its folder.")
                    : Finding.note(
                            "TORNADOVM_HOME is " + home + ", but its runtime is not loaded: keys are sorted on the JVM's"
                                    + " cores",
                            "Start with scripts/tornado-sort and without --backend jvm."));
        }
        List<Finding> findings = new ArrayList<>();
        Properties release = home == null ? new Properties() : properties(Path.of(home, "etc", "tornado.release"));
        Properties backends = home == null ? new Properties() : properties(Path.of(home, "etc", "tornado.backend"));
        String version = release.getProperty("version", "of unknown version");
        String sdk = "TornadoVM SDK " + version + ", backends " + backends.getProperty("tornado.backends", "unknown")
                + ", in " + home;
        findings.add(
                version.equals(TESTED_SDK)
                        ? Finding.ok(sdk)
                        : Finding.note(
                                sdk,
                                "Tested with " + TESTED_SDK + ": rely on the self-test below, or install that version."));
        if (Runtime.version().compareTo(LEAST_JAVA_FOR_SDK) < 0) {
            findings.add(Finding.note(
                    "TornadoVM needs JDK " + LEAST_JAVA_FOR_SDK + " or newer", "Install it and set JAVA_HOME to it."));
        }
        if (!"false".equals(System.getProperty("tornado.recover.bailout", "").toLowerCase(Locale.ROOT))) {
            findings.add(Finding.broken(
                    "TornadoVM would run a kernel that it cannot compile as sequential Java, with wrong results",
                    "Start with scripts/tornado-sort, or give the JVM -Dtornado.recover.bailout=False."));
        }
        return findings;
    }

    private static Properties properties(Path file) {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            // What cannot be read is reported as unknown.
        }
        return properties;
    }

    /** Reports the drivers of this system, where it is known how to ask for them. */
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
                    "Nothing, unless this machine has a GPU: then install its driver."));
        }
        return findings;
    }

    /** @param platforms the names of the OpenCL platforms that can be used */
    static Finding openCl(List<String> platforms) {
        return platforms.isEmpty()
                ? Finding.note(
                        "OpenCL: no driver can be loaded",
                        "Install your GPU's OpenCL driver, or PoCL for the CPU (pocl-opencl-icd); OCL_ICD_VENDORS, where it"
                                + " is set, must name the folder of the drivers' .icd files.")
                : Finding.ok("OpenCL drivers: " + String.join(", ", platforms));
    }
}
