package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.Arrays;
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
        Part[] found = new Part[parts];
        ParallelRanges.each(parts, part -> found[part] =
                new Part(n, keys, index, (int) ParallelRanges.start(n, parts, part),
                        (int) ParallelRanges.start(n, parts, part + 1)));
        int size = Arrays.stream(found).mapToInt(part -> part.count).sum();
        int[] indices = HostMemory.ints(size);
        int[] groups = HostMemory.ints(size);
        int at = 0;
        int started = 0;
        for (Part part : found) {
            System.arraycopy(part.indices, 0, indices, at, part.count);
            for (int i = 0; i < part.count; i++) {
                groups[at + i] = started + part.started[i] - 1;
            }
            at += part.count;
            started += part.groups;
        }
        return new Ties(indices, groups);
    }

    /** Returns the number of keys that tie. */
    public int size() {
        return indices.length;
    }

    /** The tied keys of one range. */
    private static final class Part {
        private int[] indices = new int[16];
        /** For each tied key, the number of groups that have started in this range, its own group included. */
        private int[] started = new int[16];

        private int count;
        private int groups;

        private Part(int n, Keys keys, IntUnaryOperator index, int first, int end) {
            if (first == end) {
                return;
            }
            long key = keys.at(first);
            boolean equalsLeft = first > 0 && keys.at(first - 1) == key;
            for (int i = first; i < end; i++) {
                long right = i + 1 < n ? keys.at(i + 1) : 0;
                boolean equalsRight = i + 1 < n && right == key;
                if (equalsLeft || equalsRight) {
                    add(index.applyAsInt(i), equalsLeft);
                }
                key = right;
                equalsLeft = equalsRight;
            }
        }

        private void add(int index, boolean continues) {
            if (count == indices.length) {
                indices = HostMemory.copyOf(indices, 2 * count);
                started = HostMemory.copyOf(started, 2 * count);
            }
            groups += continues ? 0 : 1;
            indices[count] = index;
            started[count++] = groups;
        }
    }
}
