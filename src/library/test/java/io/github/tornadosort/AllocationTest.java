package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorts of few rows allocate a few words for each row, their result included. {@link DispatchTest} tests those of keys alone. */
class AllocationTest {
    private static final int MOST = 1_000;
    private static final int CALLS = 200;
    /** Bytes per call for objects whose number does not depend on that of the rows. */
    private static final int PER_CALL = 8_000;

    private static Stream<Arguments> sorts() {
        Column values = Column.of(new int[MOST]);
        Column wide = Column.of(new long[MOST]);
        String[] objects = new String[MOST];
        return Stream.of(
                sort("pairs", 24, (sorter, keys) -> sorter.sort(Column.of(keys), values)),
                sort("pairs with wide values", 48, (sorter, keys) -> sorter.sort(Column.of(keys), wide)),
                sort("objects", 40, (sorter, keys) -> sorter.objects().sort(Column.of(keys), objects)),
                sort("argsort", 26, (sorter, keys) -> sorter.argsort(Column.of(keys))),
                sort("lexsort", 64,
                        (sorter, keys) -> sorter.argsort(Key.of(Column.of(keys)), Key.of(values.range(0, keys.length)))),
                sort("records", 32,
                        (sorter, keys) -> sorter.records().sort(new Records(MemorySegment.ofArray(keys), 4, 0, 4))));
    }

    private static Arguments sort(String name, int bytesPerRow, BiConsumer<Sorter, int[]> call) {
        return Arguments.of(name, bytesPerRow, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sorts")
    void aSortOfFewRowsAllocatesAFewWordsPerRow(String name, int bytesPerRow, BiConsumer<Sorter, int[]> sort) {
        try (Sorter sorter = Sorter.open()) {
            for (int n : new int[] {10, MOST}) {
                bytesPerCall(sorter, n, sort); // compiles the code
                assertThat(bytesPerCall(sorter, n, sort))
                        .as("bytes for %d rows", n)
                        .isBetween(1L, PER_CALL + (long) bytesPerRow * n);
            }
        }
    }

    private static long bytesPerCall(Sorter sorter, int n, BiConsumer<Sorter, int[]> sort) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int[] unsorted = new SplittableRandom(1).ints(n).toArray();
        long bytes = 0;
        for (int i = 0; i < CALLS; i++) {
            int[] keys = unsorted.clone();
            long before = threads.getCurrentThreadAllocatedBytes();
            sort.accept(sorter, keys);
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
        }
        return bytes / CALLS;
    }
}
