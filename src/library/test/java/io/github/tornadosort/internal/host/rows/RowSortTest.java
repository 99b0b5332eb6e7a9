package io.github.tornadosort.internal.host.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows with keys of many shapes are sorted stably by one and by several threads. */
@Timeout(60)
class RowSortTest {
    /** So many that four threads work, that equal keys fill several slices, and that large buckets are sorted again. */
    private static final int N = 150_000;
    private static final int INDEX_BITS = 18;

    private final HostBuffers buffers = new HostBuffers();

    private enum Shape {
        UNIFORM, SORTED, REVERSED, REVERSED_WITH_TIES, TWO_RUNS, RUNS_WITH_PLATEAUS, DESCENDING_RUNS, EQUAL, TWO_VALUES,
        HUNDRED_VALUES, HEAVY_VALUE, ENDS, CROWDED, CLUSTERS, SKEWED, TINY_RANGE, LOWEST_BITS_TIED;

        private long[] keys(int n) {
            SplittableRandom random = new SplittableRandom(n + ordinal());
            IntToLongFunction key = switch (this) {
                case UNIFORM -> _ -> random.nextLong();
                case SORTED -> i -> (long) i << 12;
                case REVERSED -> i -> (long) -i << 12;
                case REVERSED_WITH_TIES -> i -> -(i / 7);
                case TWO_RUNS -> i -> i < n / 2 ? 2L * i : 2L * (i - n / 2) + i % 2;
                case RUNS_WITH_PLATEAUS -> i -> i % 20_000 / 3_000;
                case DESCENDING_RUNS -> i -> -((long) i % 5_000 / 3) << 10;
                case EQUAL -> _ -> 42;
                case TWO_VALUES -> _ -> random.nextInt(2);
                case HUNDRED_VALUES -> _ -> random.nextInt(100) * 0x123456789abcdL;
                case HEAVY_VALUE -> _ -> random.nextInt(3) > 0 ? 7 : random.nextLong();
                case ENDS ->
                    _ -> random.nextBoolean() ? Long.MAX_VALUE - random.nextInt(3) : Long.MIN_VALUE + random.nextInt(3);
                case CROWDED -> _ -> random.nextInt(50) == 0 ? random.nextLong() : random.nextInt(1 << 20);
                case CLUSTERS -> _ -> random.nextInt(5) * 0x1234567812345678L + random.nextLong(1L << 40);
                case SKEWED -> _ -> (long) (Math.pow(random.nextDouble(), 20) * 1e18);
                case TINY_RANGE -> _ -> 1_000_000_007L + random.nextInt(1000);
                case LOWEST_BITS_TIED -> _ -> (long) random.nextInt(1000) << 50 | random.nextInt(8);
            };
            return IntStream.range(0, n).mapToLong(key).toArray();
        }
    }

    private static ColumnRows rows(long[] keys, long[] values) {
        return new ColumnRows(OrderedKeys.ofBits(Column.of(keys)), true, OrderedKeys.ofBits(Column.of(values)), false);
    }

    private static long[] order(long[] keys) {
        return IntStream.range(0, keys.length).boxed().sorted(Comparator.comparingLong(i -> keys[i])).mapToLong(i -> i)
                .toArray();
    }

    private static long[] inOrder(long[] keys, long[] order) {
        return Arrays.stream(order).map(i -> keys[(int) i]).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void keysMoveWithValues(Shape shape) {
        for (int n : new int[] {1, 2, 25, 1000, 5000, 40_000, N}) {
            long[] keys = shape.keys(n);
            long[] order = order(keys);
            for (int threads : new int[] {1, 4}) {
                long[] sorted = keys.clone();
                long[] values = IntStream.range(0, n).mapToLong(i -> i).toArray();
                boolean moved = RowSort.sort(rows(sorted, values), threads, buffers);
                assertThat(Arrays.mismatch(values, order)).as("%d rows, %d threads", n, threads).isEqualTo(-1);
                assertThat(Arrays.mismatch(sorted, inOrder(keys, order))).isEqualTo(-1);
                assertThat(moved || Arrays.equals(keys, sorted)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void packedRowsAreSortedByTheirKeys(Shape shape) {
        for (int n : new int[] {1, 25, 1000, 5000, N}) {
            long[] keys = Arrays.stream(shape.keys(n)).map(key -> key >> INDEX_BITS).toArray();
            long[] order = order(keys);
            for (int threads : new int[] {1, 4}) {
                long[] rows = IntStream.range(0, n + 2).mapToLong(
                        i -> i == 0 || i > n ? 5 : keys[i - 1] << INDEX_BITS | i - 1).toArray();
                try (Crew crew = new Crew(threads)) {
                    RowSort.sort(new ArrayRows(rows, rows, 1, n, INDEX_BITS), crew, buffers, 0);
                }
                assertThat(rows[0] + rows[n + 1]).isEqualTo(10);
                long[] indices = Arrays.stream(rows, 1, n + 1).map(row -> row & (1 << INDEX_BITS) - 1).toArray();
                assertThat(Arrays.mismatch(indices, order)).as("%d rows, %d threads", n, threads).isEqualTo(-1);
            }
        }
    }

    /** A thread fails while rows are stored: all are stored again. */
    @Test
    void rowsAreStoredAgainAfterAFailure() {
        long[] keys = Shape.UNIFORM.keys(N);
        long[] values = keys.clone();
        AtomicInteger writes = new AtomicInteger();
        ColumnRows stored = rows(keys, values);
        Rows failing = new Rows(0) {
            @Override
            int size() {
                return stored.size();
            }

            @Override
            long at(int index) {
                return stored.at(index);
            }

            @Override
            void load(int first, long[] to, int at, int n, int[] ints) {
                stored.load(first, to, at, n, ints);
            }

            @Override
            void load(int first, int n, long[] to, long[] toLongs, int at, LocalRows local) {
                stored.load(first, n, to, toLongs, at, local);
            }

            @Override
            void store(LocalRows local, int n, int first) {
                if (writes.incrementAndGet() == 10) {
                    throw new IllegalStateException("test");
                }
                stored.store(local, n, first);
            }
        };
        try (Crew crew = new Crew(4)) {
            RowSort.sort(failing, crew, buffers, 0);
        }
        assertThat(writes.get()).isGreaterThan(20);
        assertThat(keys).isSorted();
        assertThat(values).isEqualTo(keys);
    }
}
