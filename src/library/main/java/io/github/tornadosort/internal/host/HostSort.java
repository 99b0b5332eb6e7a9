package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Sorts columns by {@link Arrays#parallelSort(long[])} alone: what is left where a device cannot be trusted. */
public final class HostSort {
    private HostSort() {}

    /** Sorts the keys where they are, and as many rows of the others along with them. */
    public static void sort(Column keys, SortOptions options, Scratch scratch, Column... others) {
        MemorySegment order = MemorySegment.ofArray(argsort(keys, options));
        List<Column> columns = IntStream.rangeClosed(0, others.length)
                .mapToObj(i -> i == 0 ? keys : others[i - 1].range(0, keys.size()))
                .toList();
        Gather.inPlace(columns, order, scratch);
    }

    /** Sorts the keys where they are, and as many objects along with them. */
    public static void sort(Column keys, Object[] objects, SortOptions options, Scratch scratch) {
        MemorySegment order = MemorySegment.ofArray(argsort(keys, options));
        Loop storeKeys = Gather.inPlace(keys.segment(), order, keys.type().bytes(), scratch);
        Gather.store(Gather.objects(objects, order), objects, storeKeys);
    }

    /**
     * Where each key of the sorted order is now. The keys are taken 32 bits at a time, the least significant first, each
     * word above its place in the order before: so no two are equal, and a sort that need not be stable is.
     */
    public static int[] argsort(Column keys, SortOptions options) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        int n = Math.toIntExact(keys.size());
        int[] places = HostMemory.ints(n);
        Arrays.setAll(places, i -> i);
        for (int shift = 0; shift < keys.type().bits(); shift += Integer.SIZE) {
            int[] before = places;
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
            places = after;
        }
        return places;
    }
}
