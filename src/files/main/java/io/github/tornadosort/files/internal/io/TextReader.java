package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/**
 * Reads one number per line, on all cores. Lines end with LF or CR LF; the last line may have no terminator. White space around
 * a number is ignored.
 *
 * <p>The file is divided into blocks of a fixed size, and it is read twice. The first time, the lines that end in each block
 * are counted, so that memory for the keys can be allocated once and the line number at each block is known. The second time,
 * each block's lines are parsed independently of other blocks.
 */
final class TextReader implements KeyReader {
    /** Bytes per block. */
    static final int BLOCK = 1 << 20;

    /** More characters than the longest decimal representation of a double without padding. */
    private static final int MAX_LINE = 4096;

    private static final String CHANGED = "the file has changed since its lines were counted";

    private final InputFile file;
    private final KeyType type;
    private final long size;
    /** The start of the first line: the end of a byte order mark, or 0. */
    private final int mark;
    /** The number of lines that end before each block. The last element is the number of all lines. */
    private final long[] linesBefore;
    /** The index of the next line to read. */
    private long next;

    TextReader(InputFile file, KeyType type) throws FileSortException {
        this.file = file;
        this.type = type;
        ByteBuffer first = ByteBuffer.allocate((int) Math.min(Integer.BYTES, file.size()));
        file.readFully(first, 0);
        this.mark = ByteOrderMark.length(MemorySegment.ofBuffer(first.flip()), first.limit());
        this.size = file.size() == mark ? 0 : file.size();
        int blocks = Math.toIntExact(Math.ceilDiv(size, BLOCK));
        this.linesBefore = new long[blocks + 1];
        ParallelPieces.each(blocks, block -> linesBefore[block + 1] = countLines(block), MemorySegment.NULL);
        for (int block = 0; block < blocks; block++) {
            linesBefore[block + 1] += linesBefore[block];
        }
    }

    private long countLines(int block) throws FileSortException {
        byte[] bytes = new byte[(int) (end(block) - start(block))];
        file.readFully(ByteBuffer.wrap(bytes), start(block));
        long lines = 0;
        for (byte character : bytes) {
            if (character == '\n') {
                lines++;
            }
        }
        boolean unterminated = end(block) == size && bytes[bytes.length - 1] != '\n';
        return unterminated ? lines + 1 : lines;
    }

    private static long start(int block) {
        return (long) block * BLOCK;
    }

    private long end(int block) {
        return Math.min(size, start(block) + BLOCK);
    }

    @Override
    public long count() {
        return linesBefore[linesBefore.length - 1];
    }

    @Override
    public long bytes() {
        return size;
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        long from = next;
        long to = from + keys.byteSize() / type.bytes();
        if (from == to) {
            return;
        }
        int firstBlock = blockOf(from);
        int blocks = blockOf(to - 1) - firstBlock + 1;
        ParallelPieces.each(blocks, index -> readBlock(firstBlock + index, from, to, keys, progress), keys);
        next = to;
    }

    /** Returns the block in which a line ends. */
    private int blockOf(long line) {
        int low = 0;
        int high = linesBefore.length - 2;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (linesBefore[middle] <= line) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Parses the lines with indices {@code from} to {@code to - 1} that end in a block. */
    private void readBlock(int block, long from, long to, MemorySegment keys, LongConsumer progress)
            throws FileSortException {
        // The block's first line may start up to this many bytes before the block.
        long start = Math.max(0, start(block) - MAX_LINE - 1);
        ByteBuffer content = ByteBuffer.allocate((int) (end(block) - start));
        file.read(content, start);
        byte[] bytes = content.array();
        MemorySegment text = MemorySegment.ofArray(bytes);
        int length = content.position();
        int at = block == 0 ? mark : startOfLine(bytes, Math.min(length, (int) (start(block) - start)));
        NumberText numbers = new NumberText(type);
        long last = Math.min(to, linesBefore[block + 1]);
        long line = linesBefore[block];
        for (; line < last; line++) {
            int end = indexOfLineFeed(text, at, length);
            requireLine(line, at, end, length, start + length);
            if (line >= from) {
                KeyBits.set(keys, type, line - from, parse(line, numbers, bytes, at, end));
            }
            at = end + 1;
        }
        if (line == linesBefore[block + 1]) {
            boolean more = end(block) == size ? at < length : indexOfLineFeed(text, at, length) < length;
            if (more) {
                throw error(line, CHANGED);
            }
            report(progress, end(block) - start(block));
        }
    }

    /**
     * Checks that a line ends, and is not too long.
     *
     * @param length number of bytes that were read
     * @param read index in the file of the byte after them
     */
    private void requireLine(long line, int from, int end, int length, long read) throws FileSortException {
        boolean isLast = line == count() - 1 && read == size && from < length;
        if (end == length && !isLast) {
            throw error(line, read < size ? "unexpected end of file, expected " + count() + " lines" : CHANGED);
        }
        if (end - from > MAX_LINE) {
            throw error(line, "expected one number, found a line of more than " + MAX_LINE + " bytes");
        }
    }

    /** Returns the index after the last line feed before {@code index}, or 0 if there is none. */
    private static int startOfLine(byte[] bytes, int index) {
        int at = index;
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    private static int indexOfLineFeed(MemorySegment text, int from, int length) {
        return (int) ByteSearch.next(text, from, length, ByteSearch.LINE_FEEDS);
    }

    private long parse(long line, NumberText numbers, byte[] text, int from, int end) throws FileSortException {
        int to = end > from && text[end - 1] == '\r' ? end - 1 : end;
        try {
            return numbers.bits(text, from, to);
        } catch (IllegalArgumentException e) {
            throw error(line, e.getMessage());
        }
    }

    private FileSortException error(long line, String problem) {
        return file.error("line " + (line + 1) + ": " + problem);
    }

    private synchronized void report(LongConsumer progress, long bytes) {
        progress.accept(bytes);
    }

    @Override
    public void close() throws FileSortException {
        file.close();
    }
}
