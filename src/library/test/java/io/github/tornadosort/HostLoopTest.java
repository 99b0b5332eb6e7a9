package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.ScratchBytes;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Tests which executions the host loop runs on the device, and that there are no more than the sort needs. The loop is the same
 * on every device, and plans compile quickly on the JVM backend.
 */
class HostLoopTest {
    private static final SortDevice DEVICE = SortDevice.preferred();
    /** Digits of 11 bits: 3 passes for 32-bit keys, 6 for 64-bit ones. */
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    /** Tiles of 128 keys, digits of 5 bits: 7 passes for 32-bit keys. */
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4);

    /** Digits of 8 bits. */
    private static final SortPolicy EIGHT = new SortPolicy(Kernels.WORK_GROUP, 8, 2, 32, 4);

    private static final int N = 3000;

    /** The parameters of an execution or a copy: the digit. */
    private record Step(int shift, int bits) {}

    /** Records the steps. */
    private static final class Log implements Checkpoint {
        private final List<Step> steps = new ArrayList<>();

        @Override
        public void check(IntArray p) {
            int window = PassParameters.WINDOWS + 2 * p.get(PassParameters.DIGITS);
            steps.add(new Step(p.get(window), Integer.bitCount(p.get(window + 1))));
        }
    }

    private final Log log = new Log();

    @BeforeAll
    static void needsTheJvmBackend() {
        assumeTrue(DEVICE.backend().equals("jvm"));
    }

    private Sorter sorter(SortPolicy policy) {
        return builder(policy).open();
    }

    private Sorter.Builder builder(SortPolicy policy) {
        return Sorter.builder().device(DEVICE).policy(policy).checkpoint(log);
    }

    private static Column keys() {
        return KeyData.random(KeyType.INT32, N, 1);
    }

    private static Step step(int shift, int bits) {
        return new Step(shift, bits);
    }

    /** Sorts with this policy, and returns what was done. */
    private SortStats sort(SortPolicy policy, Column keys) {
        return sort(builder(policy), keys);
    }

    private static SortStats sort(Sorter.Builder opened, Column keys) {
        try (Sorter sorter = opened.open()) {
            Column input = KeyData.copy(keys);
            SortStats stats = sorter.sort(keys);
            assertThat(Operation.firstDifference(keys, Operation.at(input, Reference.order(input, Order.ASCENDING))))
                    .as("first wrong key")
                    .isEqualTo(-1);
            return stats;
        }
    }

    @Test
    void oneSurveyOnePassPerDigitOneCopy() {
        SortStats stats = sort(BLOCK, keys());
        assertThat(log.steps)
                .containsExactly(step(0, 0), step(0, 11), step(11, 11), step(22, 10), step(22, 10));
        assertThat(stats.keys()).isEqualTo(N);
        assertThat(stats.passesIssued()).isEqualTo(3);
        assertThat(stats.passesSkipped()).isZero();
    }

    @Test
    void theSurveyOfWorkGroupsCountsDigitsUnlessOthersSaveAPass() {
        sort(EIGHT, keys());
        assertThat(log.steps).as("survey, passes, copy").containsExactly(
                step(0, 8), step(0, 8), step(8, 8), step(16, 8), step(24, 8), step(24, 8));

        log.steps.clear();
        sort(EIGHT, Column.of(IntStream.range(0, N).map(i -> i * 7919 & 0xff00ff).toArray()));
        assertThat(log.steps).as("two of the digits").containsExactly(step(0, 8), step(0, 8), step(16, 8), step(16, 8));

        log.steps.clear();
        sort(EIGHT, Column.of(IntStream.range(0, N).map(i -> (i * 7919 & 0xfff) << 4).toArray()));
        assertThat(log.steps).as("digits that save no pass").containsExactly(step(0, 8), step(0, 8), step(8, 8), step(8, 8));

        log.steps.clear();
        sort(EIGHT, Column.of(IntStream.range(0, N).map(i -> (i * 7919 & 0xff) << 4).toArray()));
        assertThat(log.steps).as("a digit that saves one, and is counted").containsExactly(
                step(0, 8), step(4, 8), step(4, 8), step(4, 8));
    }

    @Test
    void sortedKeysAreOnlySurveyed() {
        int[] keys = IntData.random(N, 2);
        Arrays.sort(keys);
        for (SortPolicy policy : List.of(BLOCK, GROUP)) {
            log.steps.clear();
            SortStats stats = sort(builder(policy).algorithm("radix"), Column.of(keys));
            assertThat(log.steps).hasSize(1);
            assertThat(stats.passesIssued()).isZero();
            assertThat(stats.passesSkipped()).isEqualTo(policy.kernels() == Kernels.BLOCK ? 3 : 7);
            Column wide = Column.of(Arrays.stream(keys).asLongStream().toArray());
            for (Operation operation : List.of(Operation.ARGSORT, Operation.SORT_WITH_INT32, Operation.SORT_WITH_OBJECTS)) {
                try (Sorter sorter = builder(policy).algorithm("radix").open()) {
                    operation.check(sorter, Column.of(keys), Order.ASCENDING, operation + " of sorted keys");
                    operation.check(sorter, wide, Order.ASCENDING, operation + " of sorted longs");
                }
            }
        }
    }

    @Test
    void sortedKeysNeedNoDeviceUnlessItIsRequested() {
        int[] sorted = IntStream.range(0, N).toArray();
        try (Sorter sorter = sorter(BLOCK)) {
            SortStats stats = sorter.sort(Column.of(sorted), Order.ASCENDING);
            assertThat(stats.passesSkipped()).isEqualTo(3);
            assertThat(stats.keys()).isEqualTo(N);
            assertThat(sorter.argsort(Column.of(sorted), Order.ASCENDING)).isEqualTo(sorted);
        }
        assertThat(log.steps).isEmpty();
    }

    @Test
    void theWidthOfDigitsCanBeRequested() {
        for (KeyType type : List.of(KeyType.INT32, KeyType.INT64)) {
            for (SortPolicy policy : List.of(BLOCK, GROUP)) {
                SortStats stats = sort(builder(policy).algorithm("radix").digitBits(4), KeyData.random(type, N, 4));
                assertThat(stats.passesIssued()).isEqualTo(type.bits() / 4);
                try (Sorter sorter = builder(policy).algorithm("radix").digitBits(4).open()) {
                    Operation.ARGSORT.check(sorter, KeyData.random(type, N, 4), Order.ASCENDING, "argsort of " + type);
                    Operation.SORT_WITH_FLOAT64.check(sorter, KeyData.random(type, N, 4), Order.ASCENDING, "wide values");
                }
            }
        }
    }

    @Test
    void timesAreTakenOnRequest() {
        for (SortPolicy policy : List.of(BLOCK, GROUP)) {
            try (Sorter timed = builder(policy).timed().open(); Sorter sorter = sorter(policy)) {
                long start = System.nanoTime();
                SortStats first = timed.sort(keys());
                SortStats untimed = sorter.sort(keys());
                long most = System.nanoTime() - start;
                assertThat(first.compileNanos()).isBetween(1L, most);
                assertThat(untimed.compileNanos()).isZero();
                for (SortStats stats : List.of(first, untimed)) {
                    assertThat(stats.kernelNanos()).isBetween(1L, most);
                    assertThat(stats.copyInNanos()).isBetween(1L, most);
                    assertThat(stats.copyOutNanos()).isBetween(1L, most);
                }
            }
        }
    }

    @Test
    void memoryIsThatOfTheLargestChunk() {
        SortDevice small = LargeColumnTest.withRoomFor(40_000, DEVICE, BLOCK);
        try (Sorter all = sorter(BLOCK);
                Sorter chunks = Sorter.builder().device(small).policy(BLOCK).checkpoint(log).open()) {
            long fixed = Diagnostics.of(all).scratchBytes(20_000, KeyType.INT32, null).device() - 8L * 20_480;
            assertThat(Diagnostics.of(chunks).scratchBytes(40_000, KeyType.INT32, null))
                    .isEqualTo(same(8L * 40_000 + fixed));
            assertThat(Diagnostics.of(chunks).scratchBytes(40_001, KeyType.INT32, null))
                    .as("and a copy of all")
                    .isEqualTo(new ScratchBytes(8L * 40_000 + fixed, 8L * 40_000 + fixed + 4L * 40_001));
        }
    }

    private static ScratchBytes same(long bytes) {
        return new ScratchBytes(bytes, bytes);
    }

    @Test
    void moreKeysThanTheDeviceHoldsAreSortedInChunks() {
        SortDevice small = LargeColumnTest.withRoomFor(1000, DEVICE, BLOCK);
        Column keys = KeyData.random(KeyType.INT32, 2500, 5);
        try (Sorter sorter = Sorter.builder().device(small).policy(BLOCK).checkpoint(log).open()) {
            assertThat(Diagnostics.of(sorter).capacity(KeyType.INT32)).isEqualTo(1000);
            SortStats stats = sorter.sort(KeyData.copy(keys), Order.ASCENDING);
            assertThat(stats.keys()).isEqualTo(2500);
            assertThat(stats.passesIssued()).as("of three chunks").isEqualTo(9);
            assertThat(log.steps).hasSize(15);
            ScratchBytes said = Diagnostics.of(sorter).scratchBytes(2500, KeyType.INT32, KeyType.INT64);
            ScratchBytes ofChunk = Diagnostics.of(sorter).scratchBytes(500, KeyType.INT32, KeyType.INT64);
            assertThat(said.device()).isEqualTo(ofChunk.device());
            assertThat(said.host()).as("and a copy of all").isEqualTo(ofChunk.host() + 2500 * 12);
            for (Operation operation : Operation.values()) {
                operation.check(sorter, keys, Order.ASCENDING, operation.toString());
            }
        }
    }
}
