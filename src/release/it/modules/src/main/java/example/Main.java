package example;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.ArrowKey;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.laboratory.ComparisonSort;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Sorts by an algorithm of the laboratory, by a comparison, and lines. */
public final class Main {
    private Main() {}

    /**
     * Compares two elements.
     *
     * @param data the elements
     * @param a an index
     * @param b an index
     * @return whether the first element is greater
     */
    public static boolean greater(IntArray data, int a, int b) {
        return data.get(a) > data.get(b);
    }

    /**
     * Runs the program.
     *
     * @param args none
     * @throws IOException never
     */
    public static void main(String[] args) throws IOException {
        int[] keys = {3, 1, 2};
        try (Sorter sorter = Sorter.open(SortDevice.preferred())) {
            sorter.sort(keys, SortOptions.builder().algorithm(Algorithm.named("merge")).onDevice().build());
        }
        int[] indices;
        try (var sort = ComparisonSort.open(
                SortDevice.preferred(), IntArray.fromElements(3, 1, 2), Main::greater, Algorithm.MERGE, 3)) {
            indices = sort.argsort(3);
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        FileSorter.lines().sort(new ByteArrayInputStream("b\na\n".getBytes(StandardCharsets.UTF_8)), lines);
        System.out.println(Arrays.toString(keys) + " " + Arrays.toString(indices) + " "
                + lines.toString(StandardCharsets.UTF_8).replace('\n', ' ') + ArrowKey.ascending("x").column());
    }
}
