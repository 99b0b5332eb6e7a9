package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Sorts columns with {@link Arrays#parallelSort(long[])} alone. This is the fallback when a device sorts incorrectly. */
public final class HostSort {
    private HostSort() {}

    /** Sorts the keys in place, and reorders the same number of rows of each other column with them. */
    public static void sort(Column keys, SortOptions options, Scratch scratch, Column... others) {
        MemorySegment order = MemorySegment.ofArray(argsort(keys, options));
        List<Column> columns = IntStream.rangeClosed(0, others.length)
                .mapToObj(i -> i == 0 ? keys : others[i - 1].range(0, keys.size()))
                .toList();
        Gather.inPlace(columns, order, scratch);
    }

    /** Sorts the keys in place, and reorders the same number of objects with them. */
    public static void sort(Column keys, Object[] objects, SortOptions options, Scratch scratch) {
        MemorySegment order = MemorySegment.ofArray(argsort(keys, options));
        Loop storeKeys = Gather.inPlace(keys.segment(), order, keys.type().bytes(), scratch);
        Gather.store(Gather.objects(objects, order), objects, storeKeys);
    }

    /**
     * Returns the index of each key in sorted order; the keys do not move. Processes 32 bits of the keys at a time, the least
     * significant first. Each 32-bit word is sorted together with its index in the previous order. No two of these pairs are
     * equal, so the result is stable although the sort need not be.
     */
    public static int[] argsort(Column keys, SortOptions options) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        int n = Math.toIntExact(keys.size());
        int[] indices = HostMemory.ints(n);
        Arrays.setAll(indices, i -> i);
        for (int shift = 0; shift < keys.type().bits(); shift += Integer.SIZE) {
            int[] before = indices;
            long[] words = HostMemory.longs(n);
            int down = shift;
            ParallelRanges.ranges(n, (begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    long bits = ordered.at(before[i]) ^ OrderedKeys.SMALLEST;
                    words[i] = bits >>> down << Integer.SIZE ^ Long.MIN_VALUE | i;
                }
            }, keys.segment());
            Arrays.parallelSort(words);
            int[] after = HostMemory.ints(n);
            Arrays.setAll(after, i -> before[(int) words[i]]);
            indices = after;
        }
        return indices;
    }
}
