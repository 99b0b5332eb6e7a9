package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.internal.memory.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Presents ${W}-bit keys of a column as words: ${key}s in the order of the sort. Each key has a word of its own, so that keys can be
 * computed from words. The words of NaNs are above those of all numbers, in the order of their bits.
 */
public final class Words${W} {
    private static final ValueLayout.Of${key?cap_first} LAYOUT = Layouts.${key?upper_case};
<#if W == 32>
    private static final int INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
    /** Number of NaNs whose sign bit is set. As integers of sign and magnitude, they are below all numbers. */
    private static final int NEGATIVE_NANS = (1 << 23) - 1;
<#else>
    private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
    /** Number of NaNs whose sign bit is set. As integers of sign and magnitude, they are below all numbers. */
    private static final long NEGATIVE_NANS = (1L << 52) - 1;
</#if>

    private final MemorySegment keys;
    private final KeySink sink;
    private final int n;
    /** A word is {@code (key ^ (key >> ${W - 1} & magnitude)) - below ^ flip}. */
    private final ${key} magnitude;
    private final ${key} below;
    private final ${key} flip;
    /** Whether each word is its key. */
    private final boolean same;
    /** The array that the words are part of, if it is one of them; or null. */
    private final ${key}[] array;
    /** The array that floating-point keys are part of; or null. */
    private final <#if W == 32>float<#else>double</#if>[] floats;
    private final int offset;

    public Words${W}(Column keys, boolean descending) {
        this(keys, descending, null);
    }

    /** @param sink receives the keys that are stored; null to overwrite those of the column */
    public Words${W}(Column keys, boolean descending, KeySink sink) {
        this.keys = keys.segment();
        this.sink = sink;
        this.n = Math.toIntExact(keys.size());
        this.magnitude = keys.type().isFloat() ? ${Key}.MAX_VALUE : 0;
        this.below = keys.type().isFloat() ? NEGATIVE_NANS : 0;
        this.flip = (descending ? -1 : 0) ^ (keys.type().isUnsigned() ? ${Key}.MIN_VALUE : 0);
        this.same = flip == 0 && magnitude == 0;
        Object memory = JdkSort.arrayOf(keys);
        this.array = same && memory instanceof ${key}[] words ? words : null;
        this.floats = memory instanceof <#if W == 32>float<#else>double</#if>[] numbers ? numbers : null;
        this.offset = memory == null ? 0 : JdkSort.indexOf(keys);
    }

    /** Returns whether the column's keys are overwritten by those that are stored. */
    boolean areOverwritten() {
        return sink == null;
    }

    /** Returns the number of keys. */
    public int size() {
        return n;
    }

    /**
     * Returns the array that the words are part of, so that they need not be loaded; null if there is none. It is read directly where it can
     * be: before the JIT compiler has compiled it, an access through a memory segment takes a tenth of a microsecond.
     */
    ${key}[] array() {
        return array;
    }

    /** Returns the index of a word in {@link #array}. */
    int indexInArray(int index) {
        return offset + index;
    }

    public boolean areFloatingPoint() {
        return magnitude != 0;
    }

    /** Returns whether the sort puts NaNs before numbers. */
    boolean areNaNsFirst() {
        return flip != 0;
    }

    /** Returns whether a floating-point key is a NaN. */
    boolean isNaN(int index) {
        return (keys.get(LAYOUT, (long) ${Key}.BYTES * index) & ${Key}.MAX_VALUE) > INFINITY;
    }

    /** Returns the number of NaNs among floating-point keys from index {@code first} to {@code end}. */
    int countNaNs(long first, long end) {
        ${key} count = 0;
        for (long i = first; i < end; i++) {
            // The sign bit, without a branch.
            count += INFINITY - (keys.get(LAYOUT, ${Key}.BYTES * i) & ${Key}.MAX_VALUE) >>> ${Key}.SIZE - 1;
        }
        return ${toInt}count;
    }

    /**
     * Puts the NaNs among the words of some keys, which were sorted, in the order of the column: all NaNs are equal, and every sort is
     * stable. There may be none, as there is if keys are integers.
     *
     * @param at the index of the first word
     * @param from the index of the first key
     * @param to the index after the last one
     */
    public void reorderNaNs(${key}[] sorted, int at, int from, int to) {
        boolean first = areNaNsFirst();
        int next = first ? at : at + to - from - 1;
        int step = first ? 1 : -1;
        int nans = 0;
        while (areFloatingPoint() && nans < to - from && (sorted[next + step * nans] ^ flip) > INFINITY - below) {
            nans++;
        }
        if (nans == 0 || sorted[next] == sorted[next + step * (nans - 1)]) {
            return; // there is no order of equal bits
        }
        for (int i = 0; nans > 0; i++) {
            int index = first ? from + i : to - 1 - i;
            if (isNaN(index)) {
                sorted[next] = at(index);
                next += step;
                nans--;
            }
        }
    }

    /** Returns one word. */
    public ${key} at(int index) {
        if (array != null) {
            return array[offset + index];
        }
        ${key} key = floats != null ? <#if W == 32>Float.floatToRawIntBits<#else>Double.doubleToRawLongBits</#if>(floats[offset + index]) : keys.get(LAYOUT, (long) ${Key}.BYTES * index);
        return (key ^ (key >> ${Key}.SIZE - 1 & magnitude)) - below ^ flip;
    }

    /** Loads n words from an index of the column into an array. */
    public void load(int first, ${key}[] to, int at, int n) {
        if (array != null) {
            System.arraycopy(array, offset + first, to, at, n);
            return;
        }
        MemorySegment.copy(keys, LAYOUT, (long) ${Key}.BYTES * first, to, at, n);
        if (!same) {
            toWords(to, at, at + n, magnitude, below, flip);
        }
    }

    /** Stores n words of an array at an index of the column. The words in the array are overwritten. */
    public void store(${key}[] from, int at, int first, int n) {
        if (!same) {
            toKeys(from, at, at + n, magnitude, below, flip);
        }
        if (sink == null && array != null) {
            System.arraycopy(from, at, array, offset + first, n);
        } else if (sink == null) {
            MemorySegment.copy(from, at, keys, LAYOUT, (long) ${Key}.BYTES * first, n);
        } else if (n > 0) {
            sink.accept(first, MemorySegment.ofArray(from).asSlice((long) ${Key}.BYTES * at, (long) ${Key}.BYTES * n));
        }
    }

    /** Stores one word at all indices from {@code first} to {@code end}, a tile at a time. The tile is overwritten. */
    void fill(${key} word, int first, int end, ${key}[] tile) {
        if (sink == null && array != null) {
            Arrays.fill(array, offset + first, offset + end, word);
            return;
        }
        for (int at = first; at < end; at += tile.length) {
            Arrays.fill(tile, word);
            store(tile, 0, at, Math.min(tile.length, end - at));
        }
    }

    private static void toWords(${key}[] words, int from, int to, ${key} magnitude, ${key} below, ${key} flip) {
        for (int i = from; i < to; i++) {
            ${key} key = words[i];
            words[i] = (key ^ (key >> ${Key}.SIZE - 1 & magnitude)) - below ^ flip;
        }
    }

    private static void toKeys(${key}[] words, int from, int to, ${key} magnitude, ${key} below, ${key} flip) {
        for (int i = from; i < to; i++) {
            ${key} key = (words[i] ^ flip) + below;
            words[i] = key ^ (key >> ${Key}.SIZE - 1 & magnitude);
        }
    }
}
