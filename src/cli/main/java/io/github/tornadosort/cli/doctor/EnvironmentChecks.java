package io.github.tornadosort.cli.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The doctor's checks of the environment: the JDK, the SDK and the drivers. */
final class EnvironmentChecks {
    /** The first JDK with the JVMCI version that TornadoVM is built for. */
    private static final Runtime.Version LEAST_JAVA_OF_SDK = Runtime.Version.parse("25.0.2");

    private EnvironmentChecks() {}

    static Finding jdk() {
        Runtime runtime = Runtime.getRuntime();
        return Finding.ok("JDK %s (%s), %d processors, heap up to %.1f GiB".formatted(
                Runtime.version(), System.getProperty("java.vendor"), runtime.availableProcessors(),
                runtime.maxMemory() * 0x1p-30));
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
                            "TORNADOVM_HOME is " + home
                                    + ", but its runtime is not loaded: keys are sorted on the JVM's cores",
                            "Start the program with scripts/tornado-sort and without --backend jvm."));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(sdk.get().advice()
                .map(advice -> Finding.note(sdk.get().toString(), advice))
                .orElseGet(() -> Finding.ok(sdk.get().toString())));
        if (Runtime.version().compareTo(LEAST_JAVA_OF_SDK) < 0) {
            findings.add(Finding.note(
                    "TornadoVM needs JDK " + LEAST_JAVA_OF_SDK + " or newer",
                    "Install it and set JAVA_HOME to its folder."));
        }
        if (!"false".equalsIgnoreCase(System.getProperty("tornado.recover.bailout"))) {
            findings.add(Finding.broken(
                    "TornadoVM would run kernels that it cannot compile as sequential Java, with wrong results",
                    "Start the program with scripts/tornado-sort, or pass -Dtornado.recover.bailout=False to the JVM."));
        }
        return findings;
    }

    /**
     * Reports the OpenCL and NVIDIA drivers of a system.
     *
     * @param opencl the folder with the names of OpenCL's drivers
     */
    static Finding drivers(Path opencl, Path nvidia) {
        try {
            String[] names = opencl.toFile().list((File _, String name) -> name.endsWith(".icd"));
            List<String> drivers = new ArrayList<>(Stream.of(names == null ? new String[0] : names).sorted().toList());
            if (Files.isReadable(nvidia)) {
                drivers.addAll(Files.readAllLines(nvidia).subList(0, 1));
            }
            return drivers.isEmpty()
                    ? Finding.note(
                            "no OpenCL or NVIDIA driver found: there may be no GPU to sort on",
                            "If this machine has a GPU, install its driver. PoCL is one for the CPU (pocl-opencl-icd).")
                    : Finding.ok("drivers: " + String.join(", ", drivers));
        } catch (IOException e) {
            return Finding.note("the version of the NVIDIA driver cannot be read", "Run nvidia-smi.");
        }
    }
}
