package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.runs.OrderedCopy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Sorts buckets of rows, most of them on one core each, and passes them on in order while later ones are sorted. */
public final class BucketSort {
    private final List<Bucket> buckets;
    private final boolean descending;
    private final boolean unique;
    private final TieSort ties;
    /** The sorted rows of each bucket, or null. */
    private final AtomicReferenceArray<Sorted> sorted;
    private volatile boolean stopped;

    /**
     * The sorted rows of a bucket.
     *
     * @param order the indices of the rows, of which the first {@code count} were copied
     */
    private record Sorted(MemorySegment copies, Bucket rows, int[] order, int count) {
        private MemorySegment first(long number) {
            return number >= count ? copies : copies.asSlice(0, rows.length(order, 0, (int) number));
        }
    }

    /** What a thread sorts buckets in. */
    private static final class ThreadArrays {
        private final HeapRows keys = new HeapRows();
        private final HeapRows rows = new HeapRows();
        private byte[] sorted = {};
    }

    /**
     * @param buckets in the order of the result
     * @param unique whether to keep only the first of rows with equal strings
     * @param ties orders rows with equal strings, or null if they stay in their order
     */
    public BucketSort(List<Bucket> buckets, boolean descending, boolean unique, TieSort ties) {
        this.buckets = buckets;
        this.descending = descending;
        this.unique = unique;
        this.ties = ties;
        this.sorted = new AtomicReferenceArray<>(buckets.size());
    }

    /** Sorts the buckets that are too long for one core, one after the other, by a sort that uses all cores or a device. */
    public void sortLong(TieSort.Argsort argsort) {
        for (int i = 0; i < sorted.length(); i++) {
            if (sorted.length() == 1 || buckets.get(i).rows().size() > Bucket.MAX_BYTES) {
                Bucket bucket = buckets.get(i);
                int[] order = argsort.of(bucket.keys(), descending);
                if (ties != null) {
                    ties.sort(bucket.keys(), bucket.rows(), order, bucket.target(), argsort);
                }
                int count = unique ? bucket.keys().keepFirst(order) : order.length;
                sorted.set(
                        i, new Sorted(OrderedCopy.copy(bucket, order, count, bucket.target()), bucket, order, count));
            }
        }
    }

    /**
     * Sorts the other buckets and passes all of them on.
     *
     * @param limit the maximum number of rows
     */
    public void into(OrderedCopy.Sink sink, long limit) throws IOException {
        HostBuffers buffers = new HostBuffers();
        ThreadArrays[] arrays = new ThreadArrays[Loop.threads(sorted.length())];
        Loop loop = new Loop(sorted.length(), (i, thread) -> {
            if (sorted.get(i) == null && !stopped) {
                if (arrays[thread] == null) {
                    arrays[thread] = new ThreadArrays();
                }
                sorted.set(i, sort(buckets.get(i), arrays[thread], buffers));
            }
        });
        loop.start();
        try {
            passOn(loop, sink, limit);
        } finally {
            stopped = true;
            loop.finish();
        }
    }

    private void passOn(Loop loop, OrderedCopy.Sink sink, long limit) throws IOException {
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
            sink.accept(rows);
        }
    }

    /** Sorts a bucket on the calling thread. */
    private Sorted sort(Bucket bucket, ThreadArrays arrays, HostBuffers buffers) {
        arrays.keys.load(bucket.keys());
        int[] order = arrays.keys.argsort(descending, buffers);
        if (ties != null) {
            ties.sortAlone(bucket.keys(), bucket.rows(), order, bucket.target(), (tied, isDescending) -> {
                arrays.rows.load(tied);
                return arrays.rows.argsort(isDescending, buffers);
            });
        }
        int count = unique ? bucket.keys().keepFirst(order) : order.length;
        HeapRows bytes = arrays.keys;
        if (!bucket.areRowsKeys()) {
            bytes = arrays.rows;
            bytes.load(bucket.rows());
        }
        arrays.sorted = HeapRows.withRoom(arrays.sorted, bytes.size());
        int size = bytes.copy(order, count, bucket.endsMissing(), arrays.sorted);
        MemorySegment target = bucket.target().asSlice(0, size);
        MemorySegment.copy(arrays.sorted, 0, target, ValueLayout.JAVA_BYTE, 0, size);
        return new Sorted(target, bucket, order, count);
    }
}
