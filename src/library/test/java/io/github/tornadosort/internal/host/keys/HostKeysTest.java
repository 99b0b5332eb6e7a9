package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorts on the host must equal a stable sort by index, whatever the type, the order, the distribution and the memory. */
class HostKeysTest {
    private static final int[] SIZES = {0, 1, 2, 3, 10, 43, 44, 1_000, 1 << 15, 140_003};

    private final HostBuffers buffers = new HostBuffers();

    /** The bits of the key at an index; narrow keys use the lower bits. */
    private record Keys(String name, LongUnaryOperator bits) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Keys> inputs(int n) {
        SplittableRandom random = new SplittableRandom(n);
        long[] few = random.longs(16).toArray();
        return List.of(
                new Keys("uniform", _ -> random.nextLong()),
                new Keys("and of 5", _ -> random.longs(5).reduce(-1, (a, b) -> a & b)),
                new Keys("or of 5", _ -> random.longs(5).reduce(0, (a, b) -> a | b)),
                new Keys("few distinct", _ -> few[random.nextInt(few.length)]),
                new Keys("powers", _ -> (long) Math.pow(2, 63 * Math.pow(random.nextDouble(), 4))),
                new Keys("small powers", _ -> (long) Math.pow(2, 31 * Math.pow(random.nextDouble(), 4))),
                new Keys("ascending", i -> i << 33 | i),
                new Keys("descending", i -> ~(i << 33 | i)),
                new Keys("descending numbers", i -> (n - i) << 33 | (n - i)),
                new Keys("descending but for one", i -> i == n / 2 ? 1 : (n - i) << 33 | (n - i)),
                new Keys("two values", i -> i % 3 == 0 ? 5 : 7),
                new Keys("one exception", i -> i == n / 2 ? Long.MIN_VALUE : 9),
                new Keys("clusters",
                        _ -> (long) random.nextInt(3) << 62 | (long) random.nextInt(3) << 30 | random.nextInt(100)),
                new Keys("two peaks", _ -> (random.nextBoolean() ? 0x2000000020000000L : -5L) + random.nextInt(1000)));
    }

