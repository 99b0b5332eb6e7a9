package example;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.ArrowKey;
import io.github.tornadosort.files.FileSorter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Sorts three keys on a device by an algorithm of the laboratory, and two lines. */
public final class Main {
    private Main() {}

    /**
     * Runs the program.
     *
     * @param args none
     * @throws IOException never
     */
    public static void main(String[] args) throws IOException {
        int[] keys = {3, 1, 2};
        SortStats stats;
        try (Sorter sorter = Sorter.builder().algorithm("merge").open()) {
            stats = sorter.sort(keys);
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        FileSorter.lines().sort(new ByteArrayInputStream("b\na\n".getBytes(StandardCharsets.UTF_8)), lines);
        System.out.println(Arrays.toString(keys) + " sorted by " + Sorter.class.getModule().getName() + " because of "
                + stats.why()
                + ", " + lines.toString(StandardCharsets.UTF_8).replace('\n', ' ') + ArrowKey.ascending("x").column());
    }
}
