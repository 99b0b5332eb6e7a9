package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every operation on a device whose memory holds only some of the keys. They are sorted in chunks and merged, and the
 * result is the same.
 */
@Tag("slow")
class LargeColumnTest {
    private static final Order DESCENDING = Order.DESCENDING;
    private static final int MOST_INTS = 1024;

    private static final Map<SortCase, Sorter> SORTERS = new ConcurrentHashMap<>();

    static List<SortCase> cases() {
        return SortCases.forHostCode();
    }

    static Stream<Arguments> casesAndTypes() {
        return cases().stream()
                .flatMap(on -> Stream.of(KeyType.values()).map(type -> Arguments.of(on, type)));
    }

    @AfterAll
    static void close() {
        SORTERS.values().forEach(Sorter::close);
        SORTERS.clear();
    }

    private static Sorter sorter(SortCase on) {
        return SORTERS.computeIfAbsent(on,
                key -> Sorter.builder().device(withRoomFor(MOST_INTS, on.device(), on.policy())).policy(on.policy()).open());
    }

    /** Returns the device with memory for a plan of the given number of 32-bit keys: 8 bytes per key and a fixed part. */
    static SortDevice withRoomFor(int ints, SortDevice device, SortPolicy policy) {
        try (Sorter sorter = Sorter.builder().device(device).policy(policy).open()) {
            // No rule names another algorithm for keys of 16 bits.
            long fixed = Diagnostics.of(sorter).scratchBytes(16_384, KeyType.INT16, null).device() - 8 * 16_384;
            return withMemory(device, fixed + 8L * ints);
        }
    }

    static SortDevice withMemory(SortDevice device, long bytes) {
        return TestDevices.device(
                device.driver(),
                device.number(),
                device.backend(),
                device.name(),
                device.type(),
                bytes,
                Handle.of(device));
    }

    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void everyOperation(SortCase on, KeyType type) {
        Sorter sorter = sorter(on);
        long most = Diagnostics.of(sorter).capacity(type);
        assertThat(most).isEqualTo(type.bytes() == 8 ? MOST_INTS / 2 : MOST_INTS);
        for (int n : new int[] {(int) most, (int) most + 1, (int) most * 2, (int) most * 5 + 3}) {
            for (Operation operation : Operation.values()) {
                Column keys = type.isFloat() ? KeyData.specials(type, n, n) : KeyData.random(type, n, n);
                operation.check(sorter, keys, n % 2 == 0 ? Order.ASCENDING : DESCENDING, operation + ", n = " + n);
            }
        }
    }

    /** If a few keys too many are sorted, the last chunk is not short, since it would need another plan. */
    @ParameterizedTest
    @MethodSource("cases")
    void chunksAreEquallyLong(SortCase on) {
        for (int n : new int[] {1025, 2049, 5003}) {
            IntSummaryStatistics lengths = new IntSummaryStatistics();
            Checkpoint lengthsSeen = p -> lengths.accept(p.get(PassParameters.N));
            try (Sorter sorter = Sorter.builder().device(withRoomFor(MOST_INTS, on.device(), on.policy()))
                    .policy(on.policy()).checkpoint(lengthsSeen).open()) {
                SortStats stats = sorter.sort(IntData.random(n, n));
                assertThat(stats.why()).isEqualTo("device, in " + Math.ceilDiv(n, 1024) + " chunks");
            }
            assertThat(lengths.getMin()).isEqualTo(n / Math.ceilDiv(n, 1024));
            assertThat(lengths.getMax()).isBetween(lengths.getMin(), lengths.getMin() + 1);
        }
    }

    /** Merges whose parts begin within runs of equal keys, on several cores. */
    @ParameterizedTest
    @MethodSource("casesAndTypes")
    void fewDistinctKeysInManyChunks(SortCase on, KeyType type) {
        int n = 36_001; // enough keys for two cores to merge them
        for (String input : List.of("two values", "constant", "sawtooth", "reversed")) {
            Column keys = KeyInputs.of(type).get(input).apply(n);
            Operation.SORT_WITH_INT32.check(sorter(on), keys, Order.ASCENDING, input);
            Operation.MERGE.check(sorter(on), keys, DESCENDING, input);
        }
    }
}
