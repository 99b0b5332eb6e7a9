package io.github.tornadosort.files.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges runs of keys in blocks. Keys are compared by their upper halves; the lower halves tell whether the merge is stable. */
class KeyMergeTest {
    private static final Order UPPER_HALF = Order.ASCENDING.bits(16, 32);

    @TempDir
    Path folder;

    private List<Integer> merge(List<int[]> runs, boolean unique, long limit, int most, int bytes) throws IOException {
        List<Integer> merged = new ArrayList<>();
        try (TemporaryFile file = TemporaryFile.create(folder)) {
            List<KeyReader> stored = new ArrayList<>();
            for (int[] run : runs) {
                file.append(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, run));
                long size = (long) Integer.BYTES * run.length;
                stored.add(file.reader(file.size() - size, size, Integer.BYTES));
            }
            KeyOrder order = new KeyOrder(KeyType.UINT32, UPPER_HALF);
            new KeyMerge(order, Path.of("input"), folder, unique, limit, most)
                    .merge(stored, file, Arena.ofAuto().allocate(bytes, 8), _ -> {},
                            rows -> Arrays.stream(rows.toArray(ValueLayout.JAVA_INT_UNALIGNED)).forEach(merged::add));
        }
        assertThat(folder).isEmptyDirectory();
        return merged;
    }

    /** Returns runs of any length; the keys of some begin after those of others end. */
    private static List<int[]> random(int count) {
        Random random = new Random(count);
        List<int[]> runs = new ArrayList<>();
        int number = 0;
        for (int run = 0; run < count; run++) {
            int[] keys = random.ints(random.nextInt(60), 0, 10).map(key -> key + random.nextInt(2) * 10).sorted().toArray();
            for (int i = 0; i < keys.length; i++) {
                keys[i] = keys[i] << 16 | number++;
            }
            runs.add(keys);
        }
        return runs;
    }

    @Test
    void mergesBlocksOfKeysStably() throws IOException {
        for (int count : new int[] {0, 1, 2, 7, 20}) {
            List<int[]> runs = random(count);
            List<Integer> expected = runs.stream().flatMapToInt(Arrays::stream).boxed()
                    .sorted(Comparator.comparing(key -> key >>> 16)).toList();
            List<Integer> first = List.copyOf(expected.stream()
                    .collect(Collectors.toMap(key -> key >>> 16, key -> key, (one, _) -> one, TreeMap::new)).values());
            for (int bytes : new int[] {100, 1 << 12}) {
                String what = count + " runs in " + bytes + " bytes";
                assertThat(merge(runs, false, Long.MAX_VALUE, 512, bytes)).as(what).isEqualTo(expected);
                assertThat(merge(runs, false, 5, 512, bytes)).as(what).isEqualTo(expected.stream().limit(5).toList());
                assertThat(merge(runs, false, Long.MAX_VALUE, 3, bytes)).as(what + ", 3 at once").isEqualTo(expected);
                assertThat(merge(runs, true, Long.MAX_VALUE, 3, bytes)).as(what + ", unique").isEqualTo(first);
                assertThat(merge(runs, true, 5, 512, bytes)).as(what + ", 5 unique")
                        .isEqualTo(first.stream().limit(5).toList());
            }
        }
    }

    @Test
    void aRunOfKeysThatIsNotSortedIsAnError() {
        List<int[]> runs = List.of(new int[] {1 << 16, 3 << 16, 2 << 16}, new int[] {1 << 16, 9 << 16});
        assertThatThrownBy(() -> merge(runs, false, Long.MAX_VALUE, 512, 1000))
                .isInstanceOf(FileSortException.class)
                .hasMessage("input: a part of it is not in the order in which it was written to a temporary file");
    }
}
