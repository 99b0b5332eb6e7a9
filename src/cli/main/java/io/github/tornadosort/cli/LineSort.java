package io.github.tornadosort.cli;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.OutputFile;
import io.github.tornadosort.cli.io.RowFile;
import io.github.tornadosort.cli.io.TextLines;
import io.github.tornadosort.internal.host.ParallelRanges;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Sorts the lines of a text file in memory.
 *
 * @param memory limit in bytes
 * @param everyByte whether a CR before a line feed is always a part of the line
 * @param unique whether to keep only the first of equal lines
 * @param limit the maximum number of lines to write
 */
record LineSort(SortFileOptions files, MemoryOptions memory, boolean everyByte, boolean unique, long limit) {
    /** Bytes per line in addition to two copies of the text: an offset, an index, and two longs to sort. */
    private static final int BYTES_PER_LINE = Long.BYTES + Integer.BYTES + 2 * Long.BYTES;

    void sort() throws IOException {
        SortOptions options = files.textOptions();
        try (Sorter sorter = files.openSorter();
                KeyReader reader = files.openText(memory.folder(files.output));
                OutputFile file = OutputFile.create(files.output);
                Arena arena = Arena.ofShared()) {
            requireMemory(2 * reader.bytes(), reader.bytes());
            TextLines lines = lines(read(reader, arena));
            requireMemory(2 * reader.bytes() + (long) BYTES_PER_LINE * lines.strings().size(), reader.bytes());
            int[] order;
            try (Progress _ = Progress.ofUnknownLength("sort")) {
                order = sorter.argsort(lines.strings(), options);
            }
            int count = unique ? lines.keepFirst(order) : order.length;
            write(lines, order, (int) Math.min(count, limit), file, arena);
            file.commit();
        }
    }

    /** Checks that the lines are sorted. */
    void check() throws IOException {
        boolean descending = files.textOptions().isDescending();
        try (KeyReader reader = files.openText(memory.folder(files.output));
                Arena arena = Arena.ofShared()) {
            requireMemory(reader.bytes(), reader.bytes());
            TextLines lines = lines(read(reader, arena));
            for (int line = 1; line < lines.strings().size(); line++) {
                int comparison = descending ? lines.compare(line, line - 1) : lines.compare(line - 1, line);
                if (comparison > 0 || unique && comparison == 0) {
                    String found = comparison == 0 ? "equal to" : descending ? "greater than" : "less than";
                    throw new CommandFailure(files.input() + ": line " + (line + 1) + " is " + found + " line " + line);
                }
            }
        }
    }

    private static MemorySegment read(KeyReader reader, Arena arena) throws IOException {
        MemorySegment buffer = NativeMemory.allocate(arena, reader.bytes() + TextLines.SLACK);
        try (Progress progress = Progress.of("read", reader.bytes())) {
            reader.read(buffer.asSlice(0, reader.bytes()), progress);
        }
        return buffer;
    }

    private void requireMemory(long needed, long input) {
        long allowed = memory.bytes(input);
        if (needed > allowed) {
            throw new CommandFailure(files.input() + ": sorting its lines needs at least " + needed
                    + " bytes of memory, but only " + allowed + " may be used");
        }
    }

    private TextLines lines(MemorySegment buffer) {
        try {
            return TextLines.of(buffer, everyByte);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(files.input() + ": " + e.getMessage());
        }
    }

    private static void write(TextLines lines, int[] order, int count, OutputFile file, Arena arena) throws IOException {
        int parts = ParallelRanges.parts(count);
        long[] starts = new long[parts + 1];
        ParallelRanges.each(parts, part -> starts[part + 1] = lines.length(
                order, start(count, parts, part), start(count, parts, part + 1)));
        for (int part = 0; part < parts; part++) {
            starts[part + 1] += starts[part];
        }
        MemorySegment sorted = NativeMemory.allocate(arena, starts[parts]);
        ParallelRanges.each(parts, part -> lines.copy(
                order, start(count, parts, part), start(count, parts, part + 1),
                sorted.asSlice(starts[part], starts[part + 1] - starts[part])), sorted);
        WholeFile.write(sorted.asSlice(0, lines.fileLength(starts[parts])), RowFile.writer(file));
    }

    private static int start(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
