package io.github.tornadosort.files.internal.text;

import io.github.tornadosort.Column;
import io.github.tornadosort.files.internal.buckets.Bucket;
import io.github.tornadosort.files.internal.io.RowBytes;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Distributes the lines of a long text among buckets, so that no line of a bucket is less than one of an earlier bucket, and lines
 * of a bucket keep their order. Most buckets are so short that they are sorted in the cache of a core.
 */
public final class LineBuckets {
    /** Length of the shortest text that is split. */
    private static final long MIN_SPLIT = 1 << 20;
    /** Lines with common beginnings may have to be split again, but not without end. */
    private static final int MAX_LEVELS = 4;

    private final int endLength;
    private final List<Bucket> buckets = new ArrayList<>();

    /**
     * Lines, and where to sort them to.
     *
     * @param text lines with their ends, followed by {@link TextLines#SLACK} bytes
     * @param offsets the offsets of the lines, whose ends are zeros then; or null if lines have not been found
     * @param endLength see {@link TextLines#endLength}
     * @param target memory for the lines, which may be overwritten
     */
    private record Lines(MemorySegment text, Column offsets, int endLength, MemorySegment target) implements Bucket {
        /** Finds the lines unless they have been found, and overwrites their ends. */
        @Override
        public TextLines rows() {
            return offsets == null
                    ? TextLines.of(text, endLength)
                    : new TextLines(new RowBytes(text, offsets), endLength);
        }
    }

    /** Returns all lines as one bucket. The parameters are those of {@link #of}. */
    public static Bucket ofAll(MemorySegment text, MemorySegment spare, int endLength) {
        return new Lines(text, null, endLength, spare);
    }

    private LineBuckets(int endLength) {
        this.endLength = endLength;
    }

    /**
     * Returns the buckets, in ascending order.
     *
     * @param text lines with their ends, followed by {@link TextLines#SLACK} bytes; overwritten
     * @param spare memory of the same size
     * @param endLength see {@link TextLines#endLength}
     */
    public static List<Bucket> of(MemorySegment text, MemorySegment spare, int endLength) {
        LineBuckets found = new LineBuckets(endLength);
        found.split(text, spare, 0, text.byteSize() - TextLines.SLACK, 0);
        return found.buckets;
    }

    private void split(MemorySegment text, MemorySegment spare, long from, long to, int level) {
        boolean isLong = to - from >= (level == 0 ? MIN_SPLIT : Bucket.MAX_BYTES);
        LineSplit split = isLong && level < MAX_LEVELS ? LineSplit.of(text, from, to, endLength) : null;
        if (split == null) {
            add(text, spare, from, to, null);
            return;
        }
        LineSplit.Buckets found = split.scatter(from, to, spare, Bucket.MAX_BYTES);
        long begin = from;
        for (int bucket = 0; bucket < found.ends().length; bucket++) {
            long end = found.ends()[bucket];
            if (end - begin > Bucket.MAX_BYTES) {
                split(spare, text, begin, end, level + 1);
            } else if (end > begin) {
                add(spare, text, begin, end, found.offsets(bucket));
            }
            begin = end;
        }
    }

    private void add(MemorySegment text, MemorySegment spare, long from, long to, Column offsets) {
        buckets.add(new Lines(
                text.asSlice(from, to - from + TextLines.SLACK), offsets, endLength, spare.asSlice(from, to - from)));
    }
}
