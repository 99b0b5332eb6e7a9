package example;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.ArrowKey;
import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Sorts three keys on a device by an algorithm of the laboratory, and two lines. */
public final class Main {
    private Main() {}

    /**
     * Runs the program.
     *
     * @param args none
     * @throws IOException if the file cannot be written or read
     */
    public static void main(String[] args) throws IOException {
        int[] keys = {3, 1, 2};
        SortStats stats;
        try (Sorter sorter = Sorter.builder().algorithm("merge").open()) {
            stats = sorter.sort(keys);
        }
        Path file = Files.writeString(Files.createTempFile("lines", ".txt"), "b\na\n");
        FileSorter.lines().sort(List.of(file), file);
        String lines = Files.readString(file);
        Files.delete(file);
        System.out.println(Arrays.toString(keys) + " sorted by " + Sorter.class.getModule().getName() + " because of "
                + stats.why()
                + ", " + lines.replace('\n', ' ') + ArrowKey.ascending("x").column());
    }
}
