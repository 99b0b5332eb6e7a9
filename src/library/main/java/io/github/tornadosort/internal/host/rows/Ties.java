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
        int[][] next = new int[parts + 1][2];
        ParallelRanges.each(parts, part -> next[part + 1] = find(n, keys, part, parts, new int[2], index, null));
        for (int part = 0; part < parts; part++) {
            next[part + 1][0] += next[part][0];
            next[part + 1][1] += next[part][1];
        }
        Ties ties = new Ties(HostMemory.ints(next[parts][0]), HostMemory.ints(next[parts][0]));
        if (ties.size() > 0) {
            ParallelRanges.each(parts, part -> find(n, keys, part, parts, next[part].clone(), index, ties));
        }
        return ties;
    }

    /**
     * Finds the keys of a part that tie. Reads each key once.
     *
     * @param next how many keys and groups come before, which is counted on
     * @param to receives the keys; null if they are only counted
     * @return {@code next}
     */
    private static int[] find(int n, Keys keys, int part, int parts, int[] next, IntUnaryOperator index, Ties to) {
        int first = (int) ParallelRanges.start(n, parts, part);
        int end = (int) ParallelRanges.start(n, parts, part + 1);
        long key = n > 0 ? keys.at(first) : 0;
        boolean equalsLeft = first > 0 && keys.at(first - 1) == key;
        for (int i = first; i < end; i++) {
            long following = i + 1 < n ? keys.at(i + 1) : ~key;
            boolean equalsRight = following == key;
            if (equalsLeft || equalsRight) {
                next[1] += equalsLeft ? 0 : 1;
                if (to != null) {
                    to.groups[next[0]] = next[1] - 1;
                    to.indices[next[0]] = index.applyAsInt(i);
                }
                next[0]++;
            }
            equalsLeft = equalsRight;
            key = following;
        }
        return next;
    }

    /** Returns the number of keys that tie. */
    public int size() {
        return indices.length;
    }
}
