package io.github.tornadosort.kernel.lab;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The buckets of a sample sort (Leischner, Osipov and Sanders 2010, §4): keys of a random sample are splitters, in a search
 * tree that is walked without branches. Each splitter has a bucket of its own for the keys equal to it, which are sorted by
 * that: so many equal keys are no worse than others.
 *
 * <p>The tree of a segment is {@link #TREE_WORDS} words of an array: the splitters' ranks ({@link Ordering}) as a heap (the root
 * is number 1), and the same in their order.
 */
public final class Buckets {
    /** Most splitters and one: buckets without those of equal keys. */
    public static final int MOST = 128;
    /** Levels of a tree of so many. */
    public static final int MOST_LEVELS = 7;

    /** Words of a segment's tree. */
    public static final int TREE_WORDS = 4 * MOST;

    private Buckets() {}

    /**
     * Draws each segment's sample. A group a segment.
     *
     * @param segments {@link SegmentEntry} of each
     * @param samples gets {@code SAMPLE} keys at {@code SAMPLE_BEGIN} for each
     */
    public static void draw(
            KernelContext context, IntArray keys, IntArray samples, IntArray segments, int wide, int workItems) {
        int entry = context.groupIdx * SegmentEntry.WORDS;
        int begin = segments.get(entry + SegmentEntry.BEGIN);
        int size = segments.get(entry + SegmentEntry.END) - begin;
        int first = segments.get(entry + SegmentEntry.SAMPLE_BEGIN);
        int last = segments.get(entry + SegmentEntry.SAMPLE_END);
        for (int i = first + context.localIdx; i < last; i += workItems) {
            // Multiples of the golden ratio are spread evenly; a step of a generator hides that from the keys.
            int random = (i * 0x9E3779B9 + begin) * 1664525 + 1013904223;
            int at = (int) (((random & 0xffffffffL) * size) >> 32);
            Keys.set(samples, i, Keys.get(keys, begin + at, wide), wide);
        }
    }

    /**
     * Makes each segment's tree of its sorted sample: every so many a splitter. A group a segment.
     *
     * @param samples sorted
     * @param splitters gets the tree
     */
    public static void plant(
            KernelContext context,
            IntArray samples,
            IntArray splitters,
            IntArray segments,
            IntArray p,
            int kind,
            int wide,
            int workItems) {
        long flip = Keys.flip(p);
        long bits = Keys.bits(p);
        int segment = context.groupIdx;
        int entry = segment * SegmentEntry.WORDS;
        int first = segments.get(entry + SegmentEntry.SAMPLE_BEGIN);
        int size = segments.get(entry + SegmentEntry.SAMPLE_END) - first;
        int buckets = 1 << (segments.get(entry + SegmentEntry.BITS) - 1);
        int oversampling = size / buckets;
        int heap = (segment * TREE_WORDS) >> wide;
        int sorted = heap + MOST;
        for (int i = context.localIdx; i < buckets - 1; i += workItems) {
            long key = Keys.get(samples, first + (i + 1) * oversampling, wide);
            Keys.set(splitters, sorted + i, Ordering.rank(key, kind, wide, flip, bits), wide);
            // Node i + 1: at depth d, the number within it and half a step more, in steps of as many as fit below.
            int depthFirst = 1;
            while (depthFirst * 2 <= i + 1) {
                depthFirst = depthFirst * 2;
            }
            int step = buckets / depthFirst;
            int rank = (i + 1 - depthFirst) * step + step / 2;
            long above = Keys.get(samples, first + rank * oversampling, wide);
            Keys.set(splitters, heap + i + 1, Ordering.rank(above, kind, wide, flip, bits), wide);
        }
    }
}
