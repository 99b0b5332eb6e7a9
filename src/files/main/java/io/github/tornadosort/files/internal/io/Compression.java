package io.github.tornadosort.files.internal.io;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.github.tornadosort.internal.driver.DriverFailure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** How the bytes of a file are compressed. The end of its name tells. */
public enum Compression {
    NONE(""),
    GZIP(".gz"),
    ZSTD(".zst");

    private static final int BUFFER = 1 << 16;
    /** The logarithm of the largest window that zstd's own program accepts without an option. */
    private static final int MAX_ZSTD_WINDOW = 27;

    private final String extension;

    Compression(String extension) {
        this.extension = extension;
    }

    /** Returns the compression of a file of this name. */
    static Compression of(Path file) {
        String name = name(file).toLowerCase(Locale.ROOT);
        Compression found = name.endsWith(GZIP.extension) ? GZIP : name.endsWith(ZSTD.extension) ? ZSTD : NONE;
        return name.equals(found.extension) ? NONE : found;
    }

    /**
     * Returns the part of a file's name after the last dot, or an empty string if the name has no dot or begins with it. The
     * extension of a compression does not count.
     */
    public static String extension(Path file) {
        String name = name(file);
        String plain = name.substring(0, name.length() - of(file).extension.length());
        int dot = plain.lastIndexOf('.');
        return dot <= 0 ? "" : plain.substring(dot + 1);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Returns the bytes of a stream decompressed. Its {@code read} fails if they are damaged or end early. */
    InputStream decompress(InputStream bytes) throws IOException {
        if (this != ZSTD) {
            return this == GZIP ? new GzipStream(bytes) : bytes;
        }
        PushbackInputStream pushback = new PushbackInputStream(bytes);
        int first = pushback.read();
        if (first < 0) {
            throw new EOFException("unexpected end of the zstd data");
        }
        pushback.unread(first);
        try {
            return new ZstdInputStreamNoFinalizer(pushback).setLongMax(MAX_ZSTD_WINDOW);
        } catch (LinkageError e) {
            throw missing(e);
        }
    }

    /** Returns a stream that compresses. To close it completes the compressed bytes. */
    OutputStream compress(OutputStream bytes) throws IOException {
        if (this != ZSTD) {
            return this == GZIP ? new GZIPOutputStream(bytes, BUFFER) : bytes;
        }
        try {
            int cores = Runtime.getRuntime().availableProcessors();
            return new ZstdOutputStreamNoFinalizer(bytes).setChecksum(true).setWorkers(cores);
        } catch (LinkageError e) {
            throw missing(e);
        }
    }

    /** Returns what to throw if the native library of zstd, which is unpacked from a jar on first use, cannot be loaded. */
    public static IOException missing(LinkageError e) {
        return new IOException(
                "the native library of zstd cannot be loaded: " + DriverFailure.reason(e) + "; it is unpacked to "
                        + System.getProperty("java.io.tmpdir")
                        + ", where the system must allow programs: -Djava.io.tmpdir=FOLDER names another folder",
                e);
    }
}
