package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.host.rows.Ties;
import io.github.tornadosort.internal.host.strings.StringSource;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts strings on a device. The strings of each segment are sorted by their first word. Strings that are still tied are segments
 * then, which are sorted by the first word in which their strings differ, until there are no ties. So the number of executions does not
 * depend on the number of ties.
 */
public final class StringSort {
    private final SegmentedSort segments;

    StringSort(SegmentedSort segments) {
        this.segments = segments;
    }

    /**
     * Returns the indices of the strings of some segments, each segment in sorted order.
     *
     * @param offsets the start of each segment, followed by the end of the last segment; ascending, and within the strings
     */
    public SortedIndices order(StringSource source, int[] offsets, boolean nullsFirst, SortOptions options) {
        int[] order = HostMemory.ints(offsets[offsets.length - 1] - offsets[0]);
        Tied tied = Tied.segments(source, offsets, nullsFirst, order);
        List<SortStats> sorts = new ArrayList<>();
        while (tied.size() > 1) {
            tied = sort(source, tied, order, options, sorts);
        }
        SortStats stats = sorts.isEmpty() ? SortStats.idle(order.length) : Totals.of(order.length, sorts);
        return new SortedIndices(order, stats);
    }

    /**
     * Strings that are not in order yet.
     *
     * @param at for each string, an index of the order
     * @param groups for each string, the number of its group, ascending; only strings of a group are exchanged
     * @param depths for each group, the depth up to which its strings are equal
     */
    private record Tied(int[] at, int[] groups, long[] depths) {
        private int size() {
            return at.length;
        }

        /** Returns the index of the first string of each group, and the number of strings. */
        private int[] offsets() {
            int[] offsets = HostMemory.ints(depths.length + 1);
            for (int i = 0; i < size(); i++) {
                offsets[groups[i] + 1] = i + 1;
            }
            for (int group = 0; group < depths.length; group++) {
                offsets[group + 1] = Math.max(offsets[group], offsets[group + 1]);
            }
            return offsets;
        }

        /** Writes the rows of all segments into the order, and returns those that are not null. */
        private static Tied segments(StringSource source, int[] offsets, boolean nullsFirst, int[] order) {
            int segments = offsets.length - 1;
            int[] nulls = HostMemory.ints(segments);
            int size = order.length;
            for (int segment = 0; segment < segments; segment++) {
                nulls[segment] = source.placeNulls(
                        offsets[segment], offsets[segment + 1], nullsFirst, order, offsets[segment] - offsets[0]);
                size -= nulls[segment];
            }
            int[] at = HostMemory.ints(size);
            int[] groups = HostMemory.ints(size);
            int next = 0;
            for (int segment = 0; segment < segments; segment++) {
                int first = offsets[segment] - offsets[0] + (nullsFirst ? nulls[segment] : 0);
                int length = offsets[segment + 1] - offsets[segment] - nulls[segment];
                for (int i = 0; i < length; i++) {
                    at[next] = first + i;
                    groups[next++] = segment;
                }
            }
            return new Tied(at, groups, HostMemory.longs(segments));
        }
    }

    /** Sorts each group by one word, and returns the strings that are still tied. */
    private Tied sort(StringSource source, Tied tied, int[] order, SortOptions options, List<SortStats> sorts) {
        int n = tied.size();
        long flip = options.isDescending() ? -1 : 0;
        int[] rows = HostMemory.ints(n);
        long[] words = HostMemory.longs(n);
        ParallelRanges.ranges(n, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                rows[i] = order[tied.at[i]];
                words[i] = source.word(rows[i], tied.depths[tied.groups[i]]) ^ flip;
            }
        }, source.accessed());
        int[] indices = HostMemory.ints(n);
        SortOptions ascending = SortOptions.ascending().withVerification(options.verified()).withTimes(options.timed());
        sorts.add(segments.order(
                Column.of(words).unsigned(), tied.offsets(), ascending, MemorySegment.ofArray(indices)));
        long[] inOrder = HostMemory.longs(n);
        ParallelRanges.ranges(n, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                order[tied.at[i]] = rows[indices[i]];
                inOrder[i] = words[indices[i]] ^ flip;
            }
        });
        return remaining(source, tied, order, inOrder);
    }

    /** @param words the words by which the strings have been sorted, in their new order */
    private static Tied remaining(StringSource source, Tied tied, int[] order, long[] words) {
        int n = tied.size();
        int[] runs = HostMemory.ints(n);
        for (int i = 1; i < n; i++) {
            boolean ties = words[i] == words[i - 1]
                    && tied.groups[i] == tied.groups[i - 1]
                    && StringSource.goesOn(words[i]);
            runs[i] = ties ? runs[i - 1] : runs[i - 1] + 1;
        }
        Ties ties = Ties.of(n, i -> runs[i], Ties.IDENTITY);
        int size = ties.size();
        int count = size == 0 ? 0 : ties.groups()[size - 1] + 1;
        int[] at = HostMemory.ints(size);
        long[] depths = HostMemory.longs(count);
        int[] starts = HostMemory.ints(count);
        for (int i = size - 1; i >= 0; i--) {
            int index = ties.indices()[i];
            int group = ties.groups()[i];
            at[i] = tied.at[index];
            starts[group] = at[i];
            depths[group] = source.after(words[index], tied.depths[tied.groups[index]]);
        }
        Tied left = new Tied(at, ties.groups(), depths);
        skipCommonPrefixes(source, left, starts, order);
        return left;
    }

    /** Advances the depth of each group to the first unit in which its strings differ. */
    private static void skipCommonPrefixes(StringSource source, Tied tied, int[] starts, int[] order) {
        long[] common = HostMemory.longs(tied.depths.length);
        Arrays.fill(common, Long.MAX_VALUE);
        ParallelRanges.ranges(tied.size(), (from, to) -> {
            for (int i = (int) from; i < to;) {
                int group = tied.groups[i];
                int first = order[starts[group]];
                long least = Long.MAX_VALUE;
                for (; i < to && tied.groups[i] == group; i++) {
                    if (tied.at[i] != starts[group]) {
                        least = source.commonPrefix(first, order[tied.at[i]], tied.depths[group], least);
                    }
                }
                synchronized (common) {
                    common[group] = Math.min(common[group], least);
                }
            }
        }, source.accessed());
        System.arraycopy(common, 0, tied.depths, 0, common.length);
    }
}
