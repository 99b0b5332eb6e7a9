package io.github.tornadosort;

/**
 * Thrown if no implementation of TornadoVM's API is on the class path or module path. The message names the class that is
 * missing and says what to add: {@code tornado-sort-jvm}, or a TornadoVM SDK.
 */
public final class NoBackendException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NoBackendException(String missing, Throwable cause) {
        super("TornadoVM's API cannot be loaded (" + missing + "): put tornado-sort-jvm on the class path, or start the JVM"
                + " with a TornadoVM SDK (java @$TORNADOVM_HOME/tornado-argfile)", cause);
    }
}
