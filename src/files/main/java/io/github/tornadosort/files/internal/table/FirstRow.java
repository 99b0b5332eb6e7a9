package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The first row of a file.
 *
 * @param fields its fields without quotes; none if the file is empty
 * @param end its end
 */
record FirstRow(List<String> fields, long end) {
    /** The magic number, and the first byte of the first page. */
    private static final byte[] PARQUET = {'P', 'A', 'R', '1', 0x15};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /**
     * Returns the start of the first row: the end of a byte order mark, or 0.
     *
     * @param end the end of the text
     * @throws FileSortException if the file is in UTF-16 or a Parquet file
     */
    static long start(Path file, MemorySegment text, long end) throws FileSortException {
        if (end >= 2 && (isUtf16(text, 0, 1) || isUtf16(text, 1, 0))) {
            throw new FileSortException(file, "byte 0: expected text in UTF-8 or another extension of ASCII, found UTF-16");
        }
        if (end >= PARQUET.length && text.asSlice(0, PARQUET.length).mismatch(MemorySegment.ofArray(PARQUET)) < 0) {
            throw new FileSortException(file,
                    "byte 0: expected a table of text, found a Parquet file; convert it to .arrow or .csv,"
                            + " for example by DuckDB or pyarrow");
        }
        MemorySegment mark = MemorySegment.ofArray(BYTE_ORDER_MARK);
        boolean marked = end >= mark.byteSize() && mark.mismatch(text.asSlice(0, mark.byteSize())) < 0;
        return marked ? mark.byteSize() : 0;
    }

    private static boolean isUtf16(MemorySegment text, long high, long low) {
        return text.get(JAVA_BYTE, high) == (byte) 0xfe && text.get(JAVA_BYTE, low) == (byte) 0xff;
    }

    /**
     * Reads the row.
     *
     * @param text with {@link TableReader#SLACK} more bytes
     * @param start the start of the row
     * @param end the end of the text, which is the start if the file is empty, or else the end of a row
     * @throws TableException if the fields of the row cannot be found
     */
    static FirstRow read(MemorySegment text, long start, long end, Dialect dialect) throws TableException {
        if (start == end) {
            return new FirstRow(List.of(), end);
        }
        FieldCursor fields = new FieldCursor(text, end, dialect);
        List<String> row = fields.contents(start, StandardCharsets.UTF_8);
        return new FirstRow(row, fields.position());
    }
}
