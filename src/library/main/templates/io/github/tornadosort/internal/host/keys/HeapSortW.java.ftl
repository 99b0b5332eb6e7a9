package io.github.tornadosort.internal.host.keys;

/** Sorts keys in place on one thread without any memory: the last resort when there is none. */
final class HeapSort${W} {
    private final Words${W} keys;
    private final ${key}[] one = new ${key}[1];

    private HeapSort${W}(Words${W} keys) {
        this.keys = keys;
    }

    /** Sorts the keys in n log n steps, each some ten times slower than with memory. */
    static void sort(Words${W} keys) {
        HeapSort${W} sort = new HeapSort${W}(keys);
        int n = keys.size();
        for (int root = n / 2 - 1; root >= 0; root--) {
            sort.sink(keys.at(root), root, n);
        }
        for (int last = n - 1; last > 0; last--) {
            ${key} word = keys.at(last);
            sort.set(last, keys.at(0));
            sort.sink(word, 0, last);
        }
    }

    /** Puts a key into the heap of the first n keys, at the root of a subtree that has lost its key. */
    private void sink(${key} word, int root, int n) {
        int at = root;
        for (long child = 2L * at + 1; child < n; child = 2L * at + 1) {
            int larger = (int) child;
            if (larger + 1 < n && keys.at(larger + 1) > keys.at(larger)) {
                larger++;
            }
            if (keys.at(larger) <= word) {
                break;
            }
            set(at, keys.at(larger));
            at = larger;
        }
        set(at, word);
    }

    private void set(int index, ${key} word) {
        one[0] = word;
        keys.store(one, 0, index, 1);
    }
}
