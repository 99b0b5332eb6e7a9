package io.github.tornadosort.internal.host.keys;

/** Sorts keys in place on one thread. It allocates nothing: the last resort when there is no memory. */
final class HeapSort${W} {
    private HeapSort${W}() {}

    /** Sorts the keys in n log n steps, which take some ten times longer than a sort with memory. */
    static void sort(Words${W} keys) {
        int n = keys.size();
        for (int root = n / 2 - 1; root >= 0; root--) {
            sink(keys, keys.at(root), root, n);
        }
        for (int last = n - 1; last > 0; last--) {
            ${key} word = keys.at(last);
            keys.set(last, keys.at(0));
            sink(keys, word, 0, last);
        }
    }

    /** Puts a key into the heap of the first n keys, into a subtree whose root is free. */
    private static void sink(Words${W} keys, ${key} word, int root, int n) {
        int at = root;
        for (long child = 2L * at + 1; child < n; child = 2L * at + 1) {
            int larger = (int) child;
            if (larger + 1 < n && keys.at(larger + 1) > keys.at(larger)) {
                larger++;
            }
            if (keys.at(larger) <= word) {
                break;
            }
            keys.set(at, keys.at(larger));
            at = larger;
        }
        keys.set(at, word);
    }
}
