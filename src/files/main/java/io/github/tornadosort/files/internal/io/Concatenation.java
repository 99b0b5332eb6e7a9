package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** The rows of several files, one file after the other. */
public final class Concatenation implements KeyReader {
    /** Returns the name of several files for messages. */
    public static Path name(List<Path> files) {
        Path first = files.getFirst();
        return files.size() == 1 ? first : Path.of(first + " and " + (files.size() - 1) + " more");
    }

    private final List<KeyReader> files;
    private final int width;
    private int current;
    /** The number of rows of the current file that have not been read. */
    private long left;

    private Concatenation(List<KeyReader> files, int width) {
        this.files = files;
        this.width = width;
        this.left = files.getFirst().count();
    }

    /**
     * Returns a reader of several files. To close it closes them.
     *
     * @param files the open files, at least one
     * @param width bytes per row in memory
     */
    public static KeyReader of(List<KeyReader> files, int width) {
        return files.size() == 1 ? files.getFirst() : new Concatenation(List.copyOf(files), width);
    }

    /** Opens several files; see {@link #of(List, int)}. If they are many, each is open while it is read. */
    public static KeyReader of(List<Path> files, int width, OccasionalReader.Opening opening) throws IOException {
        List<KeyReader> readers = new ArrayList<>();
        try {
            for (Path file : files) {
                readers.add(OccasionalReader.of(file, files.size(), opening));
            }
        } catch (Throwable e) {
            closeAll(readers);
            throw e;
        }
        return of(readers, width);
    }

    @Override
    public long count() {
        return files.stream().mapToLong(KeyReader::count).sum();
    }

    @Override
    public long bytes() {
        return files.stream().mapToLong(KeyReader::bytes).sum();
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        for (long from = 0; from < keys.byteSize();) {
            while (left == 0) {
                files.get(current).close();
                left = files.get(++current).count();
            }
            long rows = Math.min(left, (keys.byteSize() - from) / width);
            files.get(current).read(keys.asSlice(from, rows * width), progress);
            left -= rows;
            from += rows * width;
        }
    }

    @Override
    public void close() throws FileSortException {
        closeAll(files);
    }

    /** Closes files even if closing one of them fails. */
    public static void closeAll(List<KeyReader> files) throws FileSortException {
        FileSortException first = null;
        for (KeyReader file : files) {
            try {
                file.close();
            } catch (FileSortException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
