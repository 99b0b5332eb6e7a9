package io.github.tornadosort.files.internal.io;

import java.io.ByteArrayOutputStream;
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
    /** The bytes of a checksum and a length after the compressed bytes of a member. */
    private static final int TRAILER = 8;

    private final Source source;
    private boolean isAtEnd;

    /** The compressed bytes, and what happened while they were read. */
    private static final class Source extends FilterInputStream {
        /** What was read from here after the buffer was filled last: the end of a member, and perhaps the start of another. */
        private final ByteArrayOutputStream unbuffered = new ByteArrayOutputStream();
        private boolean fills;
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
                if (!fills && read > 0) {
                    unbuffered.write(target, from, read);
                }
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
        source.unbuffered.reset();
        source.fills = true;
        super.fill();
        source.fills = false;
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

    /** Checks that nothing but zeros follows the last member. */
    private void requireEnd() throws IOException {
        if (source.failure != null) {
            throw source.failure;
        }
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        rest.write(buf, len - inf.getRemaining(), inf.getRemaining());
        rest.write(source.unbuffered.toByteArray());
        byte[] after = rest.toByteArray();
        if (isAtEnd || after.length <= TRAILER) {
            return;
        }
        if (!areZeros(after, TRAILER, after.length)) {
            throw source.ended ? endsEarly() : new ZipException("Not in GZIP format");
        }
        byte[] more = new byte[BUFFER];
        for (int read = in.read(more); read >= 0; read = in.read(more)) {
            if (!areZeros(more, 0, read)) {
                throw new ZipException("Not in GZIP format");
            }
        }
        isAtEnd = true;
    }

    private static boolean areZeros(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
