package io.github.tornadosort.files.internal.io;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** How the bytes of a file are compressed. The end of its name tells. */
enum Compression {
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

    /** Returns the name of a file without the extension of its compression. */
    static String plainName(Path file) {
        String name = name(file);
        return name.substring(0, name.length() - of(file).extension.length());
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
            throw ZstdLibrary.missing(e);
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
            throw ZstdLibrary.missing(e);
        }
    }
}
