package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Merges runs of keys stably and block by block, on all cores: all keys in memory that come before those that are not. (A sort of
 * 2^26 ints in 20 runs takes 5.0 s of processor time; key by key, it takes 5.9 s.) If there are many runs, some at a time are
 * merged to longer runs first.
 *
 * @param input the name of the input in messages
 * @param folder the folder for temporary files
 * @param unique whether to keep only the first of equal keys
 * @param limit the maximum number of keys
 * @param most the most runs that are merged at once, at least 2
 */
public record KeyMerge(KeyOrder order, Path input, Path folder, boolean unique, long limit, int most) {
    /** The fewest keys of the memory of a merge. */
    public static final int LEAST_KEYS = 16;
    /** The memory of a run in a merge, if there is enough. */
    private static final long EACH = 1 << 16;

    /**
     * Merges runs.
     *
     * @param runs the runs. Each is closed when it has been merged.
     * @param source is closed when all runs have been merged to longer ones
     * @param memory whole keys, at least {@link #LEAST_KEYS}, accessible by all threads
     * @param progress receives the number of bytes of the runs that were read since the last call
     */
    public void merge(List<KeyReader> runs, Closeable source, MemorySegment memory, LongConsumer progress,
            RowCursor.Sink sink) throws IOException {
        int together = Math.clamp(memory.byteSize() / EACH, 2, most);
        if (runs.size() <= together) {
            mergeAtOnce(runs, memory, progress, sink);
            return;
        }
        try (TemporaryFile file = TemporaryFile.create(folder)) {
            List<KeyReader> merged = new ArrayList<>();
            try (source) {
                long n = runs.size();
                int groups = Math.ceilDiv(runs.size(), together);
                for (int group = 0; group < groups; group++) {
                    List<KeyReader> some = runs.subList((int) (n * group / groups), (int) (n * (group + 1) / groups));
                    long start = file.size();
                    mergeAtOnce(some, memory, progress, file::append);
                    merged.add(file.reader(start, file.size() - start, order.width()));
                }
            }
            merge(merged, file, memory, _ -> {}, sink);
        }
    }

    private void mergeAtOnce(List<KeyReader> keys, MemorySegment memory, LongConsumer progress, RowCursor.Sink sink)
            throws IOException {
        // One half of the memory of a run is merged at a time. Each of two outputs has room for the halves of all runs.
        long half = memory.byteSize() / (4L * Math.max(1, keys.size())) / order.width() * order.width();
        long room = half * keys.size();
        List<ReadAhead> runs = new ArrayList<>();
        try (Closeable _ = () -> ReadAhead.closeAll(runs);
                Output output = new Output(memory, room, sink)) {
            for (KeyReader run : keys) {
                MemorySegment own = memory.asSlice(2 * (room + runs.size() * half), 2 * half);
                runs.add(new ReadAhead(run, run.count() * order.width(), own, 0, progress));
            }
            merge(runs, output);
            output.finish();
        }
    }

    private void merge(List<ReadAhead> runs, Output output) throws IOException {
        MemorySegment last = null;
        for (long left = limit; left > 0;) {
            List<MemorySegment> blocks = take(runs);
            MemorySegment merged =
                    output.buffer().asSlice(0, blocks.stream().mapToLong(MemorySegment::byteSize).sum());
            if (merged.byteSize() == 0) {
                return;
            }
            try {
                order.merge(blocks, merged);
            } catch (IllegalArgumentException e) {
                throw StoredRun.disorder(input);
            }
            if (unique) {
                merged = order.keepFirst(last, merged);
                last = merged.byteSize() == 0 ? last : order.copyOfLast(merged);
            }
            long count = Math.min(left, merged.byteSize() / order.width());
            output.write(count * order.width());
            left -= count;
        }
    }

    /** Takes the next keys of each run: those up to the least last key in memory of a run that has more. */
    private List<MemorySegment> take(List<ReadAhead> runs) throws IOException {
        List<MemorySegment> blocks = new ArrayList<>();
        int bounding = -1;
        for (ReadAhead run : runs) {
            blocks.add(run.block());
            int index = blocks.size() - 1;
            if (run.hasMore() && (bounding < 0 || compareLast(blocks.get(index), blocks.get(bounding)) < 0)) {
                bounding = index;
            }
        }
        MemorySegment bound = bounding < 0 ? null : blocks.get(bounding);
        for (int run = 0; run < runs.size(); run++) {
            // Equal keys of later runs must wait: the bounding run may have more of them.
            long bytes = bound == null ? blocks.get(run).byteSize() : bytesBefore(blocks.get(run), bound, run <= bounding);
            blocks.set(run, blocks.get(run).asSlice(0, bytes));
            runs.get(run).use(runs.get(run).from() + bytes);
        }
        return blocks;
    }

    private int compareLast(MemorySegment keys, MemorySegment others) {
        return order.compare(keys, last(keys), others, last(others));
    }

    private long last(MemorySegment keys) {
        return keys.byteSize() / order.width() - 1;
    }

    /** Returns the bytes of the keys that are less than the last one of others, or, if {@code andEqual}, not greater. */
    private long bytesBefore(MemorySegment sorted, MemorySegment others, boolean andEqual) {
        long low = 0;
        long high = sorted.byteSize() / order.width();
        while (low < high) {
            long middle = (low + high) >>> 1;
            int comparison = order.compare(sorted, middle, others, last(others));
            if (comparison < 0 || andEqual && comparison == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low * order.width();
    }
}
