package io.github.tornadosort.files.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges runs of keys in blocks. Keys are compared by their upper halves; the lower halves tell whether the merge is stable. */
class KeyMergeTest {
    private static final Order UPPER_HALF = Order.ASCENDING.bits(16, 32);

    @TempDir
    Path folder;

    private List<Integer> merge(List<int[]> runs, long limit, int most, int bytes) throws IOException {
        List<Integer> merged = new ArrayList<>();
        try (SortedRuns stored = new SortedRuns(
                Path.of("input"), folder, new RunOrder(new KeyOrder(KeyType.UINT32, UPPER_HALF), false, null))) {
            stored.makeRoom(Integer.BYTES);
            for (int[] run : runs) {
                stored.add(to -> to.accept(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, run)));
            }
            new RunMerge(Path.of("input"), folder, false, limit, most).merge(stored, Arena.ofAuto().allocate(bytes, 8),
                    _ -> {},
                    rows -> Arrays.stream(rows.toArray(ValueLayout.JAVA_INT_UNALIGNED)).forEach(merged::add));
        }
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
            for (int bytes : new int[] {100, 1 << 12}) {
                String what = count + " runs in " + bytes + " bytes";
                assertThat(merge(runs, Long.MAX_VALUE, 512, bytes)).as(what).isEqualTo(expected);
                assertThat(merge(runs, 5, 512, bytes)).as(what).isEqualTo(expected.stream().limit(5).toList());
                assertThat(merge(runs, Long.MAX_VALUE, 3, bytes)).as(what + ", 3 at once").isEqualTo(expected);
            }
        }
    }

    @Test
    void aRunOfKeysThatIsNotSortedIsAnError() {
        List<int[]> runs = List.of(new int[] {1 << 16, 3 << 16, 2 << 16}, new int[] {1 << 16, 9 << 16});
        assertThatThrownBy(() -> merge(runs, Long.MAX_VALUE, 512, 1000))
                .isInstanceOf(FileSortException.class)
                .hasMessage("input: a part of it is not in the order in which it was written to a temporary file");
    }
}
