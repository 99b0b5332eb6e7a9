package io.github.tornadosort.cli.text;

import io.github.tornadosort.cli.io.ByteSearch;
import io.github.tornadosort.cli.runs.OrderedCopy;
import io.github.tornadosort.cli.text.LineBuckets.Bucket;
import io.github.tornadosort.internal.host.HostBuffers;
import io.github.tornadosort.internal.host.HostStrings;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.host.StringSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Sorts buckets of lines, most of them on one core each, and passes them on in order while later ones are sorted. */
public final class BucketSort {
    private final List<Bucket> buckets;
    private final int endLength;
    private final boolean descending;
    private final boolean unique;
    /** The sorted lines of each bucket, or null. */
    private final AtomicReferenceArray<Sorted> sorted;
    private volatile boolean stopped;

    /** The sorted lines of a bucket with their ends. */
    private record Sorted(MemorySegment lines, int count) {
        private MemorySegment first(long number) {
            if (number >= count) {
                return lines;
            }
            long end = 0;
            for (long line = 0; line < number; line++) {
                end = ByteSearch.next(lines, end, lines.byteSize(), ByteSearch.LINE_FEEDS) + 1;
            }
            return lines.asSlice(0, end);
        }
    }

    /**
     * @param buckets in the order of the result
     * @param unique whether to keep only the first of equal lines
     */
    public BucketSort(List<Bucket> buckets, int endLength, boolean descending, boolean unique) {
        this.buckets = buckets;
        this.endLength = endLength;
        this.descending = descending;
        this.unique = unique;
        this.sorted = new AtomicReferenceArray<>(buckets.size());
    }

    /** Sorts the buckets that are too long for one core, one after the other, by a sort that uses all cores or a device. */
    public void sortLong(Function<TextLines, int[]> sort) {
        for (int i = 0; i < sorted.length(); i++) {
            if (sorted.length() == 1 || buckets.get(i).target().byteSize() > LineBuckets.MAX_BYTES) {
                TextLines lines = buckets.get(i).lines(endLength);
                sorted.set(i, copy(lines, sort.apply(lines), buckets.get(i).target()));
            }
        }
    }

    /**
     * Sorts the other buckets and passes all of them on.
     *
     * @param limit the maximum number of lines
     * @param cut bytes of the last line that are left out
     */
    public void into(OrderedCopy.Sink sink, long limit, long cut) throws IOException {
        HostBuffers buffers = new HostBuffers();
        Loop loop = new Loop(sorted.length(), (i, _) -> {
            if (sorted.get(i) == null && !stopped) {
                TextLines lines = buckets.get(i).lines(endLength);
                int[] order = HostStrings.argsort(StringSource.of(lines.strings()), descending, false, buffers);
                sorted.set(i, copy(lines, order, buckets.get(i).target()));
            }
        });
        loop.start();
        try {
            passOn(loop, sink, limit, cut);
        } finally {
            stopped = true;
            loop.finish();
        }
    }

    private void passOn(Loop loop, OrderedCopy.Sink sink, long limit, long cut) throws IOException {
        long left = limit;
        for (int i = 0; i < sorted.length() && left > 0; i++) {
            while (sorted.get(i) == null && !loop.hasFailed()) {
                if (!loop.help(sorted.length())) {
                    Loop.idle();
                }
            }
            Sorted next = sorted.get(i);
            if (next == null) {
                return;
            }
            MemorySegment lines = next.first(left);
            left -= Math.min(left, next.count);
            boolean isLast = left == 0 || i == sorted.length() - 1;
            sink.accept(isLast ? lines.asSlice(0, lines.byteSize() - cut) : lines);
        }
    }

    /** Copies lines in sorted order, on all cores if there are many. */
    private Sorted copy(TextLines lines, int[] order, MemorySegment target) {
        int count = unique ? lines.keepFirst(order) : order.length;
        int parts = ParallelRanges.parts(count);
        long[] starts = new long[parts + 1];
        ParallelRanges.each(parts, part -> starts[part + 1] = lines.length(
                order, start(count, parts, part), start(count, parts, part + 1)));
        for (int part = 0; part < parts; part++) {
            starts[part + 1] += starts[part];
        }
        ParallelRanges.each(parts, part -> lines.copy(
                order, start(count, parts, part), start(count, parts, part + 1),
                target.asSlice(starts[part], starts[part + 1] - starts[part])), target);
        return new Sorted(target.asSlice(0, starts[parts]), count);
    }

    private static int start(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
