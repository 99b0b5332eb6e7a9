package example;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import java.util.Arrays;

/** Sorts three keys on a device. */
public final class Main {
    private Main() {}

    /**
     * Runs the program.
     *
     * @param args none
     */
    public static void main(String[] args) {
        int[] keys = {3, 1, 2};
        try (Sorter sorter = Sorter.open()) {
            SortStats stats = sorter.sort(keys, SortOptions.builder().onDevice().build());
            System.out.println(Arrays.toString(keys) + " sorted by " + Sorter.class.getModule().getName()
                    + " because of " + stats.why());
        }
    }
}
