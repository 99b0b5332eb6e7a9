package io.github.tornadosort.files;

import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.sort.IoIterator;
import io.github.tornadosort.files.internal.sort.SortTask;
import io.github.tornadosort.files.internal.table.RowFormat;
import io.github.tornadosort.internal.threads.Loop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Iterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The rows of sorted files, one after the other: lines without their ends, the rows of a table without their ends and the header, or
 * records. They are read once, and merged as they are read if they do not fit in the memory of the sort.
 *
 * <p>Must be closed, even if not all rows were read. If the sort fails, the iterator throws an {@link UncheckedIOException} with
 * the exception of {@link FileSorter#sort}.
 */
public final class SortedRows implements Iterable<byte[]>, AutoCloseable {
    /** Sorts, and returns the rows. */
    interface Sort {
        RowCursor rows() throws IOException;
    }

    private final int threads;
    private final RowFormat format;
    private final Sort sort;
    private RowCursor rows;
    private boolean isIterated;
    private boolean isClosed;

    SortedRows(int threads, RowFormat format, Sort sort) {
        this.threads = threads;
        this.format = format;
        this.sort = sort;
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
        return Loop.withThreads(threads, () -> new IoIterator<>(this::read));
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
        if (rows == null) {
            sort();
        }
        MemorySegment row = rows.next();
        return row == null
                ? null
                : row.asSlice(0, row.byteSize() - format.endLength(row)).toArray(ValueLayout.JAVA_BYTE);
    }

    private void sort() throws IOException {
        SortTask task = new SortTask(threads, _ -> rows = sort.rows());
        try {
            task.await();
        } catch (Throwable e) {
            task.join();
            throw e;
        }
    }

    /**
     * Frees the memory of the sort and deletes its temporary file.
     *
     * @throws UncheckedIOException if that file cannot be closed
     */
    @Override
    public void close() {
        isClosed = true;
        try (RowCursor _ = rows) {
            rows = null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
