package io.github.tornadosort.files.internal.io;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses gzip data, which may have several members. The JDK's stream ignores bytes after a member that are no valid header,
 * so a damaged header in the middle would go unnoticed; this stream does not.
 */
final class GzipStream extends GZIPInputStream {
    private static final int BUFFER = 1 << 16;
    /** The bytes of a checksum and a length after the compressed bytes of a member. */
    private static final int TRAILER = 8;

    private final Source source;
    /** The bytes that were read from the source when the buffer was filled last. */
    private long filled;

    /** The compressed bytes, and what happened while they were read. */
    private static final class Source extends FilterInputStream {
        private long count;
        private boolean ended;
        private IOException failure;

        private Source(InputStream bytes) {
            super(bytes);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            try {
                int read = in.read(target, from, length);
                ended = read < 0;
                count += Math.max(0, read);
                return read;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    private GzipStream(Source source) throws IOException {
        super(source, BUFFER);
        this.source = source;
    }

    static InputStream of(InputStream bytes) throws IOException {
        try {
            return new GzipStream(new Source(bytes));
        } catch (EOFException e) {
            throw endsEarly();
        }
    }

    private static EOFException endsEarly() {
        return new EOFException("unexpected end of the gzip data");
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        filled = source.count;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        try {
            int read = super.read(target, from, length);
            if (read < 0) {
                requireEnd();
            }
            return read;
        } catch (EOFException e) {
            throw endsEarly();
        }
    }

    /** Checks that no byte follows the last member. */
    private void requireEnd() throws IOException {
        if (source.failure != null) {
            throw source.failure;
        }
        long after = inf.getRemaining() + source.count - filled;
        if (after > TRAILER) {
            throw source.ended ? endsEarly() : new ZipException("Not in GZIP format");
        }
    }
}
