package example;

import io.github.tornadosort.Sorter;
import java.util.Arrays;

/** Sorts three keys. */
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
            sorter.sort(keys);
        }
        System.out.println(Arrays.toString(keys));
    }
}
