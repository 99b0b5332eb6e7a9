package io.github.tornadosort.internal.host.segments;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.keys.JdkSort;
import io.github.tornadosort.internal.host.keys.Words${W};
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;

/** Sorts segments of ${W}-bit keys as words on one thread: integers in the caller's array, other keys in a copy of a batch. */
final class SegmentWords${W} implements SegmentKeys.Batch {
    private final Column keys;
    private final Words${W} words;
    private final int[] offsets;
    private final ShortSegments${W} sort;
    /** The caller's array if it holds integers, or else null. */
    private final ${key}[] array;
    private final int shift;
    private final ${key} flip;
    private final ${key}[] batch;

    /** @param longest longest segments that are sorted in a group; 0 if none is */
    SegmentWords${W}(Column keys, boolean descending, int[] offsets, int longest) {
        this.keys = keys;
        this.words = new Words${W}(keys, descending);
        this.offsets = offsets;
        this.sort = new ShortSegments${W}(longest);
        this.array = JdkSort.arrayOf(keys) instanceof ${key}[] found ? found : null;
        this.shift = JdkSort.indexOf(keys);
        this.flip = <#if W == 32>(int) </#if>OrderedKeys.flip(keys.type(), descending) ^ ${Key}.MIN_VALUE;
        this.batch = array != null ? null : HostMemory.${key}s(HostPolicy.SEGMENT_BATCH);
    }

    @Override
    public boolean sort(int first, int end) {
        int from = offsets[first];
        int n = offsets[end] - from;
        if (array != null) {
            flip(from + shift, n);
            sort.sort(array, offsets, shift, first, end);
            flip(from + shift, n);
            return true;
        }
        if (n > batch.length || keys.type().isFloat() && Words${W}.countNaNs(keys.segment(), from, offsets[end]) > 0) {
            return false;
        }
        words.load(from, batch, 0, n);
        sort.sort(batch, offsets, -from, first, end);
        words.store(batch, 0, from, n);
        return true;
    }

    /** Makes words of keys, or keys of words: of all segments together, since those of one take less time than a call. */
    private void flip(int from, int n) {
        if (flip != 0) {
            JdkSort.flip(array, from, from + n, flip);
        }
    }
}
