package io.github.tornadosort;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortCases.SortCase;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sorts whose arrays pass 2^31 and 2^32 bytes, on every device, within the memory of a machine of 24 GiB; in Maven's
 * profile {@code soak}. Every result is read once, by no code of the library's: keys in order, and the same ones as before
 * by two sums; with values, which tell each key's place before, there is no doubt left at all.
 */
@Tag("soak")
class ScaleTest {
    private static final long MOST_BYTES = 24L << 30;
    /** The memory that devices report in these tests. It leaves room for the caller's keys and a copy of them. */
    private static final long DEVICE_BYTES = 12L << 30;

    private static final Order DESCENDING = Order.DESCENDING;

    static Stream<SortCase> cases() {
        return SortCases.forHostCode().stream().filter(SortCase::isShipped);
    }

    static Stream<Arguments> casesAndKeys() {
        return cases().flatMap(on -> Stream.of(
                Arguments.of(on, KeyType.INT8, Integer.MAX_VALUE, Order.ASCENDING),
                Arguments.of(on, KeyType.INT32, 1 << 30, Order.ASCENDING),
                Arguments.of(on, KeyType.INT32, (1 << 30) + 1, DESCENDING),
                Arguments.of(on, KeyType.INT64, (1 << 29) + 1, Order.ASCENDING)));
    }

    /** Buffers of closed plans are freed by the garbage collector. This frees them before the next test allocates its own. */
    @AfterEach
    void collect() {
        System.gc();
    }

    private static Sorter sorter(SortCase on) {
        return Sorter.builder().device(LargeColumnTest.withMemory(on.device(), DEVICE_BYTES)).policy(on.policy()).open();
    }

    @ParameterizedTest
    @MethodSource("casesAndKeys")
    void keysAlone(SortCase on, KeyType type, int n, Order sortOrder) throws IOException {
        try (Arena arena = Arena.ofShared();
                Sorter sorter = sorter(on)) {
            Column keys = new Column(arena.allocate((long) n * type.bytes(), Long.BYTES), type);
            fill(keys);
            Sums given = Sums.of(keys);
            assertThat(Diagnostics.of(sorter).scratchBytes(n, type, null).device())
                    .as("bytes of both buffers")
                    .isGreaterThanOrEqualTo(2L << 32);

            long start = System.nanoTime();
            sorter.sort(keys, sortOrder);
            print(n + " " + type.label() + " keys", System.nanoTime() - start);

            boolean descending = sortOrder.isDescending();
            assertThat(first(n, i -> i > 0 && (descending ? at(keys, i - 1) < at(keys, i) : at(keys, i - 1) > at(keys, i))))
                    .as("first key out of order")
                    .isEqualTo(n);
            assertThat(Sums.of(keys)).isEqualTo(given);
        }
        assertThat(peakBytes()).isLessThanOrEqualTo(MOST_BYTES);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void keysWithValues(SortCase on) throws IOException {
        int n = (1 << 29) + 1;
        try (Arena arena = Arena.ofShared();
                Sorter sorter = sorter(on)) {
            Column keys = new Column(arena.allocate(4L * n, Long.BYTES), KeyType.INT32);
            Column values = new Column(arena.allocate(4L * n, Long.BYTES), KeyType.INT32);
            fill(keys);
            each(n, i -> values.segment().setAtIndex(JAVA_INT, i, (int) i));

            long start = System.nanoTime();
            sorter.sort(keys, Order.ASCENDING, values);
            print(n + " int32 keys with as many values", System.nanoTime() - start);

            // All pairs of key and value are different, so none is missing.
            assertThat(first(n, i -> at(values, i) < 0 || at(values, i) >= n || (int) word(at(values, i)) != at(keys, i)))
                    .as("first key without its value")
                    .isEqualTo(n);
            assertThat(first(n, i -> i > 0
                    && (at(keys, i - 1) > at(keys, i)
                            || (at(keys, i - 1) == at(keys, i) && at(values, i - 1) >= at(values, i)))))
                    .as("first key out of stable order")
                    .isEqualTo(n);
        }
        assertThat(peakBytes()).isLessThanOrEqualTo(MOST_BYTES);
    }

    /** Two sums over all keys, the same in any order. */
    private record Sums(long ofKeys, long ofWords) {
        static Sums of(Column keys) {
            return new Sums(sum(keys.size(), i -> at(keys, i)), sum(keys.size(), i -> word(at(keys, i))));
        }
    }

    /** A random word by its number. */
    private static long word(long number) {
        long z = number * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private static void fill(Column keys) {
        MemorySegment memory = keys.segment();
        switch (keys.type()) {
            case INT8 -> each(keys.size(), i -> memory.set(JAVA_BYTE, i, (byte) word(i)));
            case INT32 -> each(keys.size(), i -> memory.setAtIndex(JAVA_INT, i, (int) word(i)));
            default -> each(keys.size(), i -> memory.setAtIndex(JAVA_LONG, i, word(i)));
        }
    }

    private static long at(Column keys, long i) {
        return switch (keys.type()) {
            case INT8 -> keys.segment().get(JAVA_BYTE, i);
            case INT32 -> keys.segment().getAtIndex(JAVA_INT, i);
            default -> keys.segment().getAtIndex(JAVA_LONG, i);
        };
    }

    private static void each(long n, LongConsumer step) {
        LongStream.range(0, n).parallel().forEach(step);
    }

    private static long sum(long n, LongUnaryOperator of) {
        return LongStream.range(0, n).parallel().map(of).sum();
    }

    /** Returns the first number for which the condition holds, or n. */
    private static long first(long n, LongPredicate so) {
        return LongStream.range(0, n).parallel().filter(so).findFirst().orElse(n);
    }

    private static void print(String what, long nanos) throws IOException {
        System.out.printf("sorted %s in %.1f s; %.1f GiB at most so far%n", what, nanos * 1e-9, peakBytes() * 0x1p-30);
    }

    /** Returns the peak memory of this process in bytes, or 0 if the system does not report it. */
    private static long peakBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        List<String> lines = Files.exists(status) ? Files.readAllLines(status) : List.of();
        return lines.stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElse(0);
    }
}
