package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.PassParameters;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The splitters of a sample sort (Leischner, Osipov and Sanders 2010, §4): {@link #drawSample} draws a random sample of each
 * segment; another kernel sorts it; {@link #buildTree} makes every k-th key of it a splitter. Keys equal to a splitter have a
 * separate bucket, which needs no more sorting. So an input of many equal keys costs no more than others.
 */
public final class SampleKernels {
    private SampleKernels() {}

    /**
     * Draws a random sample of each segment's keys. Groups of {@code workItems}, one per segment; no local memory. Reads and
     * writes each key of the sample once.
     *
     * @param samples receives the keys of each segment's sample, from {@link SegmentTable#SAMPLE_BEGIN} to
     *     {@link SegmentTable#SAMPLE_END}
     */
    public static void drawSample(
            KernelContext context, IntArray keys, IntArray samples, IntArray segments, int wide, int workItems) {
        int entry = context.groupIdx * SegmentTable.WORDS;
        int begin = segments.get(entry + SegmentTable.BEGIN);
        int size = segments.get(entry + SegmentTable.END) - begin;
        int first = segments.get(entry + SegmentTable.SAMPLE_BEGIN);
        int last = segments.get(entry + SegmentTable.SAMPLE_END);
        for (int i = first + context.localIdx; i < last; i += workItems) {
            // Multiples of the golden ratio are evenly distributed. One step of a linear congruential generator breaks up
            // their regular pattern; its lower bits are the less random ones.
            int random = (i * 0x9E3779B9 + begin) * 1664525 + 1013904223;
            int index = ((random ^ (random >>> 15)) & 0x7fffffff) % size;
            KeyWords.set(samples, i, KeyWords.get(keys, begin + index, wide), wide);
        }
    }

    /**
     * Builds each segment's search tree from its sorted sample. Groups of {@code workItems}, one per segment; no local memory.
     * Reads and writes two keys per splitter.
     *
     * @param samples the sorted samples, as keys
     * @param splitters receives {@link TileKernels#TREE_WORDS} for each segment, as ranks
     */
    public static void buildTree(
            KernelContext context, IntArray samples, IntArray splitters, IntArray segments, IntArray p, int kind, int wide,
            int workItems) {
        long flip = PassParameters.flip64(p);
        long bits = PassParameters.bits64(p);
        int segment = context.groupIdx;
        int entry = segment * SegmentTable.WORDS;
        int first = segments.get(entry + SegmentTable.SAMPLE_BEGIN);
        int size = segments.get(entry + SegmentTable.SAMPLE_END) - first;
        int buckets = 1 << (segments.get(entry + SegmentTable.BITS) - 1);
        int oversampling = size / buckets;
        int heap = (segment * TileKernels.TREE_WORDS) >> wide;
        int sorted = heap + TileKernels.MAX_BUCKETS;
        for (int i = context.localIdx; i < buckets - 1; i += workItems) {
            // The splitter at index i, in sorted order.
            long key = KeyWords.get(samples, first + (i + 1) * oversampling, wide);
            KeyWords.set(splitters, sorted + i, KeyWords.rank(key, kind, wide, flip, bits), wide);
            // Node i + 1 of the heap, the m-th of its level, which has depthFirst nodes: splitter m * step + step / 2.
            int depthFirst = 1;
            while (depthFirst * 2 <= i + 1) {
                depthFirst = depthFirst * 2;
            }
            int step = buckets / depthFirst;
            int rank = (i + 1 - depthFirst) * step + step / 2;
            long node = KeyWords.get(samples, first + rank * oversampling, wide);
            KeyWords.set(splitters, heap + i + 1, KeyWords.rank(node, kind, wide, flip, bits), wide);
        }
    }
}
