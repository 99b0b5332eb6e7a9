package io.github.tornadosort.cli;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.buckets.Bucket;
import io.github.tornadosort.cli.buckets.BucketSort;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.KeyWriter;
import io.github.tornadosort.cli.io.OutputFile;
import io.github.tornadosort.cli.io.Progress;
import io.github.tornadosort.cli.io.RowEnd;
import io.github.tornadosort.cli.io.RowFile;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.runs.NativeMemory;
import io.github.tornadosort.cli.runs.RunMerge;
import io.github.tornadosort.cli.text.LineBuckets;
import io.github.tornadosort.cli.text.LineRuns;
import io.github.tornadosort.cli.text.TextAttempt;
import io.github.tornadosort.cli.text.TextPieces;
import io.github.tornadosort.cli.text.TextPieces.OtherEndException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Sorts the lines of a text. A text that does not fit in memory is sorted piece by piece: each sorted piece, a run, is written to a
 * temporary file, and then all runs are merged.
 *
 * @param memory limit in bytes
 * @param everyByte whether a CR before a line feed is always a part of the line
 * @param unique whether to keep only the first of equal lines
 * @param limit the maximum number of lines to write
 */
record LineSort(SortFileOptions files, MemoryOptions memory, boolean everyByte, boolean unique, long limit) {
    /** Bytes per line in addition to two copies of the text: an offset, an index, and two longs to sort. */
    private static final int BYTES_PER_LINE = Long.BYTES + Integer.BYTES + 2 * Long.BYTES;
    /** The part of the memory that holds text, if not all of the text does: lines of 14 bytes need as much as two copies of them. */
    private static final int TEXT_PART = 4;

    /** Leaves room for one more offset per bucket in an array of offsets. */
    private static final long MAX_LINES = Integer.MAX_VALUE - (1 << 12);

    void sort() throws IOException {
        SortOptions options = files.textOptions();
        TextAttempt.repeat(files.inputs(), everyByte, everyCarriageReturn -> sort(options, everyCarriageReturn));
    }

    private void sort(SortOptions options, boolean everyCarriageReturn) throws IOException, OtherEndException {
        try (Sorter sorter = files.openSorter();
                KeyReader input = files.openText(memory.folder(files.output()));
                OutputFile file = OutputFile.create(files.output());
                LineRuns runs = new LineRuns(files.input(), memory.folder(files.output()), options.isDescending())) {
            long allowed = memory.bytes(input.bytes());
            KeyWriter writer = RowFile.writer(file);
            int cut = sortPieces(sorter, options, input, everyCarriageReturn, allowed, runs, writer);
            if (!runs.isEmpty()) {
                try (Progress merging = Progress.of("merge", runs.bytes())) {
                    new RunMerge(unique, limit, last -> RowEnd.cut(last, cut)).merge(runs, allowed / 2, merging, writer);
                }
            }
            file.commit();
        }
    }

    /**
     * Writes the lines to the output if they are sorted at once, and otherwise to runs.
     *
     * @return the length of the end that the last line does not have
     */
    private int sortPieces(
            Sorter sorter, SortOptions options, KeyReader input, boolean everyCarriageReturn, long allowed, LineRuns runs,
            KeyWriter writer)
            throws IOException, OtherEndException {
        try (Arena arena = Arena.ofShared();
                Progress reading = Progress.of("read", input.bytes())) {
            long text = textBytes(files.input(), input.bytes(), allowed);
            MemorySegment buffer = NativeMemory.allocate(arena, text + TextPieces.SLACK);
            MemorySegment spare = NativeMemory.allocate(arena, text + TextPieces.SLACK);
            TextPieces pieces = new TextPieces(files.input(), input, buffer, everyCarriageReturn, reading);
            do {
                MemorySegment lines = pieces.next(maxLines(text, allowed));
                boolean isWhole = runs.isEmpty() && pieces.isAtEnd();
                try (Progress _ = isWhole ? sortAfter(reading) : null) {
                    BucketSort sort = buckets(lines, spare, pieces.endLength(), options);
                    sort.sortLong(found -> sorter.argsort(found.keys().strings(), options));
                    if (isWhole) {
                        int cut = pieces.addedEnd();
                        sort.into(sorted -> writer.write(sorted, _ -> {}), limit, last -> RowEnd.cut(last, cut));
                    } else {
                        runs.add(sort, limit, pieces.endLength());
                    }
                }
            } while (!pieces.isAtEnd());
            return pieces.addedEnd();
        }
    }

    /** Ends the display of what has been read, and begins that of the time of the sort. */
    private static Progress sortAfter(Progress reading) {
        reading.close();
        return Progress.ofUnknownLength("sort");
    }

    /**
     * Returns the bytes of text that are read at a time.
     *
     * @throws CommandFailure if there is no memory for a line
     */
    static long textBytes(Path file, long input, long allowed) {
        long text = Math.min(input, allowed / TEXT_PART);
        if (input > 0 && allowed - 2 * text < BYTES_PER_LINE) {
            throw new CommandFailure(file + ": sorting its lines needs more than " + allowed
                    + " bytes of memory; use a larger --memory");
        }
        return text;
    }

    /** Returns the most lines that are read at a time. */
    static long maxLines(long text, long allowed) {
        return Math.min(MAX_LINES, (allowed - 2 * text) / BYTES_PER_LINE);
    }

    /** Prepares the sort of some lines: in buckets on the host, or all of them by one sort on a device. */
    private BucketSort buckets(MemorySegment lines, MemorySegment spare, int endLength, SortOptions options) {
        List<Bucket> buckets = files.isDeviceChosen()
                ? List.of(LineBuckets.ofAll(lines, spare, endLength))
                : LineBuckets.of(lines, spare, endLength);
        boolean descending = options.isDescending();
        return new BucketSort(descending ? buckets.reversed() : buckets, descending, unique);
    }
}
