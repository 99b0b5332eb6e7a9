package io.github.tornadosort.cli.doctor;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Provides the version in the manifest of the jar. */
public final class Version implements IVersionProvider {
    static String ofProgram() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "(not from a jar)");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"tornado-sort " + ofProgram(), "Java " + Runtime.version()};
    }
}
