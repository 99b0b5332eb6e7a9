package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.function.IntUnaryOperator;

/**
 * The keys among sorted keys that are equal to an adjacent key. Keys that are equal to each other form a group.
 *
 * @param indices the indices of these keys, in sorted order
 * @param groups for each of these keys, the index of its group
 */
public record Ties(int[] indices, int[] groups) {
    /** Maps each index to itself. */
    public static final IntUnaryOperator IDENTITY = i -> i;

    /** Returns sorted keys by index. */
    @FunctionalInterface
    public interface Keys {
        long at(int index);
    }

    /**
     * Finds the ties among n sorted keys.
     *
     * @param index maps the position of a key in sorted order to the index to report
     */
    public static Ties of(int n, Keys keys, IntUnaryOperator index) {
        int parts = ParallelRanges.parts(n);
        int[] sizes = new int[parts + 1];
        int[] groups = new int[parts + 1];
        ParallelRanges.each(parts, part -> {
            // Counters of its own: those of other parts would share their cache line.
            int[] found = new int[2];
            find(n, keys, part, parts, (i, starts) -> {
                found[0]++;
                found[1] += starts ? 1 : 0;
            });
            sizes[part + 1] = found[0];
            groups[part + 1] = found[1];
        });
        for (int part = 0; part < parts; part++) {
            sizes[part + 1] += sizes[part];
            groups[part + 1] += groups[part];
        }
        Ties ties = new Ties(HostMemory.ints(sizes[parts]), HostMemory.ints(sizes[parts]));
        if (ties.size() == 0) {
            return ties;
        }
        ParallelRanges.each(parts, part -> {
            int[] next = {sizes[part], groups[part]};
            find(n, keys, part, parts, (i, starts) -> {
                next[1] += starts ? 1 : 0;
                ties.groups[next[0]] = next[1] - 1;
                ties.indices[next[0]++] = index.applyAsInt(i);
            });
        });
        return ties;
    }

    private interface Visitor {
        /** @param starts whether the key is the first one of its group */
        void tie(int index, boolean starts);
    }

    /** Visits the keys of a part that tie. Reads each key once. */
    private static void find(int n, Keys keys, int part, int parts, Visitor visitor) {
        int first = (int) ParallelRanges.start(n, parts, part);
        int end = (int) ParallelRanges.start(n, parts, part + 1);
        long key = n > 0 ? keys.at(first) : 0;
        boolean equalsLeft = first > 0 && keys.at(first - 1) == key;
        for (int i = first; i < end; i++) {
            long next = i + 1 < n ? keys.at(i + 1) : ~key;
            boolean equalsRight = next == key;
            if (equalsLeft || equalsRight) {
                visitor.tie(i, !equalsLeft);
            }
            equalsLeft = equalsRight;
            key = next;
        }
    }

    /** Returns the number of keys that tie. */
    public int size() {
        return indices.length;
    }
}
