package io.github.tornadosort.cli.terminal;

import java.io.IOException;
import java.nio.file.Path;

/** Knows which paths lead to a terminal. */
public final class Terminal {
    static final Path ERROR = Path.of("/dev/stderr");

    private Terminal() {}

    /** Returns whether a path leads to a terminal. */
    public static boolean is(Path path) {
        try {
            Path device = path.toRealPath();
            return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
        } catch (IOException e) {
            // Without /dev/stderr and /dev/stdout, assume that they are terminals if there is a console.
            boolean isStandard = path.equals(ERROR) || path.equals(Path.of("/dev/stdout"));
            return isStandard && System.console() != null && System.console().isTerminal();
        }
    }
}
