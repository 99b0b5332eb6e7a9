package io.github.tornadosort.cli.buckets;

import io.github.tornadosort.cli.runs.OrderedCopy;
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
import java.util.function.ToLongFunction;

/** Sorts buckets of rows, most of them on one core each, and passes them on in order while later ones are sorted. */
public final class BucketSort {
    private final List<? extends Bucket> buckets;
    private final boolean descending;
    private final boolean unique;
    /** The sorted rows of each bucket, or null. */
    private final AtomicReferenceArray<Sorted> sorted;
    private volatile boolean stopped;

    /**
     * The sorted rows of a bucket.
     *
     * @param order the indices of the rows, of which the first {@code count} were copied
     */
    private record Sorted(MemorySegment copies, Bucket.Rows rows, int[] order, int count) {
        private MemorySegment first(long number) {
            return number >= count ? copies : copies.asSlice(0, rows.length(order, 0, (int) number));
        }
    }

    /**
     * @param buckets in the order of the result
     * @param unique whether to keep only the first of rows with equal strings
     */
    public BucketSort(List<? extends Bucket> buckets, boolean descending, boolean unique) {
        this.buckets = buckets;
        this.descending = descending;
        this.unique = unique;
        this.sorted = new AtomicReferenceArray<>(buckets.size());
    }

    /** Sorts the buckets that are too long for one core, one after the other, by a sort that uses all cores or a device. */
    public void sortLong(Function<Bucket.Rows, int[]> sort) {
        for (int i = 0; i < sorted.length(); i++) {
            if (sorted.length() == 1 || buckets.get(i).target().byteSize() > Bucket.MAX_BYTES) {
                Bucket.Rows rows = buckets.get(i).rows();
                int[] order = sort.apply(rows);
                sorted.set(i, copy(rows, order, ParallelRanges.parts(order.length), buckets.get(i).target()));
            }
        }
    }

    /**
     * Sorts the other buckets and passes all of them on.
     *
     * @param limit the maximum number of rows
     * @param cut returns how many of the last bytes of the last rows, which are given, are left out
     */
    public void into(OrderedCopy.Sink sink, long limit, ToLongFunction<MemorySegment> cut) throws IOException {
        HostBuffers buffers = new HostBuffers();
        Loop loop = new Loop(sorted.length(), (i, _) -> {
            if (sorted.get(i) == null && !stopped) {
                Bucket.Rows rows = buckets.get(i).rows();
                int[] order = HostStrings.argsortAlone(StringSource.ofValid(rows.strings()), descending, buffers);
                sorted.set(i, copy(rows, order, 1, buckets.get(i).target()));
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

    private void passOn(Loop loop, OrderedCopy.Sink sink, long limit, ToLongFunction<MemorySegment> cut) throws IOException {
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
            MemorySegment rows = next.first(left);
            left -= Math.min(left, next.count);
            boolean isLast = left == 0 || i == sorted.length() - 1;
            sink.accept(isLast ? rows.asSlice(0, rows.byteSize() - cut.applyAsLong(rows)) : rows);
        }
    }

    /**
     * Copies rows in sorted order.
     *
     * @param parts the number of parts that are copied at the same time
     */
    private Sorted copy(Bucket.Rows rows, int[] order, int parts, MemorySegment target) {
        int count = unique ? rows.keepFirst(order) : order.length;
        long[] starts = new long[parts + 1];
        ParallelRanges.each(parts, part -> starts[part + 1] =
                rows.length(order, start(count, parts, part), start(count, parts, part + 1)));
        for (int part = 0; part < parts; part++) {
            starts[part + 1] += starts[part];
        }
        ParallelRanges.each(parts, part -> rows.copy(
                order, start(count, parts, part), start(count, parts, part + 1),
                target.asSlice(starts[part], starts[part + 1] - starts[part])), target);
        return new Sorted(target.asSlice(0, starts[parts]), rows, order, count);
    }

    private static int start(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
