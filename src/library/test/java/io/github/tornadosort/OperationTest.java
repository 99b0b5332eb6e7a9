package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The one test case of all operations: each of {@link Operation}, with keys of every type, on every device with every
 * family of kernels, against {@link Reference}.
 */
@Tag("slow")
class OperationTest {
    /** Lengths around the sizes of tiles, blocks and the smallest plan. */
    private static final int[] EDGES = {1024, 1025, 4095, 4097, 16_384, 16_385, 65_537};

    /** Open until the JVM ends, as the sorters of the cases are. */
    private static final Sorter HOST = Sorter.builder().onHost().open();

    static Stream<Arguments> casesAndTypes() {
        return SortCases.all().stream()
                .flatMap(on -> Stream.of(KeyType.values()).map(type -> Arguments.of(on, type)));
    }

    /** Rotates through the operations: each length and input takes one call, and each operation gets many of them. */
    private static final class Turns {
        private int operations;
        private int orders;

        Operation operation() {
            return Operation.values()[operations++ % Operation.values().length];
        }

        Order order() {
            return orders++ % 3 == 0 ? Order.DESCENDING : Order.ASCENDING;
        }
    }

    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void everyLength(SortCase on, KeyType type) {
        Turns turns = new Turns();
        for (int n = 0; n <= 1023; n = nextLength(on, n, type)) {
            turns.operation().check(on.sorter(), KeyData.random(type, n, n), turns.order(), "random, n = " + n);
        }
    }

    /**
     * All short lengths, then longer steps. Signed and unsigned keys of a width run the same kernels, and have different
     * lengths. Keys of 8 and 16 bits run the kernels for 32 bits, so they have fewer lengths, and so have more keys than a
     * work-group has work-items.
     */
    private static int nextLength(SortCase on, int n, KeyType type) {
        if (n < (on.slow() ? 8 : 20)) {
            return n + 1;
        }
        return n + (on.lengthStep() > 1 ? on.lengthStep() : isNarrow(type) || n > 260 ? 13 : 6 - (n + type.ordinal()) % 2);
    }

    private static boolean isNarrow(KeyType type) {
        return type.bits() < Integer.SIZE;
    }

    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void aroundEdges(SortCase on, KeyType type) {
        Turns turns = new Turns();
        for (int n : EDGES) {
            if (!on.slow() || n <= 1025) {
                turns.operation().check(on.sorter(), KeyData.random(type, n, n), turns.order(), "random, n = " + n);
            }
        }
    }

    /**
     * All operations, or one in turn where kernels are slow and for keys of 8 and 16 bits, which run the kernels for 32 bits.
     * Signed and unsigned keys of a width run the same kernels: one has all operations for every other input, the other for the
     * rest. Where kernels are slow, the rest is left out.
     */
    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void everyInput(SortCase on, KeyType type) {
        Turns turns = new Turns();
        int number = type.ordinal();
        for (Map.Entry<String, IntFunction<Column>> input : KeyInputs.of(type).entrySet()) {
            Column keys = input.getValue().apply(on.slow() ? 150 : 700);
            boolean mine = type.isFloat() || number++ % 2 == 0;
            if (on.slow() && !mine) {
                continue;
            }
            boolean all = mine && !on.slow() && !isNarrow(type);
            for (Operation operation : all ? List.of(Operation.values()) : List.of(turns.operation())) {
                operation.check(on.sorter(), keys, turns.order(), input.getKey());
            }
            if (on.isShipped() && !on.slow()) {
                checkRecords(number % 3 == 0 ? on.sorter() : HOST, keys, turns.order(), input.getKey());
            }
        }
    }

