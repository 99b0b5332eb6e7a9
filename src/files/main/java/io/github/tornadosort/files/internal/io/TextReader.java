package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.LongConsumer;

/**
 * Converts a text of one number per line to raw keys, on all cores. Lines end with LF or CR LF; the last line may have no terminator. White
 * space around a number is ignored.
 */
final class TextReader extends InputStream {
    /** Bytes of text that are converted at a time. */
    static final int BLOCK = 1 << 21;

    /** Bytes of text that one thread converts at a time. */
    private static final int PART = 1 << 16;

    /** More characters than the longest decimal representation of a double without padding. */
    private static final int MAX_LINE = 4096;

    private final InputFile file;
    private final KeyType type;
    private final LongConsumer progress;
    private final long size;
    private final byte[] text;
    private final MemorySegment memory;
    /** The bytes of a line without its end that the text begins with, and the position of the next byte of the file. */
    private int unfinished;

    private long position;
    /** The number of lines that were converted. */
    private long lines;
    /** Keys that were converted: those that are read, the index of the next byte of them, and those that follow. */
    private byte[] keys = {};

    private int next;
    private final Queue<byte[]> following = new ArrayDeque<>();

    private TextReader(InputFile file, KeyType type, LongConsumer progress) throws FileSortException {
        this.file = file;
        this.type = type;
        this.progress = progress;
        this.size = file.size();
        this.text = new byte[(int) Math.min(size, BLOCK)];
        this.memory = MemorySegment.ofArray(text);
        this.position = ForeignFormat.markLength(file);
    }

    /**
     * Converts a file, and closes it.
     *
     * @param temporary the folder for a temporary file, which many keys need
     */
    static KeyReader open(InputFile file, KeyType type, String what, Path temporary, ProgressListener progress)
            throws FileSortException {
        try (file; Step step = progress.begin("read", file.size())) {
            return InputFile.spool(file.path(), new TextReader(file, type, step), temporary).rows(type.bytes(), what);
        } catch (IOException e) {
            throw FileSortException.of(file.path(), "cannot be read", e);
        }
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] target, int from, int length) throws FileSortException {
        while (next == keys.length) {
            if (following.isEmpty()) {
                if (position == size && unfinished == 0) {
                    return -1;
                }
                convert();
            }
            keys = following.remove();
            next = 0;
        }
        int n = Math.min(length, keys.length - next);
        System.arraycopy(keys, next, target, from, n);
        next += n;
        return n;
    }

    /** Converts the next lines. */
    private void convert() throws FileSortException {
        int length = (int) Math.min(text.length, unfinished + size - position);
        file.readFully(ByteBuffer.wrap(text, unfinished, length - unfinished), position);
        position += length - unfinished;
        progress.accept(length - unfinished);
        int end = position == size ? length : startOfLine(0, length);
        int parts = Math.ceilDiv(end, PART);
        int[] starts = new int[parts + 1];
        for (int part = 1; part < parts; part++) {
            starts[part] = startOfLine(starts[part - 1], part * PART);
        }
        starts[parts] = end;
        byte[][] converted = new byte[parts][];
        ParallelPieces.each(
                parts, part -> converted[part] = parse(starts[part], starts[part + 1]), MemorySegment.NULL);
        following.addAll(Arrays.asList(converted));
        unfinished = length - end;
        if (unfinished > MAX_LINE) {
            throw error(end, "expected one number, found a line of more than " + MAX_LINE + " bytes");
        }
        lines += following.stream().mapToLong(part -> part.length / type.bytes()).sum();
        System.arraycopy(text, end, text, 0, unfinished);
    }

    /** Returns the index after the last line feed before {@code index}, or the least index if there is none. */
    private int startOfLine(int least, int index) {
        int at = index;
        while (at > least && text[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    /** Parses lines to keys. */
    private byte[] parse(int from, int to) throws FileSortException {
        NumberText numbers = new NumberText(type);
        int count = (int) ByteSearch.count(memory, from, to, ByteSearch.LINE_FEEDS);
        boolean hasEnd = from == to || text[to - 1] == '\n';
        byte[] parsed = new byte[type.bytes() * (hasEnd ? count : count + 1)];
        MemorySegment target = MemorySegment.ofArray(parsed);
        int key = 0;
        for (int at = from; at < to; key++) {
            int end = (int) ByteSearch.next(memory, at, to, ByteSearch.LINE_FEEDS);
            if (end - at > MAX_LINE) {
                throw error(at, "expected one number, found a line of more than " + MAX_LINE + " bytes");
            }
            try {
                KeyBits.set(target, type, key, numbers.bits(text, at, end > at && text[end - 1] == '\r' ? end - 1 : end));
            } catch (IllegalArgumentException e) {
                throw error(at, e.getMessage());
            }
            at = end + 1;
        }
        return parsed;
    }

    /** @param at the start of a line that was not converted before */
    private FileSortException error(int at, String problem) {
        long line = lines + ByteSearch.count(memory, 0, at, ByteSearch.LINE_FEEDS) + 1;
        return file.error("line " + line + ": " + problem);
    }
}
