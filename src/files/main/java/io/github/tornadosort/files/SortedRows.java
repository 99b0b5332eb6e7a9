package io.github.tornadosort.files;

import io.github.tornadosort.files.internal.sort.TaskPipe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The rows of sorted files, one after the other: lines without their ends, the rows of a table without their ends and the header,
 * records, or keys in little-endian order. They are read once, while the sort goes on in the memory that it was given.
 *
 * <p>Must be closed, even if not all rows were read. If the sort fails, the iterator throws an {@link UncheckedIOException} with
 * the exception of {@link FileSorter#sort}.
 */
public final class SortedRows implements Iterable<byte[]>, AutoCloseable {
    /** Reads a row, or returns null at the end. */
    interface Rows {
        byte[] next(InputStream bytes) throws IOException;
    }

    private final TaskPipe sort;
    private final Rows rows;
    private boolean isIterated;
    private boolean isClosed;

    SortedRows(TaskPipe sort, Rows rows) {
        this.sort = sort;
        this.rows = rows;
    }

    /** Returns rows of a fixed width. */
    static Rows ofWidth(int width) {
        return bytes -> {
            byte[] row = bytes.readNBytes(width);
            return row.length == 0 ? null : row;
        };
    }

    /** Returns rows that end with a byte. */
    static Rows ofLines(byte end) {
        return bytes -> {
            ByteArrayOutputStream row = new ByteArrayOutputStream();
            int value = bytes.read();
            if (value < 0) {
                return null;
            }
            for (; value >= 0 && value != Byte.toUnsignedInt(end); value = bytes.read()) {
                row.write(value);
            }
            return row.toByteArray();
        };
    }

    /** Returns the rows of a table without its header. Line ends in quotes do not end a row. */
    static Rows ofTable(CsvFormat format) {
        boolean[] isFirst = {true};
        return bytes -> {
            byte[] row = tableRow(bytes, format);
            if (row != null && isFirst[0] && format.header()) {
                row = tableRow(bytes, format);
            }
            isFirst[0] = false;
            return row;
        };
    }

    private static byte[] tableRow(InputStream bytes, CsvFormat format) throws IOException {
        int value = bytes.read();
        if (value < 0) {
            return null;
        }
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        boolean isQuoted = false;
        boolean isStart = true; // of a field
        boolean isClosed = false; // by the quote before
        int last = -1;
        for (; value >= 0 && (isQuoted || value != '\n'); value = bytes.read()) {
            boolean isQuote = format.quotes() && value == '"';
            boolean closes = isQuote && isQuoted;
            isQuoted = isQuote ? !isQuoted && (isStart || isClosed) : isQuoted;
            isClosed = closes;
            isStart = !isQuoted && value == format.delimiter();
            row.write(value);
            last = value;
        }
        byte[] all = row.toByteArray();
        return last == '\r' ? Arrays.copyOf(all, all.length - 1) : all;
    }

    /**
     * Returns the iterator of the rows. It never returns the same array twice.
     *
     * @return the iterator
     * @throws IllegalStateException if this method was called before, or the rows are closed
     */
    @Override
    public Iterator<byte[]> iterator() {
        if (isIterated || isClosed) {
            throw new IllegalStateException(isClosed ? "the sorted rows are closed" : "sorted rows can be read once");
        }
        isIterated = true;
        return TaskPipe.iterator(this::read);
    }

    /**
     * Returns the rows as a sequential stream, which does not close this object.
     *
     * @return the rows
     * @throws IllegalStateException if the rows were read before, or are closed
     */
    public Stream<byte[]> stream() {
        Iterator<byte[]> all = iterator();
        Iterable<byte[]> rest = () -> all;
        return StreamSupport.stream(rest.spliterator(), false);
    }

    private byte[] read() throws IOException {
        if (isClosed) {
            throw new IllegalStateException("the sorted rows are closed");
        }
        byte[] row = rows.next(sort.bytes());
        if (row == null) {
            sort.end();
        }
        return row;
    }

    /** Ends the sort if it goes on, and returns when it uses no memory and no file any more. */
    @Override
    public void close() {
        isClosed = true;
        sort.close();
    }
}
