package io.github.tornadosort.files.internal.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses gzip data, which may have several members. The JDK's stream ignores bytes after a member that are no valid header,
 * so a damaged header in the middle would go unnoticed; this stream ignores zeros at the end alone, which pad files on tapes.
 */
final class GzipStream extends InflaterInputStream {
    private static final int BUFFER = 1 << 16;
    private static final int DEFLATE = 8;
    /** Flags of a header: it has a checksum, an extra field, a name, a comment; or what is reserved. */
    private static final int CHECKSUM = 2;

    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    /** The checksum of the bytes of a header, and then of what was decompressed. */
    private final CRC32 sum = new CRC32();

    private boolean isAtEnd;

    GzipStream(InputStream bytes) throws IOException {
        super(bytes, new Inflater(true), BUFFER);
        readHeader(next());
    }

    @Override
    protected void fill() throws IOException {
        if (!hasNext()) {
            throw new EOFException("unexpected end of the gzip data");
        }
    }

    /** Returns whether there is another byte, which is not decompressed. */
    private boolean hasNext() throws IOException {
        if (inf.getRemaining() == 0) {
            len = Math.max(0, in.read(buf, 0, buf.length));
            inf.setInput(buf, 0, len);
        }
        return inf.getRemaining() > 0;
    }

    private int next() throws IOException {
        fill();
        int value = Byte.toUnsignedInt(buf[len - inf.getRemaining()]);
        inf.setInput(buf, len - inf.getRemaining() + 1, inf.getRemaining() - 1);
        sum.update(value);
        return value;
    }

    /** Returns the next number of some bytes. */
    private long next(int bytes) throws IOException {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (long) next() << Byte.SIZE * i;
        }
        return number;
    }

    private void readHeader(int first) throws IOException {
        sum.reset();
        sum.update(first);
        if (first != 0x1f || next() != 0x8b) {
            throw new ZipException("Not in GZIP format");
        }
        int method = next();
        int flags = next();
        if (method != DEFLATE || (flags & RESERVED) != 0) {
            throw new ZipException("Unsupported compression method");
        }
        next(Integer.BYTES + 2); // time, compressor and system
        for (long left = (flags & EXTRA) == 0 ? 0 : next(Short.BYTES); left > 0; left--) {
            next();
        }
        for (int text = flags & NAME; text > 0 && next() != 0;) {}
        for (int text = flags & COMMENT; text > 0 && next() != 0;) {}
        long checksum = sum.getValue() & 0xffff;
        if ((flags & CHECKSUM) != 0 && next(Short.BYTES) != checksum) {
            throw new ZipException("Corrupt GZIP header");
        }
        sum.reset();
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (!isAtEnd) {
            int read = super.read(target, from, length);
            if (read >= 0) {
                sum.update(target, from, read);
                return read;
            }
            endMember();
        }
        return -1;
    }

    /** Checks the end of a member, and reads the header of the next one. */
    private void endMember() throws IOException {
        long checksum = sum.getValue();
        long size = inf.getBytesWritten() & 0xffff_ffffL;
        int left = inf.getRemaining();
        inf.reset();
        inf.setInput(buf, len - left, left);
        if (next(Integer.BYTES) != checksum || next(Integer.BYTES) != size) {
            throw new ZipException("Corrupt GZIP trailer");
        }
        int first = hasNext() ? next() : -1;
        boolean isPadded = first == 0;
        while (first == 0) {
            first = hasNext() ? next() : -1;
        }
        isAtEnd = first < 0;
        if (!isAtEnd) {
            readHeader(isPadded ? 0 : first);
        }
    }

    @Override
    public void close() throws IOException {
        inf.end();
        super.close();
    }
}
