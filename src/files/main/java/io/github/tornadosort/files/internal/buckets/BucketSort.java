package io.github.tornadosort.files.internal.buckets;

import io.github.tornadosort.files.internal.buckets.BucketSplit.Bucket;
import io.github.tornadosort.files.internal.io.ByteSearch;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import io.github.tornadosort.files.internal.runs.OrderedRows;
import io.github.tornadosort.files.internal.runs.RowCursor;
import io.github.tornadosort.internal.host.strings.HostStrings;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * Sorts lines by their bytes in buckets, most of them on one core each, and passes them on in order while later ones are sorted.
 * While lines are compared, their ends are 0, the smallest byte, so that lines with their ends have the order of lines without
 * them.
 */
public final class BucketSort {
    private final byte end;
    private final long ends;
    private final boolean descending;
    private final boolean unique;
    private final long limit;
    private final Function<RowBytes, int[]> argsort;
    private final HostBuffers buffers = new HostBuffers();
    private final HeapLines[] heaps = new HeapLines[Loop.threads(Integer.MAX_VALUE)];

    /**
     * @param end the byte that ends a line
     * @param unique whether to keep only the first of equal lines
     * @param limit the maximum number of lines to pass on
     * @param argsort sorts many strings on all cores or a device, in the order of the lines
     */
    public BucketSort(
            byte end, boolean descending, boolean unique, long limit, Function<RowBytes, int[]> argsort) {
        this.end = end;
        this.ends = ByteSearch.repeated(end);
        this.descending = descending;
        this.unique = unique;
        this.limit = limit;
        this.argsort = argsort;
    }

    /**
     * Distributes lines among buckets, and sorts the buckets that are too long for one core, one after the other.
     *
     * @param lines the lines with their ends, which are overwritten
     * @param spare memory of the same size
     * @return the lines, which must be passed on before others are sorted
     */
    public RowCursor sort(RowBytes lines, MemorySegment spare) {
        List<Bucket> ascending = BucketSplit.of(new Bucket(lines, spare), Integer.MAX_VALUE - RowBytes.SLACK);
        Buckets buckets = new Buckets(descending ? ascending.reversed() : ascending);
        for (int i = 0; i < buckets.all.size(); i++) {
            Bucket bucket = buckets.all.get(i);
            if (buckets.all.size() == 1 || bucket.lines().size() > BucketSplit.MAX_BYTES) {
                setEnds(bucket, (byte) 0);
                int[] order = argsort.apply(bucket.lines());
                int count = unique ? bucket.lines().keepFirst(order) : order.length;
                setEnds(bucket, end);
                buckets.sorted.set(
                        i, OrderedRows.copy(KeyedRows.alone(bucket.lines()), order, count, bucket.target()));
            }
        }
        return buckets;
    }

    private static void setEnds(Bucket bucket, byte value) {
        MemorySegment bytes = bucket.lines().buffer();
        ParallelRanges.ranges(bucket.count(), (from, to) -> {
            for (long line = from; line < to; line++) {
                bytes.set(ValueLayout.JAVA_BYTE, bucket.lines().offset(line + 1) - 1, value);
            }
        }, bytes);
    }

    /** The buckets of some lines, in the order of the result. The others are sorted while they are passed on. */
    private final class Buckets implements RowCursor {
        private final List<Bucket> all;
        /** The sorted lines of each bucket, or null. */
        private final AtomicReferenceArray<MemorySegment> sorted;
        private volatile boolean stopped;
        /** Null before the first bucket. */
        private Loop loop;
        private long left = limit;
        private int next;
        private MemorySegment bucket = MemorySegment.NULL;
        /** The end of the current line. */
        private long lineEnd;

        private Buckets(List<Bucket> all) {
            this.all = all;
            this.sorted = new AtomicReferenceArray<>(all.size());
        }

        private void sortNext(int number, int thread) {
            if (sorted.get(number) == null && !stopped) {
                if (heaps[thread] == null) {
                    heaps[thread] = new HeapLines();
                }
                sorted.set(number, heaps[thread].sort(all.get(number)));
            }
        }