    /** Records of a key, the most significant byte first, and a number that distinguishes equal keys; between sentinels. */
    private static void checkRecords(Sorter sorter, Column keys, Order sortOrder, String what) {
        KeyType type = keys.type();
        int n = (int) keys.size();
        int width = type.bytes() + Integer.BYTES;
        int[] order = Reference.order(keys, sortOrder);
        ByteBuffer records = ByteBuffer.allocate((n + 2) * width);
        ByteBuffer expected = ByteBuffer.allocate((n + 2) * width);
        for (int i = -1; i <= n; i++) {
            boolean sentinel = i < 0 || i == n;
            putRecord(records, type, sentinel ? 0xA5 : KeyData.bits(keys, i), i);
            putRecord(expected, type, sentinel ? 0xA5 : KeyData.bits(keys, order[i]), sentinel ? i : order[i]);
        }
        MemorySegment middle = MemorySegment.ofArray(records.array()).asSlice(width, (long) n * width);
        Records view = new Records(middle, width, 0, type.bytes());
        assertThat(sorter.records().argsort(view, sortOrder)).as("indices of records, %s", what).isEqualTo(order);
        sorter.records().sort(view, sortOrder);
        assertThat(records.array()).as("records, %s", what).isEqualTo(expected.array());
    }

    private static void putRecord(ByteBuffer records, KeyType type, long bits, int number) {
        long ordered = Reference.orderedBits(type, bits);
        for (int shift = type.bits() - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            records.put((byte) (ordered >>> shift));
        }
        records.putInt(number);
    }

    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void someBits(SortCase on, KeyType type) {
        Turns turns = new Turns();
        Column keys = type.isFloat() ? KeyData.specials(type, 300, 3) : KeyData.random(type, 300, 3);
        int bits = type.bits();
        int[][] ranges = {{0, 1}, {bits - 1, bits}, {3, 3}, {bits / 2, bits}, {0, bits}, {1, bits - 2}, {2, bits / 2 + 1}};
        for (int[] range : ranges) {
            for (int i = 0; i < (on.slow() ? 1 : Operation.values().length); i++) {
                Order sortOrder = (i % 2 == 0 ? Order.ASCENDING : Order.DESCENDING).bits(range[0], range[1]);
                turns.operation().check(on.sorter(), keys, sortOrder, "bits " + Arrays.toString(range));
            }
        }
    }

    /** The sign decides first, then the exponent, then the fraction. */
    @ParameterizedTest
    @MethodSource("cases")
    void bitsOfFloatsAreThoseOfIeee754(SortCase on) {
        float[] exponents = {2.0f, 1.9999999f, Float.NaN, 1.0f, -2.0f, -1.5f, -1.0f, 1.5f};
        on.sorter().sort(Column.of(exponents), Order.ASCENDING.bits(23, 32));
        assertThat(exponents).containsExactly(-2.0f, -1.5f, -1.0f, 1.9999999f, 1.0f, 1.5f, 2.0f, Float.NaN);
        float[] signs = {1, -1, 0, -0.0f};
        on.sorter().sort(Column.of(signs), Order.ASCENDING.bits(31, 32));
        assertThat(signs).containsExactly(-1, -0.0f, 1, 0);
        double[] fractions = {1.75, 8, -1.5, 4.5, Double.NaN, 3};
        on.sorter().sort(Column.of(fractions), Order.ASCENDING.bits(0, 52));
        assertThat(fractions).containsExactly(8, 4.5, -1.5, 3, 1.75, Double.NaN);
    }

    static List<SortCase> cases() {
        return SortCases.all();
    }

    /** Keys at an odd address, between bytes that a write beyond either end would change. */
    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void misalignedBetweenRedZones(SortCase on, KeyType type) {
        int redZone = 65;
        int n = 257;
        Column input = KeyData.random(type, n, 9);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(input.segment().byteSize() + 2L * redZone, 64);
            memory.fill((byte) 0xA5);
            Column keys = new Column(memory.asSlice(redZone, input.segment().byteSize()), type);
            keys.segment().copyFrom(input.segment());
            on.sorter().sort(keys, Order.ASCENDING);
            assertThat(Operation.firstDifference(keys, Operation.at(input, Reference.order(input, Order.ASCENDING))))
                    .isEqualTo(-1);
            byte[] poison = new byte[redZone];
            Arrays.fill(poison, (byte) 0xA5);
            assertThat(memory.asSlice(0, redZone).mismatch(MemorySegment.ofArray(poison))).isEqualTo(-1);
            assertThat(memory.asSlice(memory.byteSize() - redZone).mismatch(MemorySegment.ofArray(poison)))
                    .isEqualTo(-1);
        }
    }
}
