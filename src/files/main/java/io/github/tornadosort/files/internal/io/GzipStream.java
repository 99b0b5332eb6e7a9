package io.github.tornadosort.files.internal.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses gzip data (RFC 1952). It may have several members, which are concatenated. The JDK's own stream ignores whatever
 * follows a member and does not begin with a valid header, so a damaged header in the middle would go unnoticed.
 */
final class GzipStream extends InputStream {
    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC = 1 << 1;
    private static final int EXTRA = 1 << 2;
    private static final int NAME = 1 << 3;
    private static final int COMMENT = 1 << 4;
    private static final int RESERVED = 0xe0;
    /** Time, flags of the compressor, operating system. */
    private static final int IGNORED = 6;

    private static final int BUFFER = 1 << 16;

    private final PushbackInputStream bytes;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] input = new byte[BUFFER];
    /** The number of bytes in the input. */
    private int given;
    private boolean inMember;
    private boolean ended;

    GzipStream(InputStream bytes) {
        this.bytes = new PushbackInputStream(bytes, BUFFER);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int read = 0;
        while (read == 0 && !ended && length > 0) {
            if (!inMember) {
                readHeader();
            }
            read = inflate(target, from, length);
            crc.update(target, from, read);
            if (inflater.finished()) {
                endMember();
            }
        }
        return read > 0 || length == 0 ? read : -1;
    }

    private int inflate(byte[] target, int from, int length) throws IOException {
        try {
            if (inflater.needsInput()) {
                given = bytes.read(input);
                if (given < 0) {
                    throw new EOFException("unexpected end of the gzip data");
                }
                inflater.setInput(input, 0, given);
            }
            return inflater.inflate(target, from, length);
        } catch (DataFormatException e) {
            throw new ZipException("damaged gzip data" + (e.getMessage() == null ? "" : ": " + e.getMessage()));
        }
    }

    private void readHeader() throws IOException {
        if (next16() != MAGIC || next() != DEFLATE) {
            throw new ZipException("expected gzip data");
        }
        int flags = next();
        if ((flags & RESERVED) != 0) {
            throw new ZipException("damaged gzip data: reserved flags are set");
        }
        skip(IGNORED);
        if ((flags & EXTRA) != 0) {
            skip(next16());
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            skip(Short.BYTES);
        }
        inMember = true;
    }

    /** Checks the end of a member, and looks for another one. */
    private void endMember() throws IOException {
        int unused = inflater.getRemaining();
        bytes.unread(input, given - unused, unused);
        long expected = next32();
        if (expected != crc.getValue() || next32() != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw new ZipException("damaged gzip data: the checksum or the length is wrong");
        }
        inflater.reset();
        crc.reset();
        inMember = false;
        int following = bytes.read();
        ended = following < 0;
        if (!ended) {
            bytes.unread(following);
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            // The name of the original file, and a comment, end with a zero.
        }
    }

    private long next32() throws IOException {
        return next16() | (long) next16() << Short.SIZE;
    }

    private int next16() throws IOException {
        return next() | next() << Byte.SIZE;
    }

    private int next() throws IOException {
        int value = bytes.read();
        if (value < 0) {
            throw new EOFException("unexpected end of the gzip data");
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        bytes.close();
    }
}