        /** Waits for the next bucket. Returns false if no more lines are wanted. */
        private boolean nextBucket() {
            if (stopped || next == sorted.length() || left == 0) {
                return false;
            }
            if (loop == null) {
                loop = new Loop(sorted.length(), this::sortNext);
                loop.start();
            }
            while (sorted.get(next) == null && !loop.hasFailed()) {
                if (!loop.help(sorted.length())) {
                    Loop.idle();
                }
            }
            bucket = sorted.get(next++);
            if (bucket == null) {
                close(); // throws the failure
                return false;
            }
            lineEnd = 0;
            return true;
        }

        @Override
        public void into(Sink sink) throws IOException {
            try (this) {
                while (nextBucket()) {
                    while (limit < Long.MAX_VALUE && lineEnd < bucket.byteSize() && left > 0) {
                        endLine();
                    }
                    sink.accept(limit == Long.MAX_VALUE ? bucket : bucket.asSlice(0, lineEnd));
                }
            }
        }

        private void endLine() {
            lineEnd = ByteSearch.next(bucket, lineEnd, bucket.byteSize(), ends) + 1;
            left--;
        }

        @Override
        public MemorySegment next() {
            while (lineEnd == bucket.byteSize()) {
                if (!nextBucket()) {
                    return null;
                }
            }
            long from = lineEnd;
            if (left > 0) {
                endLine();
            }
            return lineEnd == from ? null : bucket.asSlice(from, lineEnd - from);
        }

        /** Ends the sort, and throws its failure. */
        @Override
        public void close() {
            boolean isOpen = loop != null && !stopped;
            stopped = true;
            if (isOpen) {
                loop.finish();
            }
        }
    }

    /**
     * Arrays that one thread uses for one bucket after the other. The JVM compiles loops over arrays in a fraction of the time
     * that it takes to compile loops over memory segments.
     */
    private final class HeapLines {
        private static final VarHandle WORD =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteSearch.WORD.order()).withInvokeExactBehavior();
        /** Length of the longest line that is copied word by word. */
        private static final int MAX_BY_WORDS = 128;

        private byte[] bytes = {};
        private byte[] copies = {};
        private int[] offsets = {};

        /** Returns the sorted lines. */
        private MemorySegment sort(Bucket bucket) {
            int count = bucket.count();
            load(bucket.lines(), count);
            int[] order = HostStrings.argsort(bytes, offsets, count, descending, buffers);
            int size = copy(order, unique ? bucket.lines().keepFirst(order) : count);
            MemorySegment target = bucket.target().asSlice(0, size);
            MemorySegment.copy(copies, 0, target, ValueLayout.JAVA_BYTE, 0, size);
            return target;
        }

        /** Copies lines, whose offsets are ints and begin with 0, to the arrays. */
        private void load(RowBytes lines, int count) {
            int size = Math.toIntExact(lines.size());
            if (bytes.length < size + RowBytes.SLACK) {
                int length = (int) Math.min(2L * size, Integer.MAX_VALUE - RowBytes.SLACK) + RowBytes.SLACK;
                bytes = new byte[length];
                copies = new byte[length];
            }
            if (offsets.length <= count) {
                offsets = new int[Math.max(count + 1, 2 * offsets.length)];
            }
            MemorySegment.copy(lines.buffer(), ValueLayout.JAVA_BYTE, 0, bytes, 0, size);
            MemorySegment.copy(lines.offsets().segment(), ValueLayout.JAVA_INT_UNALIGNED, 0, offsets, 0, count + 1);
            for (int i = 1; i <= count; i++) {
                bytes[offsets[i] - 1] = 0;
            }
        }

        /** Copies lines with their ends, and returns their length. */
        private int copy(int[] order, int number) {
            int at = 0;
            for (int i = 0; i < number; i++) {
                int start = offsets[order[i]];
                int length = offsets[order[i] + 1] - start;
                if (length > MAX_BY_WORDS) {
                    System.arraycopy(bytes, start, copies, at, length);
                } else {
                    // The last word may reach into the next line of the copies, which is copied later.
                    for (int next = 0; next < length; next += Long.BYTES) {
                        WORD.set(copies, at + next, (long) WORD.get(bytes, start + next));
                    }
                }
                at += length;
                copies[at - 1] = end;
            }
            return at;
        }
    }
}