    private static Stream<Arguments> typesAndOrders() {
        return Stream.of(KeyType.values()).flatMap(type -> Stream.of(Arguments.of(type, false), Arguments.of(type, true)));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("typesAndOrders")
    void sortsLikeAStableSortByIndex(KeyType type, boolean descending) {
        for (int n : SIZES) {
            for (Keys keys : inputs(n)) {
                check(keys + " " + n, column(type, n, keys, MemorySegment.ofArray(new byte[n * type.bytes()])), descending);
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("typesAndOrders")
    void sortsAnyMemory(KeyType type, boolean descending) {
        for (int n : new int[] {100, 140_003}) {
            Keys uniform = inputs(n).getFirst();
            int bytes = n * type.bytes();
            try (Arena arena = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
                check("array of its type " + n, column(type, n, uniform, Column.allocate(type, n).segment()), descending);
                check("part of an array " + n,
                        column(type, n, uniform, Column.allocate(type, n + 2).range(1, n + 1).segment()),
                        descending);
                check("confined " + n, column(type, n, uniform, arena.allocate(bytes)), descending);
                check("shared " + n, column(type, n, uniform, shared.allocate(bytes)), descending);
                check("misaligned " + n, column(type, n, uniform, shared.allocate(bytes + 1).asSlice(1)), descending);
                check("misaligned array " + n,
                        column(type, n, uniform, MemorySegment.ofArray(new byte[bytes + 1]).asSlice(1)), descending);
                check("ints " + n, column(type, n, uniform,
                        MemorySegment.ofArray(new int[bytes / 4 + 1]).asSlice(0, bytes)), descending);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = KeyType.class, names = {"FLOAT32", "FLOAT64"})
    void keepsTheBitsAndTheOrderOfNaNs(KeyType type) {
        for (int n : new int[] {10, 1_000, 5_000, 140_003}) { // 5,000 on one thread
            for (boolean descending : new boolean[] {false, true}) {
                SplittableRandom random = new SplittableRandom(n);
                Keys keys = new Keys("NaNs", i -> {
                    long number = type == KeyType.FLOAT32
                            ? Float.floatToRawIntBits((float) random.nextDouble(-1, 1))
                            : Double.doubleToRawLongBits(random.nextDouble(-1, 1));
                    long nan = type == KeyType.FLOAT32 ? 0x7fc00000 | (int) i : 0x7ff8000000000000L | i;
                    long sign = random.nextBoolean() ? 0 : type == KeyType.FLOAT32 ? 1L << 31 : 1L << 63;
                    return random.nextInt(10) == 0 ? sign | nan : random.nextInt(10) == 0 ? sign : number;
                });
                check("heap " + n, column(type, n, keys, Column.allocate(type, n).segment()), descending);
                try (Arena arena = Arena.ofShared()) {
                    check("native " + n, column(type, n, keys, arena.allocate((long) n * type.bytes())), descending);
                }
            }
        }
    }

    /** Runs that rise and fall are runs, as in an organ pipe; random keys, and few random values, have none. */
    @Test
    void neighboursInOrderAreRuns() {
        int n = 5_000;
        SplittableRandom random = new SplittableRandom(4);
        long[] pipe = LongStream.range(0, n).map(i -> Math.min(i, n - i)).toArray();
        assertThat(Sample64.areOrderly(new Words64(Column.of(pipe), false), 0, n)).isTrue();
        assertThat(Sample64.areOrderly(new Words64(Column.of(random.longs(n).toArray()), false), 0, n)).isFalse();
        assertThat(Sample64.areOrderly(new Words64(Column.of(random.longs(n, 0, 3).toArray()), false), 0, n)).isFalse();
    }

    /** A run that descends is searched for NaNs at its ends only. */
    @Test
    void reversedNumbersKeepTheOrderOfNaNs() {
        double[] keys = new double[2 * (int) HostPolicy.ALONE];
        Arrays.setAll(keys, i -> -i);
        keys[0] = Double.longBitsToDouble(0x7ff8000000000002L);
        keys[1] = Double.longBitsToDouble(0x7ff8000000000001L);
        HostKeys.sort(Column.of(keys), false, buffers);
        assertThat(Double.doubleToRawLongBits(keys[keys.length - 2])).isEqualTo(0x7ff8000000000002L);
        assertThat(Double.doubleToRawLongBits(keys[keys.length - 1])).isEqualTo(0x7ff8000000000001L);
        assertThat(keys).isSorted();
    }

    /** The JDK counts bytes of an array in half of the processor time. */
    @Test
    void oneOfFewThreadsCountsBytes() {
        byte[] keys = new byte[HostPolicy.FEW_BYTES];
        new SplittableRandom(3).nextBytes(keys);
        List<Long> allocated = new ArrayList<>();
        HostMemory.watch(allocated::add);
        Loop.withThreads(HostPolicy.FEW_THREADS - 1, () -> HostKeys.sort(Column.of(keys), true, buffers));
        assertThat(allocated).isEmpty();
        assertThat(IntStream.range(1, keys.length)).allMatch(i -> keys[i - 1] >= keys[i]);
    }

    /** The JDK sorts runs two to three times as fast as one thread merges them here, and other keys nearly as fast, without memory. */
    @Test
    void oneThreadLeavesKeysToTheJdk() {
        double[] keys = new SplittableRandom(3).doubles(1 << 19).toArray();
        List<Long> allocated = new ArrayList<>();
        HostMemory.watch(allocated::add);
        Loop.withThreads(1, () -> HostKeys.sort(Column.of(keys), false, buffers));
        assertThat(allocated).isEmpty();
        assertThat(keys).isSorted();
    }

    /** Only one thread may read the memory of a confined arena, so that the JDK sorts the keys: not bucket by bucket. */
    @Test
    void oneThreadSortsNoBuckets() {
        try (Arena arena = Arena.ofConfined()) {
            int[] random = new SplittableRandom(1).ints(140_003).toArray();
            Column keys = new Column(arena.allocateFrom(ValueLayout.JAVA_INT, random), KeyType.INT32);
            KeySink none = (first, sorted) -> {
                throw new AssertionError("keys were passed on");
            };
            assertThat(HostKeys.sortTo(keys, false, buffers, none)).isFalse();
            assertThat(HostKeys.sort(keys, false, buffers)).isTrue();
            assertThat(keys.segment().toArray(ValueLayout.JAVA_INT)).isSorted();
        }
    }

    @Test
    void saysWhetherManyKeysWereSorted() {
        int[] keys = IntStream.range(0, 1 << 18).toArray();
        assertThat(HostKeys.sort(Column.of(keys), false, buffers)).isFalse();
        assertThat(HostKeys.sort(Column.of(keys), true, buffers)).isTrue();
        assertThat(HostKeys.sort(Column.of(keys), true, buffers)).isFalse();
    }

    @Test
    void sortsPartOfAnArrayOfLongs() {
        long[] keys = new SplittableRandom(1).longs(150_000).toArray();
        long[] expected = keys.clone();
        Arrays.sort(expected, 10, 140_000);
        HostKeys.sort(keys, 10, 140_000, buffers);
        assertThat(keys).isEqualTo(expected);
    }

    @Test
    void keepsMemoryBetweenCalls() {
        int[] keys = new SplittableRandom(1).ints(150_000).toArray();
        List<Long> allocated = new ArrayList<>();
        HostKeys.sort(Column.of(keys.clone()), false, buffers);
        HostMemory.watch(bytes -> {
            synchronized (allocated) {
                allocated.add(bytes);
            }
        });
        HostKeys.sort(Column.of(keys.clone()), false, buffers);
        assertThat(allocated).allMatch(bytes -> bytes < 600_000);
        buffers.close();
        HostKeys.sort(Column.of(keys.clone()), false, buffers);
        assertThat(allocated).anyMatch(bytes -> bytes >= 600_000);
    }

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    /** After any failed allocation the keys must be unchanged or sorted. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource(KeyType.class)
    void losesNothingWhenMemoryRunsOut(KeyType type) {
        int n = 140_000;
        for (int failing = 0, failed = 1; failed > 0; failing++) {
            Column keys = column(type, n, inputs(n).getFirst(), MemorySegment.ofArray(new byte[n * type.bytes()]));
            byte[] before = keys.segment().toArray(ValueLayout.JAVA_BYTE);
            byte[] sorted = sorted(keys, false);
            AtomicInteger left = new AtomicInteger(failing);
            HostMemory.watch(bytes -> {
                if (left.getAndDecrement() == 0) {
                    throw new OutOfMemoryError("test");
                }
            });
            try {
                HostKeys.sort(keys, false, new HostBuffers());
                HostMemory.watch(null);
                assertThat(keys.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sorted);
            } catch (OutOfMemoryError e) {
                HostMemory.watch(null);
                assertThat(keys.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(before);
            }
            failed = left.get() < 0 ? 1 : 0;
        }
    }

    @Test
    void sortsOnSeveralThreadsAtOnce() {
        int n = 140_000;
        IntStream.range(0, 16).parallel().forEach(i -> {
            long[] keys = new SplittableRandom(i).longs(n).toArray();
            long[] expected = keys.clone();
            Arrays.sort(expected);
            HostKeys.sort(Column.of(keys), false, buffers);
            assertThat(keys).isEqualTo(expected);
        });
    }

    private static Column column(KeyType type, int n, Keys keys, MemorySegment memory) {
        for (long i = 0; i < n; i++) {
            long bits = keys.bits.applyAsLong(i);
            switch (type.bytes()) {
                case 1 -> memory.set(ValueLayout.JAVA_BYTE, i, (byte) bits);
                case 2 -> memory.set(Layouts.SHORT, 2 * i, (short) bits);
                case 4 -> memory.set(Layouts.INT, 4 * i, (int) bits);
                default -> memory.set(Layouts.LONG, 8 * i, bits);
            }
        }
        return new Column(memory, type);
    }

    private void check(String what, Column keys, boolean descending) {
        byte[] expected = sorted(keys, descending);
        HostKeys.sort(keys, descending, buffers);
        assertThat(keys.segment().mismatch(MemorySegment.ofArray(expected))).as(what).isEqualTo(-1);
    }

    private static byte[] sorted(Column keys, boolean descending) {
        Order order = descending ? Order.DESCENDING : Order.ASCENDING;
        Column copy = new Column(MemorySegment.ofArray(keys.segment().toArray(ValueLayout.JAVA_BYTE)), keys.type());
        HostPairs.sort(copy, order, new HostBuffers());
        return copy.segment().toArray(ValueLayout.JAVA_BYTE);
    }
}
