package io.github.tornadosort.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The TornadoVM SDK that this program was started with.
 *
 * @param version for example 5.2.0-jdk25, or "of unknown version"
 * @param backends for example opencl-backend, or "unknown"
 * @param home the folder, or null if TORNADOVM_HOME is not set
 */
public record Sdk(String version, String backends, String home) {
    /** The version that this project is built against and tested with. */
    static final String TESTED = "5.2.0-jdk25";

    /** The command that installs the tested version. */
    static final String INSTALL = "sdk install tornadovm " + TESTED + "-opencl";

    /** {@return the SDK of a process in this environment, if it was started with one} */
    public static Optional<Sdk> running(Map<String, String> environment) {
        boolean isRunning = System.getProperty("tornado.load.runtime.implementation") != null;
        return isRunning ? Optional.of(of(environment.get("TORNADOVM_HOME"))) : Optional.empty();
    }

    /** {@return what the files of an SDK say} */
    static Sdk of(String home) {
        Properties files = new Properties();
        for (String name : home == null ? new String[0] : new String[] {"tornado.release", "tornado.backend"}) {
            try (var reader = Files.newBufferedReader(Path.of(home, "etc", name))) {
                files.load(reader);
            } catch (IOException e) {
                // A file that cannot be read leaves the values unknown.
            }
        }
        return new Sdk(files.getProperty("version", "of unknown version"), files.getProperty("tornado.backends", "unknown"),
                home);
    }

    /** {@return what to do if this program was not tested with this version; empty if it was} */
    public Optional<String> advice() {
        return version.equals(TESTED)
                ? Optional.empty()
                : Optional.of("This program was tested with " + TESTED + " alone. Install that version ('" + INSTALL
                        + "'; -ptx and -cuda are the other backends), or check this one: 'tornado-sort doctor'.");
    }

    @Override
    public String toString() {
        return "TornadoVM SDK " + version + ", backends " + backends + ", in " + home;
    }
}
