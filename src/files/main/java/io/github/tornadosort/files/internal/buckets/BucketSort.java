package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.runs.OrderedCopy;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.files.internal.runs.SortedPiece;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Sorts buckets of rows, most of them on one core each, and passes them on in order while later ones are sorted. */
public final class BucketSort implements SortedPiece {
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

    /** Sorts the other buckets and passes all of them on. */
    @Override
    public void into(OrderedCopy.Sink sink, long limit) throws IOException {
        try (Passing passing = new Passing(limit)) {
            for (Sorted next = passing.next(); next != null; next = passing.next()) {
                sink.accept(next.first(passing.taken));
            }
        }
    }

    @Override
    public RowCursor rows(long limit) {
        return new RowCursor() {
            private Passing passing;
            private Sorted bucket;
            private long index;
            private long from;
            private long to;

            @Override
            public boolean next() {
                passing = passing == null ? new Passing(limit) : passing;
                while (bucket == null || index == passing.taken) {
                    bucket = passing.next();
                    if (bucket == null) {
                        return false;
                    }
                    index = 0;
                    to = 0;
                }
                from = to;
                to += bucket.rows.rows().length(bucket.order[(int) index++]);
                return true;
            }

            @Override
            public MemorySegment row() {
                return bucket.copies.asSlice(from, to - from);
            }

            @Override
            public void close() {
                if (passing != null) {
                    passing.close();
                }
            }
        };
    }

    /** Sorts the buckets that are not sorted on all cores, and returns all of them, one after the other. */
    private final class Passing implements AutoCloseable {
        private final HostBuffers buffers = new HostBuffers();
        private final ThreadArrays[] arrays = new ThreadArrays[Loop.threads(sorted.length())];
        private final Loop loop = new Loop(sorted.length(), this::sortNext);
        private long left;
        private int next;
        /** The number of rows to take of the bucket that was returned. */
        private long taken;
        private boolean isClosed;

        private Passing(long limit) {
            this.left = limit;
            loop.start();
        }

        private void sortNext(int bucket, int thread) {
            if (sorted.get(bucket) == null && !stopped) {
                if (arrays[thread] == null) {
                    arrays[thread] = new ThreadArrays();
                }
                sorted.set(bucket, sort(buckets.get(bucket), arrays[thread], buffers));
            }
        }

        /** Returns the next bucket, or null if no more rows are wanted. */
        private Sorted next() {
            if (next == sorted.length() || left == 0) {
                return null;
            }
            while (sorted.get(next) == null && !loop.hasFailed()) {
                if (!loop.help(sorted.length())) {
                    Loop.idle();
                }
            }
            Sorted found = sorted.get(next++);
            if (found == null) {
                close(); // throws the failure
                return null;
            }
            taken = Math.min(left, found.count);
            left -= taken;
            return found;
        }

        /** Ends the sort, and throws its failure. */
        @Override
        public void close() {
            if (!isClosed) {
                isClosed = true;
                stopped = true;
                loop.finish();
            }
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
