package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.Column;
<#if W == 32>
import io.github.tornadosort.KeyType;
</#if>
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostMemory;

/** The operations of {@link FewKeys} on keys of <#if W == 32>at most </#if>${W} bits. */
public final class FewKeys${W} {
    private FewKeys${W}() {}

    public static boolean areSorted(Column keys, SortOptions options) {
        int n = (int) keys.size();
<#if W == 32>
        boolean aligned = keys.type() == KeyType.INT32 && keys.segment().address() % Integer.BYTES == 0;
        if (aligned && keys.segment().heapBase().orElse(null) instanceof int[] array
                && !options.isDescending() && HostKeys.areComparedByAllBits(keys, options)) {
            int from = (int) (keys.segment().address() / Integer.BYTES);
            return areSorted(array, from, from + n);
        }
</#if>
        ${key}[] tile = new ${key}[Math.min(HostPolicy.TILE, n)];
        OrderedKeys words = new OrderedKeys(keys, options);
        ${key} last = ${Key}.MIN_VALUE;
        for (int at = 0; at < n; at += HostPolicy.TILE) {
            int count = Math.min(HostPolicy.TILE, n - at);
            words.read(at, count, tile, 0);
            if (tile[0] < last || descend(tile, count)) {
                return false;
            }
            last = tile[count - 1];
        }
        return true;
    }

    /** Returns whether one of the first n words is less than the one before it. */
    public static boolean descend(${key}[] words, int n) {
        boolean descent = false;
        for (int i = 1; i < n; i++) {
            descent |= words[i] < words[i - 1];
        }
        return descent;
    }

<#if W == 32>
    private static boolean areSorted(int[] words, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (words[i] < words[i - 1]) {
                return false;
            }
        }
        return true;
    }

</#if>
    public static boolean merge(Column a, Column b, Column out, SortOptions options) {
        int n = (int) (a.size() + b.size());
        ${key}[] merged = HostMemory.${key}s(n);
        boolean done = merge(words(a, options), words(b, options), merged);
        if (done) {
            new OrderedKeys(out, options).write(merged, 0, n, 0);
        }
        return done;
    }

    /** Returns false if the words are not sorted. */
    private static boolean merge(${key}[] left, ${key}[] right, ${key}[] merged) {
        int l = 0;
        int r = 0;
        ${key} previous = ${Key}.MIN_VALUE;
        for (int i = 0; i < merged.length; i++) {
            ${key} word = r == right.length || l < left.length && left[l] <= right[r] ? left[l++] : right[r++];
            if (word < previous) {
                return false;
            }
            merged[i] = word;
            previous = word;
        }
        return true;
    }

    public static int partition(Column keys, int bit) {
        SortOptions ascending = SortOptions.ascending();
        int n = (int) keys.size();
        ${key}[] words = words(keys, ascending);
        int zeros = partition(words, HostMemory.${key}s(n), 1<#if W == 64>L</#if> << bit);
        new OrderedKeys(keys, ascending).write(words, 0, n, 0);
        return zeros;
    }

    /** Partitions words, whose uppermost bit is flipped. */
    private static int partition(${key}[] words, ${key}[] ones, ${key} bit) {
        ${key} zero = ${Key}.MIN_VALUE & bit;
        int left = 0;
        int right = 0;
        for (${key} word : words) {
            if ((word & bit) == zero) {
                words[left++] = word;
            } else {
                ones[right++] = word;
            }
        }
        System.arraycopy(ones, 0, words, left, right);
        return left;
    }

    private static ${key}[] words(Column keys, SortOptions options) {
        ${key}[] words = HostMemory.${key}s((int) keys.size());
        new OrderedKeys(keys, options).read(0, words.length, words, 0);
        return words;
    }
}
