package io.github.tornadosort.internal.host.segments;

import io.github.tornadosort.Column;
<#if W == 32>
import io.github.tornadosort.Order;
</#if>
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.host.keys.ShortSort;
import io.github.tornadosort.internal.host.keys.Words${W};
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.order.OrderedKeys;
import java.lang.foreign.MemorySegment;

/** Sorts segments of keys without values as words<#if W == 32> of at most 32 bits</#if>: in the caller's array of ${key}s, or in a copy. */
final class SegmentKeys${W} implements HostSegments.Sort {
    private final Column keys;
    private final boolean descending;
    private final int[] offsets;
    private final HostBuffers buffers;
    private final Words${W} words;
<#if W == 32>
    /** Reads and writes keys of fewer bits; or null. */
    private final OrderedKeys narrow;
</#if>
    /** The caller's array of keys, or null. */
    private final Object memory;
    /** This array if it holds integers of this width, or else null. */
    private final ${key}[] array;
    private final int shift;
    private final ${key} flip;
    /** For each thread, its copy. */
    private final ${key}[][] copies;

    SegmentKeys${W}(HostSegments segments, Column keys, boolean descending, HostBuffers buffers) {
        this.keys = keys;
        this.descending = descending;
        this.offsets = segments.offsets();
        this.buffers = buffers;
        this.words = new Words${W}(keys, descending);
<#if W == 32>
        this.narrow = keys.type().bytes() == Integer.BYTES ? null
                : new OrderedKeys(keys, descending ? Order.DESCENDING : Order.ASCENDING);
</#if>
        this.memory = JdkSort.arrayOf(keys);
        this.array = memory instanceof ${key}[] found ? found : null;
        this.shift = JdkSort.indexOf(keys);
        this.flip = <#if W == 32>(int) </#if>OrderedKeys.flip(keys.type(), descending) ^ ${Key}.MIN_VALUE;
        // Without memory, the JDK sorts a long segment in the caller's array.
        int[] lengths = array != null ? new int[0] : segments.capacities(memory == null);
        this.copies = new ${key}[lengths.length][];
        for (int thread = 0; thread < lengths.length; thread++) {
            copies[thread] = buffers.${key}s(lengths[thread]);
        }
    }

    @Override
    public void sort(int first, int end, int thread) {
        int from = offsets[first];
        int n = offsets[end] - from;
        if (array != null) {
            flip(from + shift, n);
            ShortSort.sortEach(array, offsets, shift, first, end);
            flip(from + shift, n);
            return;
        }
        ${key}[] copy = copies[thread];
<#if W == 32>
        if (narrow != null) {
            narrow.read(from, n, copy, 0);
            ShortSort.sortEach(copy, offsets, -from, first, end);
            narrow.write(copy, 0, n, from);
            return;
        }
</#if>
        words.load(from, copy, 0, n);
        ShortSort.sortEach(copy, offsets, -from, first, end);
        for (int segment = first; words.areFloatingPoint() && segment < end; segment++) {
            words.reorderNaNs(copy, offsets[segment] - from, offsets[segment], offsets[segment + 1]);
        }
        words.store(copy, 0, from, n);
    }

    /** Makes words of keys, or keys of words: of all segments together, since those of one take less time than a call. */
    private void flip(int from, int n) {
        if (flip != 0) {
            JdkSort.flip(array, from, from + n, flip);
        }
    }

    @Override
    public void sortLong(int segment) {
        try {
            HostKeys.sort(keys.range(offsets[segment], offsets[segment + 1]), descending, buffers);
        } catch (OutOfMemoryError e) {
            // These sorts allocate nothing.
            if (memory != null) {
                JdkSort.sort(memory, offsets[segment] + shift, offsets[segment + 1] + shift, keys.type(), descending);
            } else {
                sort(segment, segment + 1, 0);
            }
        }
    }

    @Override
    public MemorySegment[] accessed() {
        return new MemorySegment[] {keys.segment()};
    }

    @Override
    public void release() {
        for (${key}[] copy : copies) {
            buffers.release(copy);
        }
    }
}
