package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;

/** Sorts a few words by insertion, without branches that depend on them: a mispredicted branch costs as much as several comparisons. */
public final class ShortSort {
    private ShortSort() {}
<#list ["int", "long"] as key>

    /**
     * Sorts each of consecutive segments. A static method, so that no field is read for each: to sort a short one takes some thirty
     * nanoseconds.
     *
     * @param offsets the start of each segment, which is the end of the one before it
     * @param shift added to an offset to get an index of {@code words}
     */
    public static void sortEach(${key}[] words, int[] offsets, int shift, int first, int end) {
        int from = offsets[first] + shift;
        for (int segment = first; segment < end; segment++) {
            int to = offsets[segment + 1] + shift;
            if (to - from <= HostPolicy.INSERTION) {
                sort(words, from, to);
            } else {
                JdkSort.sort(words, from, to);
            }
            from = to;
        }
    }

    /** Sorts up to some forty words. */
    public static void sort(${key}[] words, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            ${key} word = words[i];
            for (int j = i; j > from; j--) {
                ${key} before = words[j - 1];
                words[j] = Math.max(word, before);
                word = Math.min(word, before);
            }
            words[from] = word;
        }
    }
</#list>
}
