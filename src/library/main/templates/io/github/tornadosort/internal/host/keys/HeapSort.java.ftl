package io.github.tornadosort.internal.host.keys;

/** Sorts part of an array in place on one thread. It allocates nothing: the last resort when there is no memory. */
final class HeapSort {
    private HeapSort() {}

<#list ["byte", "short", "char", "int", "long", "float", "double"] as type>
    /** Sorts <#if type == "float" || type == "double">keys that are not NaNs<#else>keys</#if> in n log n steps, which take some ten times longer than a sort with memory. */
    static void sort(${type}[] keys, int from, int to) {
        int n = to - from;
        for (int root = n / 2 - 1; root >= 0; root--) {
            sift(keys, from, root, n, keys[from + root]);
        }
        for (int last = n - 1; last > 0; last--) {
            ${type} key = keys[from + last];
            keys[from + last] = keys[from];
            sift(keys, from, 0, last, key);
        }
    }

    /** Puts a key into a heap of n keys whose root is free. */
    private static void sift(${type}[] keys, int from, int root, int n, ${type} key) {
        int hole = root;
        // 2 * hole + 1, the index of the left child, must not overflow.
        while (hole < n / 2) {
            int child = 2 * hole + 1;
            if (child + 1 < n && keys[from + child + 1] > keys[from + child]) {
                child++;
            }
            if (keys[from + child] <= key) {
                break;
            }
            keys[from + hole] = keys[from + child];
            hole = child;
        }
        keys[from + hole] = key;
    }
<#sep>

</#sep></#list>
}
