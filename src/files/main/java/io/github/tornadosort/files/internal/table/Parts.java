package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.BinaryReader;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OccasionalReader;
import io.github.tornadosort.files.internal.io.RowFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of one or more files, one file after the other. Between two of them there is the end of a row. Tables are read without their
 * headers; if they have headers, all have the same fields.
 */
public final class Parts extends FilterKeyReader {
    /** The rows of a file, and the number of lines of its header. */
    private record Part(Path file, KeyReader rows, long headerLines) {}

    private final List<Part> parts;
    /** The first file of a table that is not empty, or the first one. Null if the files are no tables. */
    private final TableHead first;
    private final byte[] preamble;

    private Parts(List<Part> parts, TableHead first, byte[] preamble) {
        super(Concatenation.of(parts.stream().map(Part::rows).toList(), 1));
        this.parts = List.copyOf(parts);
        this.first = first;
        this.preamble = preamble;
    }

    /**
     * Opens files of lines.
     *
     * @param files at least one
     * @param end the byte that ends a line
     * @param temporary the folder for temporary files, if they are needed
     */
    public static Parts ofLines(List<Path> files, byte end, Path temporary) throws IOException {
        return of(files, file -> RowFile.openEnded(file, end, false, temporary));
    }

    private static Parts of(List<Path> files, OccasionalReader.Opening opening) throws IOException {
        List<Part> parts = new ArrayList<>();
        try {
            for (Path file : files) {
                parts.add(new Part(file, OccasionalReader.of(file, files.size(), opening), 0));
            }
            return new Parts(parts, null, new byte[0]);
        } catch (Throwable e) {
            Concatenation.closeAll(parts.stream().map(Part::rows).toList());
            throw e;
        }
    }

    /**
     * Opens files of records.
     *
     * @param files at least one
     * @param width bytes per record
     * @param temporary the folder for temporary files, if they are needed
     */
    public static Parts ofRecords(List<Path> files, int width, Path temporary) throws IOException {
        return of(files, file -> RowFile.openRecords(file, width, temporary));
    }

    /**
     * Opens the files of a table.
     *
     * @param files at least one
     * @param temporary the folder for temporary files, if they are needed
     * @throws FileSortException if a file cannot be read, or its header is not that of the others
     */
    static Parts open(List<Path> files, TableSpec spec, Path temporary) throws IOException {
        boolean headers = spec.mayHaveHeader();
        List<KeyReader> opened = new ArrayList<>();
        try {
            List<Part> parts = new ArrayList<>();
            TableHead first = null;
            for (Path file : files) {
                boolean isLast = parts.size() == files.size() - 1;
                BinaryReader reader = open(file, isLast, temporary);
                opened.add(reader);
                TableHead head = TableHead.read(file, reader, spec.dialect());
                boolean isFirst = first == null || first.fields().isEmpty();
                if (headers && !isFirst && !head.fields().isEmpty()) {
                    Header.requireSame(file, head.fields(), first.file(), first.fields());
                }
                long start = headers ? head.end() : head.start();
                KeyReader rows = reader.from(start);
                if (OccasionalReader.areMany(files.size())) {
                    opened.removeLast().close();
                    rows = OccasionalReader.of(file, files.size(), again -> open(again, isLast, temporary).from(start));
                    opened.add(rows);
                }
                parts.add(new Part(file, rows, headers ? head.lines() : 0));
                first = isFirst ? head : first;
            }
            return new Parts(parts, first, first.bytes(headers ? first.end() : first.start()));
        } catch (Throwable e) {
            Concatenation.closeAll(opened);
            throw e;
        }
    }

    private static BinaryReader open(Path file, boolean isLast, Path temporary) throws FileSortException {
        return isLast ? RowFile.openText(file, temporary) : RowFile.openEnded(file, (byte) '\n', true, temporary);
    }

    /** Returns the first row of the first file that is not empty. */
    TableHead first() {
        return first;
    }

    /** Returns whether there is nothing at all, not even a header. */
    public boolean isEmpty() {
        return first == null ? bytes() == 0 : first.fields().isEmpty();
    }

    /** Returns what comes before the rows of a table: a byte order mark and the header. */
    public byte[] preamble() {
        return preamble.clone();
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
        return parts.get(part).rows().bytes();
    }

    /** Returns the index in the rows of the first byte of a file. */
    long start(int part) {
        return parts.subList(0, part).stream().mapToLong(before -> before.rows().bytes()).sum();
    }

    Path file(int part) {
        return parts.get(part).file();
    }

    /** Returns the number of lines of the header of a file. */
    long headerLines(int part) {
        return parts.get(part).headerLines();
    }
}
