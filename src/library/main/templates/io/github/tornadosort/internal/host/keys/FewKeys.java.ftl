package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.order.OrderedKeys;

/**
 * Operations on keys that are so few that the calling thread is done before another one would help. Each is a single loop over arrays,
 * which takes no longer than what a program would do instead: the first calls of a program run before the loop is compiled.
 */
public final class FewKeys {
    private FewKeys() {}

    /** Returns whether the keys are sorted. */
    public static boolean areSorted(Column keys, Order sortOrder) {
        Object memory = keys.type() == KeyType.INT32 ? JdkSort.arrayOf(keys) : null;
        if (memory != null && keys.size() > 0 && !sortOrder.isDescending() && HostKeys.areComparedByAllBits(keys, sortOrder)) {
            int end = JdkSort.indexOf(keys) + (int) keys.size();
            return Runs32.endOfAscent((int[]) memory, JdkSort.indexOf(keys), end) == end;
        }
        OrderedKeys words = new OrderedKeys(keys, sortOrder);
        int tile = (int) Math.min(HostPolicy.TILE, keys.size());
        return areWide(keys) ? areSorted(words, new long[tile]) : areSorted(words, new int[tile]);
    }

    /**
     * Merges two columns into the start of a third one.
     *
     * @param a half of {@link HostPolicy#FEW_TO_READ} keys at most
     * @param b the same
     * @return false if the keys are not sorted, or cannot be computed from the bits that are compared; nothing was written then
     */
    public static boolean merge(Column a, Column b, Column out, Order sortOrder) {
        // NaNs cannot be computed from their order.
        if (out.type().isFloat() || !HostKeys.areComparedByAllBits(out, sortOrder)) {
            return false;
        }
        int n = (int) (a.size() + b.size());
        return areWide(out)
                ? merge(a, b, HostMemory.longs(n), out, sortOrder)
                : merge(a, b, HostMemory.ints(n), out, sortOrder);
    }

    private static boolean areWide(Column keys) {
        return keys.type().bytes() == Long.BYTES;
    }

<#list [["int", "Integer"], ["long", "Long"]] as t>
<#assign key = t[0], Key = t[1]>
    private static boolean areSorted(OrderedKeys words, ${key}[] tile) {
        ${key} last = ${Key}.MIN_VALUE;
        for (long at = 0; at < words.size(); at += tile.length) {
            int n = (int) Math.min(tile.length, words.size() - at);
            words.read(at, n, tile, 0);
            if (tile[0] < last || descend(tile, n)) {
                return false;
            }
            last = tile[n - 1];
        }
        return true;
    }

    /** Returns whether one of the first n words is less than the one before it. */
    private static boolean descend(${key}[] words, int n) {
        boolean descent = false;
        for (int i = 1; i < n; i++) {
            descent |= words[i] < words[i - 1];
        }
        return descent;
    }

    private static boolean merge(Column a, Column b, ${key}[] merged, Column out, Order sortOrder) {
        boolean done = merge(${key}s(a, sortOrder), ${key}s(b, sortOrder), merged);
        if (done) {
            new OrderedKeys(out, sortOrder).write(merged, 0, merged.length, 0);
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

    private static ${key}[] ${key}s(Column keys, Order sortOrder) {
        ${key}[] words = HostMemory.${key}s((int) keys.size());
        new OrderedKeys(keys, sortOrder).read(0, words.length, words, 0);
        return words;
    }
<#sep>

</#sep></#list>
}
