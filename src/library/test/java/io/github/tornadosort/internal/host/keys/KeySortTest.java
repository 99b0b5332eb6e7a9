package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys of many shapes are sorted by one and by several threads. */
@Timeout(60)
class KeySortTest {
    /** So many that four threads work, that a heavy value fills several slices, and that large buckets are sorted again. */
    private static final int N = 200_000;

    private final HostBuffers buffers = new HostBuffers();

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    /** What users have: no distribution may be special. */
    private enum Shape {
        UNIFORM, SORTED, REVERSED, TWO_RUNS, THIRTY_RUNS, ORGAN_PIPES, NEW_TAIL, DESCENDING_RUNS, DISTURBED,
        RUNS_WITH_PLATEAUS,
        EQUAL, TWO_VALUES, EIGHT_VALUES_AND_ONE_KEY, THIRTY_VALUES_AND_OTHERS, HUNDRED_VALUES, HEAVY_VALUE, ENDS, CROWDED,
        POWERS, TINY_RANGE,
        EQUAL_PREFIX;

        private long[] keys(int n) {
            SplittableRandom random = new SplittableRandom(n + ordinal());
            IntToLongFunction key = switch (this) {
                case UNIFORM, NEW_TAIL, DISTURBED, EQUAL_PREFIX -> _ -> random.nextLong();
                case SORTED -> i -> (long) i << 12;
                case REVERSED -> i -> (long) -i << 12;
                case TWO_RUNS -> i -> i < n / 2 ? 2L * i : 2L * (i - n / 2) + 1;
                case THIRTY_RUNS -> i -> (long) (i % (n / 30 + 1)) << 20;
                case ORGAN_PIPES -> i -> Math.min(i, n - i);
                case DESCENDING_RUNS -> i -> -((long) i % 5_000) << 10;
                case RUNS_WITH_PLATEAUS -> i -> i % 20_000 / 3_000;
                case EQUAL -> _ -> 7;
                case TWO_VALUES -> _ -> random.nextInt(2) == 0 ? -5 : 5;
                case EIGHT_VALUES_AND_ONE_KEY -> i -> i == n / 2 ? 3 : random.nextInt(8) * 10L;
                case THIRTY_VALUES_AND_OTHERS ->
                    _ -> random.nextInt(10) > 0 ? random.nextInt(30) * 1_000_003L << 32 : random.nextLong();
                case HUNDRED_VALUES -> _ -> random.nextInt(100) * 1_000_003L;
                case HEAVY_VALUE -> _ -> random.nextInt(10) < 7 ? 42 : random.nextLong();
                case ENDS -> _ -> random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextInt(2) == 0 ? Long.MAX_VALUE
                        : random.nextLong();
                case CROWDED -> _ -> random.nextInt(1_000) == 0 ? random.nextLong() : 1L << 40 | random.nextInt(1 << 20);
                case POWERS -> _ -> random.nextLong() >>> random.nextInt(64);
                case TINY_RANGE -> _ -> random.nextInt(1_000);
            };
            long[] keys = IntStream.range(0, n).mapToLong(key).toArray();
            switch (this) {
                case NEW_TAIL, DISTURBED -> {
                    Arrays.sort(keys);
                    for (int k = 0; k < n / 50; k++) {
                        keys[this == NEW_TAIL ? n - 1 - k : random.nextInt(10) * (n / 10)] = random.nextLong();
                    }
                }
                case EQUAL_PREFIX -> Arrays.fill(keys, 0, n / 100, 5);
                default -> {}
            }
            return keys;
        }
    }

