package io.github.tornadosort.files.internal.io;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses gzip data, which may have several members. The JDK's stream ignores bytes after a member that are no valid header,
 * so a damaged header in the middle would go unnoticed; this stream ignores zeros at the end alone, which pad files on tapes.
 */
final class GzipStream extends GZIPInputStream {
    private static final int BUFFER = 1 << 16;
    /** The size of the checksum and the length after a member. */
    private static final int TRAILER = 8;

    private final Source source;
    /** The position after the bytes that the inflater was given. */
    private long given;

    GzipStream(InputStream bytes) throws IOException {
        super(new Source(bytes), BUFFER);
        source = (Source) in;
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        given = source.position;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int read = super.read(target, from, length);
        if (read < 0) {
            source.requireZeros(given - inf.getRemaining() + TRAILER);
        }
        return read;
    }

    /** The compressed bytes. To read at their end fails. */
    private static final class Source extends FilterInputStream {
        private long position;
        /** The position after the last byte that is not 0. */
        private long end;
        /** The JDK's stream ignores what fails after a member. */
        private IOException failure;

        private Source(InputStream bytes) {
            super(bytes);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            read(one, 0, 1);
            return Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            if (failure != null) {
                throw failure;
            }
            try {
                int read = super.read(target, from, length);
                if (read < 0) {
                    throw new EOFException("unexpected end of the gzip data");
                }
                int zeros = 0;
                while (zeros < read && target[from + read - 1 - zeros] == 0) {
                    zeros++;
                }
                position += read;
                end = zeros < read ? position - zeros : end;
                return read;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        /** Checks that only zeros follow a position, the end of a member. */
        private void requireZeros(long first) throws IOException {
            boolean endsInHeader = failure != null;
            byte[] rest = new byte[BUFFER];
            try {
                while (true) {
                    read(rest, 0, rest.length);
                }
            } catch (EOFException e) {
                if (end > first) {
                    throw endsInHeader ? e : new ZipException("Not in GZIP format");
                }
            }
        }
    }
}
