package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.BinaryReader;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The beginning of a file of a table, which is read to find the header.
 *
 * @param file the path of the file, for messages
 * @param text the bytes that have been read
 * @param whole reads the file
 * @param header the first row
 */
record TableHead(Path file, MemorySegment text, BinaryReader whole, FirstRow header) {
    /** The most bytes to read first. */
    private static final int SMALL = 1 << 16;
    /** The most bytes to read. */
    private static final int LARGEST = 1 << 24;

    /**
     * Reads the beginning of a file.
     *
     * @throws FileSortException if it cannot be read, or its first row has no end
     */
    static TableHead read(Path file, BinaryReader reader, Dialect dialect) throws FileSortException {
        byte[] bytes = new byte[0];
        int read = 0;
        for (int size = SMALL;; size *= 2) {
            int length = (int) Math.min(size, reader.bytes());
            bytes = Arrays.copyOf(bytes, length + TableReader.SLACK);
            MemorySegment text = MemorySegment.ofArray(bytes);
            reader.read(text.asSlice(read, length - read), _ -> {});
            read = length;
            FirstRow row = firstRow(file, text, read, read == reader.bytes(), dialect);
            if (row != null) {
                return new TableHead(file, text.asSlice(0, read), reader.from(0), row);
            }
            if (size == LARGEST) {
                throw new FileSortException(
                        file, "line 1: the header has more than " + LARGEST + " bytes; check whether a quote never ends");
            }
        }
    }

    /** Returns the first row, or null if more bytes are needed to find its end. */
    private static FirstRow firstRow(Path file, MemorySegment text, long length, boolean whole, Dialect dialect)
            throws FileSortException {
        long start = FirstRow.start(file, text, length);
        long end = length;
        if (whole && end > start && text.get(JAVA_BYTE, end - 1) != '\n') {
            text.set(JAVA_BYTE, end++, (byte) '\n');
        }
        if (!whole && new RowBlocks(text, start, end, false, dialect).end() == start) {
            return null;
        }
        try {
            return FirstRow.read(text, start, end, dialect);
        } catch (TableException e) {
            throw new FileSortException(file, "line 1, column " + (e.column() + 1) + ": " + e.getMessage());
        }
    }

    /** Returns whether the file is empty. */
    boolean isEmpty() {
        return header.fields().isEmpty();
    }

    /**
     * Checks that the header has the same fields as another one.
     *
     * @throws FileSortException if it has not
     */
    void requireFieldsOf(TableHead other) throws FileSortException {
        Header.requireSame(file, header.fields(), other.file, other.header.fields());
    }

    /** Returns the number of lines of the header. */
    long headerLines() {
        return ByteSearch.count(text, 0, rowsStart(), ByteSearch.LINE_FEEDS);
    }

    /** Returns the start of the rows, which is the end of the file if the header has no line end. */
    private long rowsStart() {
        return Math.min(header.end(), text.byteSize());
    }

    /** Returns a reader of the file without its header. */
    KeyReader rows() {
        return whole.from(rowsStart());
    }
}
