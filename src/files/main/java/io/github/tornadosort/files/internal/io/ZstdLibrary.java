package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.internal.driver.DriverFailure;
import java.io.IOException;

/** The native library of zstd, which is unpacked from a jar on first use. */
public final class ZstdLibrary {
    private ZstdLibrary() {}

    /** Returns what to throw if it cannot be loaded. */
    public static IOException missing(LinkageError e) {
        return new IOException(
                "the native library of zstd cannot be loaded: " + DriverFailure.reason(e) + "; it is unpacked to "
                        + System.getProperty("java.io.tmpdir")
                        + ", where the system must allow programs: -Djava.io.tmpdir=FOLDER names another folder",
                e);
    }
}
