package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.files.internal.buckets.BucketSort;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.runs.SortedRun;
import io.github.tornadosort.files.internal.runs.SortedRuns;
import io.github.tornadosort.files.internal.runs.TieOrder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Sorted runs of a text: lines with their ends. */
public final class LineRuns extends SortedRuns {
    private final boolean descending;
    private int endLength;

    /**
     * @param input the name of the text in messages
     * @param folder the folder of the temporary file
     * @param descending the order of the lines
     */
    public LineRuns(Path input, Path folder, boolean descending) {
        super(input, folder);
        this.descending = descending;
    }

    /**
     * Writes a run.
     *
     * @param limit the maximum number of lines
     * @param lineEnd the length of line ends, the same for all runs
     */
    public void add(BucketSort lines, long limit, int lineEnd) throws IOException {
        endLength = lineEnd;
        add(run -> lines.into(
                sorted -> {
                    makeRoom(longestLine(sorted));
                    run.accept(sorted);
                },
                limit,
                _ -> 0));
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

    @Override
    protected SortedRun run(int index, KeyReader reader, MemorySegment memory, LongConsumer progress) {
        return new LineRun(index, reader, memory, progress);
    }

    /** A run of lines, whose keys are the lines without their ends. */
    private final class LineRun extends SortedRun {
        private LineRun(int index, KeyReader file, MemorySegment memory, LongConsumer progress) {
            super(index, file, memory, descending, TieOrder.BY_RUN, progress);
        }

        @Override
        protected boolean find(MemorySegment memory, long from, long to) {
            long feed = ByteSearch.next(memory, from, to, ByteSearch.LINE_FEEDS);
            found(from, feed + 1 - endLength, from, feed + 1);
            return feed < to;
        }
    }
}