    /** The keys as ints whose order is that of the longs' upper or lower halves, whichever vary more. */
    private static int[] ints(long[] keys) {
        long most = LongStream.of(keys).max().orElse(0);
        long least = LongStream.of(keys).min().orElse(0);
        int shift = most > Integer.MAX_VALUE || least < Integer.MIN_VALUE ? 32 : 0;
        return LongStream.of(keys).mapToInt(key -> (int) (key >> shift)).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void sortsEachShape(Shape shape) {
        for (int n : new int[] {1, 2, 127, 129, 5_000, 40_000, N}) {
            for (int threads : new int[] {1, 4}) {
                long[] longs = shape.keys(n);
                int[] ints = ints(longs);
                long[] expected = longs.clone();
                Arrays.sort(expected);
                KeySort64.sort(Column.of(longs), false, threads, buffers);
                assertThat(Arrays.equals(longs, expected)).as("%d longs, %d threads", n, threads).isTrue();
                int[] expectedInts = ints.clone();
                Arrays.sort(expectedInts);
                KeySort32.sort(Column.of(ints), false, threads, buffers);
                assertThat(Arrays.equals(ints, expectedInts)).as("%d ints, %d threads", n, threads).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void sortsFloatingPointNumbersInBothDirections(Shape shape) {
        double[] doubles = LongStream.of(shape.keys(N)).mapToDouble(key -> key * 1e-3).toArray();
        doubles[3] = Double.NaN;
        doubles[4] = -0.0;
        doubles[5] = 0.0;
        doubles[6] = Double.NEGATIVE_INFINITY;
        double[] expected = doubles.clone();
        Arrays.sort(expected);
        double[] descending = doubles.clone();
        KeySort64.sort(Column.of(doubles), false, 4, buffers);
        assertThat(Arrays.equals(doubles, expected)).isTrue();
        KeySort64.sort(Column.of(descending), true, 4, buffers);
        for (int i = 0; i < N; i++) {
            assertThat(Double.compare(descending[i], expected[N - 1 - i])).isZero();
        }
    }

    @Test
    void saysWhetherKeysWereSorted() {
        int[] keys = IntStream.range(0, N).toArray();
        assertThat(KeySort32.sort(Column.of(keys), false, 4, buffers)).isFalse();
        assertThat(KeySort32.sort(Column.of(keys), true, 4, buffers)).isTrue();
        assertThat(KeySort32.sort(Column.of(keys), true, 4, buffers)).isFalse();
    }

    /** Each sampled key is equal, so that the first distribution finds one bucket, which is sorted again and again. */
    @Test
    void sortsKeysThatNoSampleDivides() {
        long[] keys = new SplittableRandom(1).longs(1 << 19, 0, 1 << 30).map(key -> key * key * key >>> 20).toArray();
        for (int i = 0; i < 1_000; i++) {
            keys[i * 500] = Long.MIN_VALUE + i;
            keys[i * 500 + 1] = Long.MAX_VALUE - i;
        }
        long[] expected = keys.clone();
        Arrays.sort(expected);
        KeySort64.sort(Column.of(keys), false, 4, buffers);
        assertThat(Arrays.equals(keys, expected)).isTrue();
    }

    @Test
    void eachOfFewValuesHasASlot() {
        for (int seed = 0; seed < 20; seed++) {
            long[] values = new SplittableRandom(seed).longs(30).toArray();
            long[] sample = LongStream.concat(LongStream.of(values), LongStream.of(values)).sorted().toArray();
            assertThat(Values64.of(sample).size()).as("seed %d", seed).isEqualTo(values.length);
        }
    }

    @Test
    void theNextSortOfFewValuesTakesTheMemoryThatIsKept() {
        AtomicInteger allocations = new AtomicInteger();
        Thread caller = Thread.currentThread();
        for (int sort = 0; sort < 2; sort++) {
            allocations.set(0);
            HostMemory.watch(_ -> allocations.addAndGet(Thread.currentThread() == caller ? 1 : 0));
            KeySort64.sort(Column.of(Shape.HUNDRED_VALUES.keys(N)), false, 4, buffers);
        }
        assertThat(allocations).as("a sample and the other keys").hasValueLessThanOrEqualTo(2);
    }

    /** Runs are left to a sort in place. */
    @ParameterizedTest
    @EnumSource(names = {"SORTED", "REVERSED", "TWO_RUNS"})
    void aSinkReceivesNothingOfRuns(Shape shape) {
        KeySink sink = (_, _) -> {
            throw new AssertionError("a piece");
        };
        assertThat(KeySort64.sortTo(new Words64(Column.of(shape.keys(N)), false, sink), 4, buffers)).isFalse();
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void keysAreUnchangedOrSortedIfAnAllocationFails(Shape shape) {
        int n = 300_000;
        AtomicInteger left = new AtomicInteger();
        for (int failing = 0; left.get() <= 0; failing++) {
            long[] keys = shape.keys(n);
            long[] expected = keys.clone();
            left.set(failing + 1);
            HostMemory.watch(_ -> {
                if (left.decrementAndGet() == 0) {
                    throw new OutOfMemoryError("planted");
                }
            });
            try {
                KeySort64.sort(Column.of(keys), false, 4, new HostBuffers());
            } catch (OutOfMemoryError e) {
                assertThat(Arrays.equals(keys, expected)).as("allocation %d", failing).isTrue();
                Arrays.sort(keys);
            }
            HostMemory.watch(null);
            Arrays.sort(expected);
            assertThat(Arrays.equals(keys, expected)).as("allocation %d", failing).isTrue();
        }
    }
}
