package io.github.tornadosort.bench.host;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A program that runs in a fresh JVM: it opens a sorter, or sorts once. Prints how many nanoseconds that took in the JVM.
 */
public final class ColdStart {
    private ColdStart() {}

    /** @param args the contender, the operation, and the number of keys */
    public static void main(String[] args) {
        int[] keys = new SplittableRandom(1).ints(Integer.parseInt(args[2])).toArray();
        long start = System.nanoTime();
        if (args[0].equals("Arrays.sort")) {
            Arrays.sort(keys);
        } else {
            open(args[1].equals("cold-sort") ? keys : null, args[0].equals("device"));
        }
        System.out.println(System.nanoTime() - start);
    }

    private static void open(int[] keys, boolean onDevice) {
        // Not closed: the process exits.
        Sorter sorter = Sorter.open();
        if (onDevice) {
            sorter.sort(keys, SortOptions.builder().onDevice().build());
        } else if (keys != null) {
            sorter.sort(keys);
        }
    }
}
