package io.github.tornadosort.cli.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.data.KeyBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads one number per line. Lines end with LF or CR LF; the last line may have no terminator. White space around a number is
 * ignored. The file is read twice: first to count the lines, so that memory for the keys can be allocated once.
 */
final class TextReader implements KeyReader {
    private static final int CHUNK = 1 << 20;

    /** More characters than the longest decimal representation of a double without padding. */
    private static final int MAX_LINE = 4096;

    private final InputFile file;
    private final KeyType type;
    private final long size;
    private final long count;
    private final ByteBuffer buffer = ByteBuffer.allocate(CHUNK).limit(0);
    private byte[] line = new byte[64];
    private long lineNumber;

    TextReader(InputFile file, KeyType type) throws KeyFileException {
        this.file = file;
        this.type = type;
        this.size = file.size();
        this.count = countLines();
        file.position(0);
        buffer.limit(0);
    }

    private long countLines() throws KeyFileException {
        long lines = 0;
        byte last = '\n';
        while (fill()) {
            byte[] bytes = buffer.array();
            for (int i = 0; i < buffer.limit(); i++) {
                if (bytes[i] == '\n') {
                    lines++;
                }
            }
            last = bytes[buffer.limit() - 1];
        }
        return last == '\n' ? lines : lines + 1;
    }

    /** Reads the next bytes of the file into the buffer. Returns false at the end of the file. */
    private boolean fill() throws KeyFileException {
        buffer.clear();
        int read = file.read(buffer);
        buffer.flip();
        return read > 0;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public long bytes() {
        return size;
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws KeyFileException {
        long n = keys.byteSize() / type.bytes();
        for (long i = 0; i < n; i++) {
            String number = nextLine(progress);
            try {
                KeyBits.set(keys, type, i, KeyText.parse(type, number));
            } catch (IllegalArgumentException e) {
                throw file.error("line " + lineNumber + ": " + e.getMessage());
            }
        }
    }

    private String nextLine(LongConsumer progress) throws KeyFileException {
        lineNumber++;
        int length = 0;
        while (true) {
            if (!buffer.hasRemaining()) {
                if (!fill()) {
                    if (length == 0) {
                        throw file.error("line " + lineNumber + ": unexpected end of file, expected " + count + " lines");
                    }
                    break;
                }
                progress.accept(buffer.limit());
            }
            byte next = buffer.get();
            if (next == '\n') {
                break;
            }
            if (length == MAX_LINE) {
                throw file.error("line " + lineNumber + ": expected one number, found a line of more than "
                        + MAX_LINE + " bytes");
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = next;
        }
        return new String(line, 0, length, StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public void close() throws KeyFileException {
        file.close();
    }
}
