package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.BinaryReader;
import io.github.tornadosort.files.internal.io.ByteOrderMark;
import io.github.tornadosort.files.internal.io.ByteSearch;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The beginning of a file of a table.
 *
 * @param file the path of the file, for messages
 * @param text the bytes that have been read
 * @param fields the fields of the first row without quotes; none if the file is empty
 * @param start the start of the first row: the end of a byte order mark, or 0
 * @param end the end of the first row, which is the end of the file if the row has no line end
 */
record TableHead(Path file, MemorySegment text, List<String> fields, long start, long end) {
    /** The most bytes to read first. */
    private static final int SMALL = 1 << 16;
    /** The most bytes to read. */
    private static final int LARGEST = 1 << 24;
    private static final long RETURNS = ByteSearch.repeated((byte) '\r');
    /** The magic number, and the first byte of the first page. */
    private static final byte[] PARQUET = {'P', 'A', 'R', '1', 0x15};
    private static final byte[] ARROW = {'A', 'R', 'R', 'O', 'W', '1', 0};

    /**
     * Reads the beginning of a file.
     *
     * @throws FileSortException if it cannot be read, is not text, or its first row has no end
     */
    static TableHead read(Path file, BinaryReader reader, Dialect dialect) throws FileSortException {
        byte[] bytes = new byte[0];
        int read = 0;
        for (int size = SMALL;; size *= 2) {
            int length = (int) Math.min(size, reader.bytes());
            bytes = Arrays.copyOf(bytes, length + RowFormat.SLACK);
            MemorySegment text = MemorySegment.ofArray(bytes);
            reader.read(text.asSlice(read, length - read));
            read = length;
            TableHead head = find(file, text, read, read == reader.bytes(), dialect);
            if (head != null) {
                return head;
            }
            if (size == LARGEST) {
                throw new FileSortException(
                        file,
                        "line 1: the first row has more than " + LARGEST
                                + " bytes; check whether a quote never ends, or rows end with"
                                + " CR alone");
            }
        }
    }

    /** Returns the first row, or null if more bytes are needed to find its end. */
    private static TableHead find(Path file, MemorySegment text, long length, boolean whole, Dialect dialect)
            throws FileSortException {
        long start = start(file, text, length);
        long end = length;
        if (whole && end > start && text.get(JAVA_BYTE, end - 1) != '\n') {
            text.set(JAVA_BYTE, end++, (byte) '\n');
        }
        if (start == end) {
            return new TableHead(file, text, List.of(), start, start);
        }
        if (!whole && new RowEnds((byte) '\n', dialect, 0).new Scan().end(text, start, end) < 0) {
            return null;
        }
        try {
            byte[] bytes = (byte[]) text.heapBase().orElseThrow();
            FieldCursor cursor = new FieldCursor(dialect);
            cursor.moveTo(bytes, (int) start, (int) end);
            List<String> fields = cursor.contents();
            cursor.moveTo(bytes, (int) start, (int) end);
            requireRowEnds(text, start, cursor, dialect);
            return new TableHead(file, text, fields, start, Math.min(cursor.position(), length));
        } catch (TableException e) {
            throw new FileSortException(file, "line 1, column " + (e.column() + 1) + ": " + e.getMessage());
        }
    }

    /** Checks that the first row is not a whole file whose rows end with CR. */
    private static void requireRowEnds(MemorySegment text, long row, FieldCursor fields, Dialect dialect)
            throws TableException {
        do {
            fields.next();
            boolean isQuoted =
                    dialect.quotes() && fields.from() > row && text.get(JAVA_BYTE, fields.from() - 1) == Dialect.QUOTE;
            if (!isQuoted && ByteSearch.next(text, fields.from(), fields.to(), RETURNS) < fields.to()) {
                throw new TableException(row, fields.column(),
                        "found a carriage return without a line feed; rows end with LF or CR LF");
            }
        } while (!fields.isLast());
    }

    /**
     * Returns the start of the first row of a text: the end of a byte order mark, or 0.
     *
     * @param end the end of the text
     * @throws FileSortException if the file is in UTF-16, or a Parquet or an Arrow file
     */
    private static long start(Path file, MemorySegment text, long end) throws FileSortException {
        if (ByteOrderMark.isOfUtf16(text, end)) {
            throw new FileSortException(file, "byte 0: expected text in UTF-8 or another extension of ASCII, found UTF-16");
        }
        boolean isParquet = startsWith(text, end, PARQUET);
        if (isParquet || startsWith(text, end, ARROW)) {
            throw new FileSortException(file,
                    "byte 0: expected a table of text, found " + (isParquet ? "a Parquet" : "an Arrow")
                            + " file; convert it to .csv, for example by DuckDB or pyarrow");
        }
        return ByteOrderMark.length(text, end);
    }

    private static boolean startsWith(MemorySegment text, long end, byte[] start) {
        return end >= start.length && text.asSlice(0, start.length).mismatch(MemorySegment.ofArray(start)) < 0;
    }

    /** Returns the number of lines of the first row. */
    long lines() {
        return ByteSearch.count(text, 0, end, ByteSearch.LINE_FEEDS);
    }

    /** Returns the bytes before an offset. */
    byte[] bytes(long to) {
        return text.asSlice(0, to).toArray(JAVA_BYTE);
    }
}
