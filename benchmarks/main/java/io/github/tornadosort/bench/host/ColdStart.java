package io.github.tornadosort.bench.host;

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
        boolean isOurs = args[0].equals("tornado-sort");
        long start = System.nanoTime();
        if (isOurs) {
            open(args[1].equals("cold-sort") ? keys : null);
        } else {
            Arrays.sort(keys);
        }
        System.out.println(System.nanoTime() - start);
    }

    private static void open(int[] keys) {
        // Not closed: the process exits.
        Sorter sorter = Sorter.open();
        if (keys != null) {
            sorter.sort(keys);
        }
    }
}
