package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.BinaryReader;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.RowFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of one table in one or more files, one file after the other. If the files have headers, those of all files must have
 * the same fields, and only that of the first file is read.
 */
public final class TableFiles extends FilterKeyReader {
    /** A file without the header that it may have lost. */
    private record Part(Path file, KeyReader rows, long headerLines) {}

    private final List<Part> parts;

    private TableFiles(List<Part> parts) {
        super(Concatenation.of(parts.stream().map(Part::rows).toList(), 1));
        this.parts = List.copyOf(parts);
    }

    /**
     * Opens the files of a table.
     *
     * @param files at least one
     * @param temporary the folder for temporary files, if they are needed
     * @throws FileSortException if a file cannot be read, or its header is not that of the others
     */
    public static TableFiles open(List<Path> files, TableSpec spec, Path temporary) throws FileSortException {
        boolean headers = files.size() > 1 && !Boolean.FALSE.equals(spec.header());
        List<KeyReader> opened = new ArrayList<>();
        try {
            List<Part> parts = new ArrayList<>();
            TableHead first = null;
            for (Path file : files) {
                BinaryReader reader = RowFile.openText(file, parts.size() < files.size() - 1, temporary);
                opened.add(reader);
                TableHead head = headers ? TableHead.read(file, reader, spec.dialect()) : null;
                if (head == null || head.isEmpty()) {
                    parts.add(new Part(file, reader, 0));
                } else if (first == null) {
                    first = head;
                    parts.add(new Part(file, head.whole(), 0));
                } else {
                    head.requireFieldsOf(first);
                    parts.add(new Part(file, head.rows(), head.headerLines()));
                }
            }
            return new TableFiles(parts);
        } catch (Throwable e) {
            Concatenation.closeAll(opened);
            throw e;
        }
    }

    /** Returns the index of the file that has a byte of the table. */
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

    /** Returns the index in the table of the first byte of a file. */
    long start(int part) {
        return parts.subList(0, part).stream().mapToLong(before -> before.rows().bytes()).sum();
    }

    Path file(int part) {
        return parts.get(part).file();
    }

    /** Returns the number of lines of the header that a file has lost. */
    long headerLines(int part) {
        return parts.get(part).headerLines();
    }
}
