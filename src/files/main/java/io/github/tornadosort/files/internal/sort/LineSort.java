package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.buckets.Bucket;
import io.github.tornadosort.files.internal.buckets.BucketSort;
import io.github.tornadosort.files.internal.buckets.BucketSplit;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.files.internal.runs.NativeMemory;
import io.github.tornadosort.files.internal.runs.RunFormat;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.runs.RunOrder;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.text.TextLines;
import io.github.tornadosort.files.internal.text.TextPieces;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Sorts the lines of a text. A text that does not fit in memory is sorted piece by piece: each sorted piece, a run, is written to a
 * temporary file, and then all runs are merged.
 *
 * @param everyByte whether a CR before a line feed is always a part of the line
 */
public record LineSort(SortSettings settings, boolean everyByte) {
    /** Bytes per line in addition to two copies of the text: an offset, an index, and two longs to sort. */
    private static final int BYTES_PER_LINE = Long.BYTES + Integer.BYTES + 2 * Long.BYTES;
    /** The part of the memory that holds text, if not all of the text does: lines of 14 bytes need as much as two copies of them. */
    private static final int TEXT_PART = 4;

    /** Leaves room for one more offset per bucket in an array of offsets. */
    private static final long MAX_LINES = Integer.MAX_VALUE - (1 << 12);

    public void sort() throws IOException {
        WrongGuessException.repeat(settings.inputs(), isAgain -> sort(everyByte || isAgain));
    }

    private void sort(boolean everyCarriageReturn) throws IOException {
        SortOptions options = settings.options();
        int[] endLength = {1};
        try (Sorter sorter = settings.sorter().get();
                KeyReader input = Concatenation.ofText(settings.inputs(), settings.folder());
                OutputFile file = settings.output().create();
                SortedRuns runs = new SortedRuns(settings.input(), settings.folder(),
                        new RunOrder(lines(endLength), options.isDescending(), null, settings.compressed()))) {
            long allowed = settings.memory().applyAsLong(input.bytes());
            KeyWriter writer = RowFile.writer(file);
            sortPieces(sorter, options, input, everyCarriageReturn, allowed, runs, endLength, writer);
            if (runs.count() > 0) {
                try (Step merging = settings.progress().begin("merge", runs.bytes())) {
                    new RunMerge(settings.unique(), settings.limit(), settings.batch(), _ -> 0).merge(runs, allowed / 2,
                            merging, writer);
                }
            }
            file.commit();
        }
    }

    /** Writes the lines to the output if they are sorted at once, and otherwise to runs. */
    private void sortPieces(
            Sorter sorter, SortOptions options, KeyReader input, boolean everyCarriageReturn, long allowed, SortedRuns runs,
            int[] endLength, KeyWriter writer)
            throws IOException {
        try (Arena arena = Arena.ofShared();
                Step reading = settings.progress().begin("read", input.bytes())) {
            long text = textBytes(settings.input(), input.bytes(), allowed);
            MemorySegment buffer = NativeMemory.allocate(arena, text + TextPieces.SLACK);
            MemorySegment spare = NativeMemory.allocate(arena, text + TextPieces.SLACK);
            TextPieces pieces = new TextPieces(settings.input(), input, buffer, everyCarriageReturn, reading);
            do {
                MemorySegment lines = pieces.next(maxLines(text, allowed));
                boolean isWhole = runs.count() == 0 && pieces.isAtEnd();
                try (Step _ = isWhole ? sortAfter(reading) : null) {
                    BucketSort sort = buckets(lines, spare, pieces.endLength(), options);
                    sort.sortLong((rows, _) -> sorter.strings().argsort(rows.strings(), options));
                    if (isWhole) {
                        sort.into(sorted -> writer.write(sorted, _ -> {}), settings.limit(), _ -> 0);
                    } else {
                        endLength[0] = pieces.endLength();
                        runs.add(run -> sort.into(
                                sorted -> {
                                    runs.makeRoom(longestLine(sorted));
                                    run.accept(sorted);
                                },
                                settings.limit(),
                                _ -> 0));
                    }
                }
            } while (!pieces.isAtEnd());
        }
    }

    /**
     * Returns the format of lines, whose keys are the lines without their ends.
     *
     * @param endLength the length of line ends, which is set when runs are written
     */
    private static RunFormat lines(int[] endLength) {
        return (run, memory, from, to) -> {
            long feed = ByteSearch.next(memory, from, to, ByteSearch.LINE_FEEDS);
            run.found(memory, from, feed + 1 - endLength[0], memory, from, feed + 1);
            return feed < to ? feed + 1 : -1;
        };
    }

    private static long longestLine(MemorySegment lines) {
        long longest = 0;
        for (long at = 0; at < lines.byteSize();) {
            long end = ByteSearch.next(lines, at, lines.byteSize(), ByteSearch.LINE_FEEDS) + 1;
            longest = Math.max(longest, end - at);
            at = end;
        }
        return longest;
    }

    /** Ends the display of what has been read, and begins that of the time of the sort. */
    private Step sortAfter(Step reading) {
        reading.close();
        return settings.progress().begin("sort", ProgressListener.UNKNOWN);
    }

    /**
     * Returns the bytes of text that are read at a time.
     *
     * @throws FileSortException if there is no memory for a line
     */
    static long textBytes(Path file, long input, long allowed) throws FileSortException {
        long text = Math.min(input, allowed / TEXT_PART);
        if (input > 0 && allowed - 2 * text < BYTES_PER_LINE) {
            throw new FileSortException(file, "sorting its lines needs more than " + allowed
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
        Bucket all = Bucket.ofRows(TextLines.of(lines, endLength), endLength, spare);
        List<Bucket> buckets = settings.onDevice() ? List.of(all) : BucketSplit.of(all);
        boolean descending = options.isDescending();
        return new BucketSort(descending ? buckets.reversed() : buckets, descending, settings.unique(), null);
    }
}
