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
        /** The index in all rows of the first byte. */
        private final long start = Parts.this.bytes();
        private final long count;
        private final long bytes;
        /** Null if the file is not open. */
        private KeyReader rows;

        private Part(Path file) throws FileSortException {
            this.file = file;
            this.rows = opening.open(file);
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
        public void close() throws FileSortException {
            KeyReader closed = rows;
            rows = null;
            if (closed != null) {
                closed.close();
            }
        }

        /** Closes the file if there are many, and it can be opened again. */
        private void closeOfMany() throws FileSortException {
            if (areMany && InputFile.mayBeReopened(file)) {
                close();
            }
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final boolean areMany;
    private final int width;
    private final Opening opening;
    /** The header of the first file of a table that is not empty, or an empty one. Null if the files are no tables. */
    private Header header;
    /** The part that is read, and how many of its rows were read. */
    private int current;
    private long read;

    private Parts(boolean areMany, int width, Opening opening) {
        this.areMany = areMany;
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
        Parts parts = new Parts(areMany(files.size()), width, opening);
        try {
            for (Path file : files) {
                Part part = parts.new Part(file);
                parts.parts.add(part);
                part.closeOfMany();
            }
            return parts;
        } catch (Throwable e) {
            parts.close();
            throw e;
        }
    }

    /** Sets the header of a table. */
    Parts with(Header ofTable) {
        header = ofTable;
        return this;
    }

    @Override
    public long count() {
        return parts.stream().mapToLong(Part::count).sum();
    }

    @Override
    public long bytes() {
        return parts.isEmpty() ? 0 : parts.getLast().start + parts.getLast().bytes;
    }

    @Override
    public void read(MemorySegment rows, LongConsumer progress) throws FileSortException {
        for (long from = 0; from < rows.byteSize();) {
            while (read == parts.get(current).count) {
                parts.get(current++).closeOfMany();
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
        return parts.size() == 1 ? parts.getFirst().rows().map(arena) : null;
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

    Header header() {
        return header;
    }

    /** Returns whether there is nothing at all, not even a header. */
    public boolean isEmpty() {
        return header == null ? bytes() == 0 : header.isEmpty();
    }

    /** Returns what comes before the rows of a table: a byte order mark and the header. */
    byte[] preamble() {
        return header == null ? new byte[0] : header.preamble();
    }

    private Part part(long position) {
        int part = 0;
        while (part + 1 < parts.size() && position >= parts.get(part).start + parts.get(part).bytes) {
            part++;
        }
        return parts.get(part);
    }

    /** Returns the file that has a byte of the rows. */
    Path file(long position) {
        return part(position).file;
    }

    /** Names the record or the line that has a byte of the rows. To count the lines before it, the file is read again. */
    String place(long position, RowEnds ends) throws FileSortException {
        Part part = part(position);
        long byteOfFile = position - part.start;
        return ends.width() > 0
                ? "record " + byteOfFile / ends.width()
                : "line " + (1 + ((InputFile) part.rows()).count(ends.end(), byteOfFile));
    }
}
