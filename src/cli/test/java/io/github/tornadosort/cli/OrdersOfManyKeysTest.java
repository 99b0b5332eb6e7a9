package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyFiles;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares all sort commands with the JDK's stable sort, on the default device and with keys for all of its blocks. */
class OrdersOfManyKeysTest {
    private static final int N = 70_003;

    @TempDir
    Path folder;

    private Path file(String name) {
        return folder.resolve(name);
    }

    private static void assertDone(Object... words) {
        assertThat(Program.run(words)).isEqualTo(new CommandRun(0, "", ""));
    }

    /** Returns random numbers from a small range, so that most occur several times. */
    private static int[] random(int n, int bound, long seed) {
        return new SplittableRandom(seed).ints(n, -bound, bound).toArray();
    }

    private Path ints(String name, int[] keys) throws FileSortException {
        KeyFiles.write(file(name), KeyFormat.RAW, KeyFiles.column(keys));
        return file(name);
    }

    private int[] ints(String name) throws FileSortException {
        Column column = KeyFiles.read(file(name), KeyFormat.RAW, KeyType.INT32);
        return column.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED);
    }

    private static int[] order(int n, Comparator<Integer> comparator) {
        return IntStream.range(0, n).boxed().sorted(comparator).mapToInt(i -> i).toArray();
    }

    private static int[] at(int[] keys, int[] indices) {
        return Arrays.stream(indices).map(i -> keys[i]).toArray();
    }

    @Test
    void argsort() throws IOException {
        int[] keys = random(N, 5000, 2);

        assertDone("argsort", ints("keys", keys), "-o", file("indices"), "--type", "int32", "--descending");

        assertThat(ints("indices")).isEqualTo(order(N, (a, b) -> Integer.compare(keys[b], keys[a])));
    }

    @Test
    void values() throws IOException {
        int[] keys = random(N, 5000, 3);
        Path values = ints("values", IntStream.range(0, N).toArray());

        assertDone("sort", ints("keys", keys), "-o", file("sorted"), "--type", "int32", "--values", values, "-v",
                file("moved"));

        int[] order = order(N, Comparator.comparingInt(i -> keys[i]));
        assertThat(ints("sorted")).isEqualTo(at(keys, order));
        assertThat(ints("moved")).isEqualTo(order);
    }

    @Test
    void uniqueAndHead() throws IOException {
        int[] keys = random(N, 20_000, 5);
        ints("keys", keys);
        int[] sorted = Arrays.stream(keys).sorted().toArray();

        assertDone("sort", file("keys"), "-o", file("unique"), "--type", "int32", "--unique");
        assertDone("sort", file("keys"), "-o", file("head"), "--type", "int32", "--head", 1000);
        assertDone("sort", file("keys"), "-o", file("both"), "--type", "int32", "--unique", "--head", 1000);

        assertThat(ints("unique")).isEqualTo(Arrays.stream(sorted).distinct().toArray());
        assertThat(ints("head")).isEqualTo(Arrays.copyOf(sorted, 1000));
        assertThat(ints("both")).isEqualTo(Arrays.stream(sorted).distinct().limit(1000).toArray());
    }
}
