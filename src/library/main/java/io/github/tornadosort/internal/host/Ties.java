package io.github.tornadosort.internal.host;

import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Equal neighbours among sorted keys.
 *
 * @param places where they are, in order
 * @param numbers for each of them the number of its tie: 0 for those of the first one, and so on
 */
public record Ties(int[] places, int[] numbers) {
    /** Key i is at place i. */
    public static final IntUnaryOperator EVERY_PLACE = i -> i;

    /** A sorted key by its index. */
    @FunctionalInterface
    public interface Keys {
        long at(int index);
    }

    /**
     * Finds the ties among n sorted keys.
     *
     * @param place the place of each key
     */
    public static Ties of(int n, Keys keys, IntUnaryOperator place) {
        int parts = ParallelRanges.parts(n);
        Part[] found = new Part[parts];
        ParallelRanges.each(parts, part -> found[part] =
                new Part(n, keys, place, (int) ParallelRanges.start(n, parts, part),
                        (int) ParallelRanges.start(n, parts, part + 1)));
        int size = Arrays.stream(found).mapToInt(part -> part.count).sum();
        int[] places = HostMemory.ints(size);
        int[] numbers = HostMemory.ints(size);
        int at = 0;
        int begun = 0;
        for (Part part : found) {
            System.arraycopy(part.places, 0, places, at, part.count);
            for (int i = 0; i < part.count; i++) {
                numbers[at + i] = begun + part.begun[i] - 1;
            }
            at += part.count;
            begun += part.ties;
        }
        return new Ties(places, numbers);
    }

    /** Keys that tie. */
    public int size() {
        return places.length;
    }

    /** The tied keys of a range. */
    private static final class Part {
        private int[] places = new int[16];
        /** For each of them how many ties have begun in this range, its own included. */
        private int[] begun = new int[16];

        private int count;
        private int ties;

        private Part(int n, Keys keys, IntUnaryOperator place, int first, int end) {
            if (first == end) {
                return;
            }
            long key = keys.at(first);
            boolean equalsLeft = first > 0 && keys.at(first - 1) == key;
            for (int i = first; i < end; i++) {
                long right = i + 1 < n ? keys.at(i + 1) : 0;
                boolean equalsRight = i + 1 < n && right == key;
                if (equalsLeft || equalsRight) {
                    add(place.applyAsInt(i), equalsLeft);
                }
                key = right;
                equalsLeft = equalsRight;
            }
        }

        private void add(int place, boolean goesOn) {
            if (count == places.length) {
                places = HostMemory.copyOf(places, 2 * count);
                begun = HostMemory.copyOf(begun, 2 * count);
            }
            ties += goesOn ? 0 : 1;
            places[count] = place;
            begun[count++] = ties;
        }
    }
}
