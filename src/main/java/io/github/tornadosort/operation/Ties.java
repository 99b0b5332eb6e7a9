package io.github.tornadosort.operation;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Equal neighbours among sorted keys.
 *
 * @param places where they are, in order
 * @param numbers for each of them the number of its tie: 0 for those of the first one, and so on
 */
record Ties(int[] places, int[] numbers) {
    /** Key i is at place i. */
    static final IntUnaryOperator EVERY_PLACE = i -> i;

    /** A sorted key by its index. */
    interface Keys {
        long at(int index);
    }

    /**
     * Finds the ties among n sorted keys.
     *
     * @param place the place of each key
     */
    static Ties of(int n, Keys keys, IntUnaryOperator place) {
        int[] places = new int[16];
        int[] numbers = new int[16];
        int count = 0;
        int tie = -1;
        for (int i = 1; i < n; i++) {
            if (keys.at(i) != keys.at(i - 1)) {
                continue;
            }
            if (count + 2 > places.length) {
                int more = (int) Math.min(2L * places.length, n);
                places = Arrays.copyOf(places, more);
                numbers = Arrays.copyOf(numbers, more);
            }
            boolean starts = i == 1 || keys.at(i - 1) != keys.at(i - 2);
            if (starts) {
                tie++;
                places[count] = place.applyAsInt(i - 1);
                numbers[count++] = tie;
            }
            places[count] = place.applyAsInt(i);
            numbers[count++] = tie;
        }
        return new Ties(Arrays.copyOf(places, count), Arrays.copyOf(numbers, count));
    }

    /** Keys that tie. */
    int size() {
        return places.length;
    }
}
