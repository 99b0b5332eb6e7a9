package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The keys or rows of one or more files, one file after the other. Between two rows there is the end of a row. Tables are read without
 * their headers; if they have headers, all have the same fields. Each of many files is open only while it is read.
 */
public final class Parts implements KeyReader {
    /** Opens a file. */
    public interface Opening {
        KeyReader open(Path file) throws FileSortException;
    }

    /** So many files may be open at the same time on every system. */
    private static final int FEW = 32;

    /** The rows of a file. */
    private final class Part implements KeyReader {
        private final Path file;
        private final long headerLines;
        private final long count;
        private final long bytes;
        /** Null if the file is not open. */
        private KeyReader rows;

        private Part(Path file, KeyReader rows) {
            this.file = file;
            this.rows = rows;
            this.headerLines = rows instanceof TableFile table ? table.headerLines() : 0;
            this.count = rows.count();
            this.bytes = rows.bytes();
        }

        @Override
        public long count() {
            return count;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        private KeyReader rows() throws FileSortException {
            if (rows == null) {
                rows = opening.open(file);
                if (rows.count() < count) {
                    throw new FileSortException(
                            file, "became shorter while other files were read: unexpected end of file");
                }
            }
            return rows;
        }

        @Override
        public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
            rows().read(keys, progress);
        }

        @Override
        public MemorySegment map(Arena arena) throws FileSortException {
            return rows().map(arena);
        }

        @Override
        public void close() throws FileSortException {
            KeyReader closed = rows;
            rows = null;
            if (closed != null) {
                closed.close();
            }
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final int width;
    private final Opening opening;
    /** The first file of a table that is not empty, or the first one. Null if the files are no tables. */
    private TableFile first;
    /** The part that is read, and how many of its rows were read. */
    private int current;
    private long read;

    private Parts(int width, Opening opening) {
        this.width = width;
        this.opening = opening;
    }

    /** Returns the name of several files for messages. */
    public static Path name(List<Path> files) {
        Path first = files.getFirst();
        return files.size() == 1 ? first : Path.of(first + " and " + (files.size() - 1) + " more");
    }

    /** Returns whether this number of files is too large to keep all of them open. */
    public static boolean areMany(int files) {
        return files > FEW;
    }

    /**
     * Opens files.
     *
     * @param files at least one
     * @param width bytes per row in memory
     * @throws FileSortException if a file cannot be read, or its header is not that of the others
     */
    public static Parts of(List<Path> files, int width, Opening opening) throws FileSortException {
        Parts parts = new Parts(width, opening);
        try {
            for (Path file : files) {
                parts.add(file, areMany(files.size()) && InputFile.mayBeReopened(file));
            }
            return parts;
        } catch (Throwable e) {
            parts.close();
            throw e;
        }
    }

    private void add(Path file, boolean isClosed) throws FileSortException {
        KeyReader opened = opening.open(file);
        Part part = new Part(file, opened);
        parts.add(part);
        first = opened instanceof TableFile table ? table.first() : null;
        if (isClosed) {
            part.close();
        }
    }

    @Override
    public long count() {
        return parts.stream().mapToLong(part -> part.count).sum();
    }

    @Override
    public long bytes() {
        return start(parts.size());
    }

    @Override
    public void read(MemorySegment rows, LongConsumer progress) throws FileSortException {
        for (long from = 0; from < rows.byteSize();) {
            while (read == parts.get(current).count) {
                parts.get(current++).close();
                read = 0;
            }
            Part part = parts.get(current);
            long n = Math.min(part.count - read, (rows.byteSize() - from) / width);
            part.read(rows.asSlice(from, n * width), progress);
            read += n;
            from += n * width;
        }
    }

    @Override
    public MemorySegment map(Arena arena) throws FileSortException {
        return parts.size() == 1 ? parts.getFirst().map(arena) : null;
    }

    /** Closes files even if closing one of them fails. */
    @Override
    public void close() throws FileSortException {
        FileSortException failure = null;
        for (Part part : parts) {
            try {
                part.close();
            } catch (FileSortException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns a reader of each file. */
    public List<KeyReader> files() {
        return List.copyOf(parts);
    }

    /** Returns the first row of the first file that is not empty. */
    TableFile first() {
        return first;
    }

    /** Returns whether there is nothing at all, not even a header. */
    public boolean isEmpty() {
        return first == null ? bytes() == 0 : first.columns() == 0;
    }

    /** Returns what comes before the rows of a table: a byte order mark and the header. */
    public byte[] preamble() {
        return first == null ? new byte[0] : first.preamble();
    }

    /** Returns the index of the file that has a byte of the rows. */
    int part(long position) {
        int part = 0;
        for (long end = bytes(part); part + 1 < parts.size() && position >= end; end += bytes(part)) {
            part++;
        }
        return part;
    }

    private long bytes(int part) {
        return parts.get(part).bytes;
    }

    /** Returns the index in the rows of the first byte of a file. */
    long start(int part) {
        return parts.subList(0, part).stream().mapToLong(before -> before.bytes).sum();
    }

    Path file(int part) {
        return parts.get(part).file;
    }

    /** Returns the number of lines of the header of a file. */
    long headerLines(int part) {
        return parts.get(part).headerLines;
    }
}
