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
    NONE {
        @Override
        InputStream decompress(InputStream bytes) {
            return bytes;
        }

        @Override
        OutputStream compress(OutputStream bytes) {
            return bytes;
        }
    },

    GZIP {
        @Override
        InputStream decompress(InputStream bytes) throws IOException {
            return GzipStream.of(bytes);
        }

        @Override
        OutputStream compress(OutputStream bytes) throws IOException {
            return new GZIPOutputStream(bytes, BUFFER);
        }
    },

    ZSTD {
        @Override
        InputStream decompress(InputStream bytes) throws IOException {
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

        @Override
        OutputStream compress(OutputStream bytes) throws IOException {
            try {
                int cores = Runtime.getRuntime().availableProcessors();
                return new ZstdOutputStreamNoFinalizer(bytes).setChecksum(true).setWorkers(cores);
            } catch (LinkageError e) {
                throw ZstdLibrary.missing(e);
            }
        }
    };

    private static final int BUFFER = 1 << 16;
    /** The logarithm of the largest window that zstd's own program accepts without an option. */
    private static final int MAX_ZSTD_WINDOW = 27;

    private static final String GZIP_EXTENSION = ".gz";
    private static final String ZSTD_EXTENSION = ".zst";

    /** Returns the compression of a file of this name. */
    static Compression of(Path file) {
        String name = name(file).toLowerCase(Locale.ROOT);
        return name.length() > GZIP_EXTENSION.length() && name.endsWith(GZIP_EXTENSION)
                ? GZIP
                : name.length() > ZSTD_EXTENSION.length() && name.endsWith(ZSTD_EXTENSION) ? ZSTD : NONE;
    }

    /** Returns the name of a file without the extension of its compression. */
    static String plainName(Path file) {
        String name = name(file);
        return switch (of(file)) {
            case NONE -> name;
            case GZIP -> name.substring(0, name.length() - GZIP_EXTENSION.length());
            case ZSTD -> name.substring(0, name.length() - ZSTD_EXTENSION.length());
        };
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Returns the bytes of a stream decompressed. Its {@code read} fails if they are damaged or end early. */
    abstract InputStream decompress(InputStream bytes) throws IOException;

    /** Returns a stream that compresses. To close it completes the compressed bytes. */
    abstract OutputStream compress(OutputStream bytes) throws IOException;
}
