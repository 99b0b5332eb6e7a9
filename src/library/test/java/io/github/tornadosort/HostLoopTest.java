package io.github.tornadosort;

import static io.github.tornadosort.SortOptions.ascending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Tests which executions the host loop runs on the device, and that there are no more than the sort needs. The loop is the same
 * on every device, and plans compile quickly on the JVM backend.
 */
class HostLoopTest {
    private static final SortDevice DEVICE = SortDevice.preferred();
    /** Digits of 11 bits: 3 passes for 32-bit keys, 6 for 64-bit ones. */
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    /** Digits so narrow that a block of 1024 keys is a large one. */
    private static final SortPolicy NARROW = new SortPolicy(Kernels.BLOCK, 4, 1, 0, 0);
    /** Tiles of 128 keys, digits of 5 bits: 7 passes for 32-bit keys. */
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4);

    private static final int N = 3000;

    /** The parameters of an execution or a copy: the digit, and whether the survey has counted it. */
    private record Step(int shift, int bits, boolean counted) {}

    /** Records the steps. */
    private static final class Log implements Checkpoint {
        private final List<Step> steps = new ArrayList<>();

        @Override
        public void check(IntArray p) {
            steps.add(new Step(
                    p.get(PassParameters.SHIFT),
                    Integer.bitCount(p.get(PassParameters.MASK)),
                    p.get(PassParameters.COUNTED) != 0));
        }
    }

    private final Log log = new Log();

    @BeforeAll
    static void needsTheJvmBackend() {
        assumeTrue(DEVICE.backend().equals("jvm"));
    }

    private Sorter sorter(SortPolicy policy) {
        return new Sorter(DEVICE, policy, log);
    }

    private static Column keys() {
        return KeyData.random(KeyType.INT32, N, 1);
    }

    private static Step step(int shift, int bits) {
        return new Step(shift, bits, false);
    }

    /** Sorts with this policy, and returns what was done. */
    private SortStats sort(SortPolicy policy, Column keys, SortOptions options) {
        try (Sorter sorter = sorter(policy)) {
            Column input = KeyData.copy(keys);
            SortStats stats = sorter.sort(keys, options);
            assertThat(Operation.firstDifference(keys, Operation.at(input, Reference.order(input, options))))
                    .as("first wrong key")
                    .isEqualTo(-1);
            return stats;
        }
    }

    @Test
    void oneSurveyOnePassPerDigitOneCopy() {
        SortStats stats = sort(BLOCK, keys(), ascending());
        assertThat(log.steps)
                .containsExactly(step(0, 11), step(0, 11), step(11, 11), step(22, 10), step(22, 10));
        assertThat(stats.keys()).isEqualTo(N);
        assertThat(stats.passesIssued()).isEqualTo(3);
        assertThat(stats.passesSkipped()).isZero();
    }

    @Test
    void theSurveyOfWorkGroupsCountsTheFirstDigit() {
        sort(GROUP, keys(), ascending());
        assertThat(log.steps).hasSize(1 + 7 + 1);
        assertThat(log.steps.get(1)).isEqualTo(new Step(0, 5, true));
        assertThat(log.steps.subList(2, 9)).noneMatch(Step::counted);

        log.steps.clear();
        sort(GROUP, Column.of(IntStream.range(0, N).map(i -> (i * 7919 & 1023) << 7).toArray()), ascending());
        assertThat(log.steps).as("another digit than it counted").containsExactly(
                step(0, 5), step(7, 5), step(12, 5), step(12, 5));
    }

    @Test
    void verifiedSortsRunChecksBeforeAndAfter() {
        SortOptions verified = SortOptions.builder().verify().build();
        SortStats stats = sort(BLOCK, keys(), verified);
        assertThat(log.steps).containsExactly(
                step(0, 11), step(0, 11), step(0, 11), step(11, 11), step(22, 10), step(22, 10), step(22, 10));
        assertThat(stats.verified()).isEqualTo(1);
        log.steps.clear();
        sort(GROUP, keys(), verified);
        assertThat(log.steps).hasSize(1 + 1 + 7 + 1 + 1);
    }

    @Test
    void sortedKeysAreOnlySurveyed() {
        int[] keys = IntData.random(N, 2);
        Arrays.sort(keys);
        SortOptions radix = SortOptions.builder().algorithm(Algorithm.RADIX).build();
        for (SortPolicy policy : List.of(BLOCK, GROUP)) {
            log.steps.clear();
            SortStats stats = sort(policy, Column.of(keys), radix);
            assertThat(log.steps).hasSize(1);
            assertThat(stats.passesIssued()).isZero();
            assertThat(stats.passesSkipped()).isEqualTo(policy.kernels() == Kernels.BLOCK ? 3 : 7);
            Column wide = Column.of(Arrays.stream(keys).asLongStream().toArray());
            for (Operation operation : List.of(Operation.ARGSORT, Operation.SORT_WITH_INT32, Operation.SORT_WITH_OBJECTS)) {
                try (Sorter sorter = sorter(policy)) {
                    operation.check(sorter, Column.of(keys), radix, operation + " of sorted keys");
                    operation.check(sorter, wide, radix, operation + " of sorted longs");
                }
            }
        }
    }

    @Test
    void sortedKeysNeedNoDeviceUnlessItIsRequested() {
        int[] sorted = IntStream.range(0, N).toArray();
        try (Sorter sorter = sorter(BLOCK)) {
            SortStats stats = sorter.sort(Column.of(sorted), ascending());
            assertThat(stats.passesSkipped()).isEqualTo(3);
            assertThat(stats.keys()).isEqualTo(N);
            assertThat(sorter.argsort(Column.of(sorted), ascending())).isEqualTo(sorted);
        }
        assertThat(log.steps).isEmpty();
    }

    @Test
    void keysThatDifferInOneDigitAreCounted() {
        int[] keys = IntStream.range(0, N).map(i -> 0x5000_0003 | (i * 7919 & 255) << 4).toArray();
        SortStats stats = sort(BLOCK, Column.of(keys), ascending());
        assertThat(log.steps).as("survey, fill, copy").containsExactly(step(0, 11), step(4, 8), step(4, 8));
        assertThat(stats.passesIssued()).isEqualTo(1);
        assertThat(stats.passesSkipped()).isEqualTo(2);

        log.steps.clear();
        long[] wide = IntStream.range(0, N).mapToLong(i -> 0x7000_0000_0000_0003L | (i * 7919L & 255) << 40).toArray();
        sort(BLOCK, Column.of(wide), ascending());
        assertThat(log.steps).containsExactly(step(0, 11), step(40, 8), step(40, 8));
    }

    @Test
    void largeBlocksAreSortedBucketByBucket() {
        int n = 1024 * Math.max(1, DEVICE.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
        SortStats stats = sort(NARROW, KeyData.random(KeyType.UINT32, n, 1), ascending());
        assertThat(log.steps).as("survey, most significant digit, buckets, copy").containsExactly(
                step(0, 4), step(28, 4), step(28, 4), step(28, 4));
        assertThat(stats.passesIssued()).isEqualTo(8);
        log.steps.clear();
        sort(NARROW, KeyData.random(KeyType.UINT32, n - 1, 1), ascending());
        assertThat(log.steps).as("small blocks").hasSize(10);
        log.steps.clear();
        SortOptions msd = SortOptions.builder().algorithm(Algorithm.RADIX_MSD).build();
        sort(BLOCK, keys(), msd);
        assertThat(log.steps).as("asked for by name").containsExactly(
                step(0, 11), step(22, 10), step(22, 10), step(22, 10));
        log.steps.clear();
        sort(BLOCK, Column.of(IntStream.range(0, N).map(i -> i * 7919 & 255).toArray()), msd);
        assertThat(log.steps).as("one digit has no buckets").containsExactly(step(0, 11), step(0, 8), step(0, 8));
        for (SortPolicy policy : List.of(BLOCK, GROUP)) {
            try (Sorter sorter = sorter(policy)) {
                Operation.SORT_WITH_INT32.check(sorter, keys(), msd, "pairs");
            }
        }
    }

    @Test
    void longKeysAreSortedByTheBitsThatDistinguishThem() {
        SortStats stats = sort(BLOCK, KeyData.random(KeyType.INT64, N, 3), ascending());
        // An index takes 12 bits. With 8 more bits, no two keys agree.
        assertThat(log.steps).containsExactly(step(42, 11), step(42, 11), step(53, 11), step(53, 11));
        assertThat(stats.passesIssued()).isEqualTo(2);
        assertThat(stats.passesSkipped()).isEqualTo(4);
        try (Sorter sorter = sorter(BLOCK)) {
            SortStats pairs = sorter.sort(KeyData.random(KeyType.INT64, N, 3), Column.of(new int[N]), ascending());
            assertThat(pairs.passesIssued()).isEqualTo(2);
            assertThat(pairs.passesSkipped()).isEqualTo(4);
        }
    }

    /** An index of 4096 keys takes 12 bits; with one more key it takes 13. */
    @Test
    void theNumberOfBitsDependsOnTheNumberOfKeys() {
        SortPolicy tenBits = new SortPolicy(Kernels.BLOCK, 10, 1, 0, 0);
        assertThat(sort(tenBits, KeyData.random(KeyType.INT64, 4096, 3), ascending()).passesIssued()).isEqualTo(2);
        assertThat(sort(tenBits, KeyData.random(KeyType.INT64, 4097, 3), ascending()).passesIssued()).isEqualTo(3);
    }

    /** Two of four passes can be avoided, but only one of three, which does not justify a survey on the host. */
    @Test
    void longKeysAreSortedByAllBitsUnlessTwoPassesAreSaved() {
        Column keys = KeyData.random(KeyType.INT64, N, 3);
        assertThat(sort(BLOCK, keys, SortOptions.builder().bits(0, 44).build()).passesIssued()).isEqualTo(2);
        assertThat(sort(BLOCK, keys, SortOptions.builder().bits(0, 33).build()).passesIssued()).isEqualTo(3);
    }

    @Test
    void longKeysInClustersAreSortedByAllBits() {
        long[] low = KeyData.bits(KeyData.random(KeyType.UINT32, N, 7));
        long[] keys = IntStream.range(0, N).mapToLong(i -> low[i] ^ (i & 1) * 0x7fff_ffff_0000_0000L).toArray();
        SortStats stats = sort(BLOCK, Column.of(keys), ascending());
        assertThat(stats.passesIssued()).isEqualTo(6);
        assertThat(log.steps).as("survey, 2 passes, copy; then all over").hasSize(4 + 8);
    }

    @Test
    void theWidthOfDigitsCanBeRequested() {
        SortOptions narrow = SortOptions.builder().algorithm(Algorithm.RADIX, 4).build();
        for (KeyType type : List.of(KeyType.INT32, KeyType.INT64)) {
            for (SortPolicy policy : List.of(BLOCK, GROUP)) {
                SortStats stats = sort(policy, KeyData.random(type, N, 4), narrow);
                assertThat(stats.passesIssued()).isEqualTo(type.bits() / 4);
                try (Sorter sorter = sorter(policy)) {
                    Operation.ARGSORT.check(sorter, KeyData.random(type, N, 4), narrow, "argsort of " + type);
                    Operation.SORT_WITH_FLOAT64.check(sorter, KeyData.random(type, N, 4), narrow, "wide values");
                }
            }
        }
    }

    /** On GPUs, few 32-bit integers are merged, with or without values, unless they are sorted or differ in few bits. */
    @Test
    void theRulesOfTheDeviceChooseTheAlgorithm() {
        SortDevice gpu = new SortDevice(
                DEVICE.driver(), DEVICE.number(), "opencl", DEVICE.name(), TornadoDeviceType.GPU, DEVICE.memoryBytes(),
                DEVICE.tornado());
        try (Sorter sorter = new Sorter(gpu, GROUP, log)) {
            assertThat(sorter.sort(keys(), ascending()).passesIssued()).isNotEqualTo(7);
            SortOptions radix = SortOptions.builder().algorithm(Algorithm.RADIX).build();
            assertThat(sorter.sort(keys(), radix).passesIssued()).isEqualTo(7);
            SortOptions verified = SortOptions.builder().verify().build();
            assertThat(sorter.sort(keys(), verified).passesIssued()).isEqualTo(7);
            Object[] objects = new Object[N];
            int merged = sorter.sort(keys(), objects, ascending()).passesIssued();
            assertThat(merged).as("not alone").isNotEqualTo(7).isEqualTo(sorter.sort(keys(), ascending()).passesIssued());
            int[] narrow = IntStream.range(0, N).map(i -> i * 7919 & 0x1ff).toArray();
            assertThat(sorter.sort(Column.of(narrow), ascending()).passesIssued()).as("9 bits").isEqualTo(2);
            assertThat(sorter.sort(Column.of(narrow), ascending()).passesIssued()).as("sorted").isZero();
            Column shorts = KeyData.random(KeyType.INT16, N, 4);
            assertThat(sorter.sort(shorts, ascending()).passesIssued()).as("no rule").isEqualTo(4);
            assertThat(sorter.scratchBytes(N, KeyType.INT32))
                    .as("a merge moves indices too, and radix no more than keys")
                    .matches(merge -> merge.device() > sorter.scratchBytes(N, KeyType.INT16).device() + 4 * N);
        }
    }

    @Test
    void radixByNameRunsLikeTheDefault() {
        sort(BLOCK, KeyData.random(KeyType.INT64, N, 3), SortOptions.builder().algorithm(Algorithm.RADIX).build());
        assertThat(log.steps).containsExactly(step(42, 11), step(42, 11), step(53, 11), step(53, 11));
    }

    @Test
    void timesAreTakenOnRequest() {
        for (SortPolicy policy : List.of(BLOCK, GROUP)) {
            try (Sorter sorter = sorter(policy)) {
                long start = System.nanoTime();
                SortStats first = sorter.sort(keys(), SortOptions.builder().timed().build());
                SortStats untimed = sorter.sort(keys(), ascending());
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
    void scratchBytesIncludeAllBuffers() {
        int n = 20_000;
        int room = 20_480;
        try (Sorter blocks = sorter(BLOCK); Sorter groups = sorter(GROUP)) {
            for (Sorter sorter : List.of(blocks, groups)) {
                long fixed = sorter.scratchBytes(n, KeyType.INT32).device() - 8L * room;
                assertThat(fixed).isPositive();
                assertThat(sorter.scratchBytes(n, KeyType.INT8)).isEqualTo(same(8L * room + fixed));
                assertThat(sorter.scratchBytes(n, KeyType.INT64)).isEqualTo(same(16L * room + fixed));
                assertThat(sorter.scratchBytes(100, KeyType.INT64)).isEqualTo(same(16L * 16_384 + fixed));
                // Keys and values in one word, or in two arrays.
                assertThat(sorter.scratchBytes(n, KeyType.INT16, KeyType.INT32)).isEqualTo(same(16L * room + fixed));
            }
            long fixed = blocks.scratchBytes(n, KeyType.INT32).device() - 8L * room;
            long words = 16L * room + fixed;
            assertThat(blocks.scratchBytes(n, KeyType.INT32, KeyType.INT64))
                    .as("indices, and values in their order")
                    .isEqualTo(new ScratchBytes(words, words + 12L * n));
            long ties = words + 16L * 16_384 + fixed;
            assertThat(blocks.scratchBytes(n, KeyType.INT64, KeyType.INT16))
                    .as("a plan for ties; indices, and keys and values in their order")
                    .isEqualTo(new ScratchBytes(ties, ties + 14L * n));
            long few = 16L * 16_384 + fixed;
            assertThat(blocks.scratchBytes(16_384, KeyType.INT64, KeyType.INT16))
                    .isEqualTo(new ScratchBytes(few, few + 14L * 16_384));

            long ofGroups = groups.scratchBytes(n, KeyType.INT32).device() - 8L * room;
            long pairs = 24L * room + ofGroups;
            assertThat(groups.scratchBytes(n, KeyType.FLOAT64, KeyType.INT64))
                    .as("values in their order")
                    .isEqualTo(new ScratchBytes(pairs, pairs + 8L * n));
        }
    }

    @Test
    void memoryIsThatOfTheLargestChunk() {
        SortDevice small = LargeColumnTest.withRoomFor(40_000, DEVICE, BLOCK);
        try (Sorter all = sorter(BLOCK); Sorter chunks = new Sorter(small, BLOCK, log)) {
            long fixed = all.scratchBytes(20_000, KeyType.INT32).device() - 8L * 20_480;
            assertThat(chunks.scratchBytes(40_000, KeyType.INT32)).isEqualTo(same(8L * 40_000 + fixed));
            assertThat(chunks.scratchBytes(40_001, KeyType.INT32))
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
        try (Sorter sorter = new Sorter(small, BLOCK, log)) {
            assertThat(sorter.capacity(KeyType.INT32)).isEqualTo(1000);
            SortStats stats = sorter.sort(KeyData.copy(keys), ascending());
            assertThat(stats.keys()).isEqualTo(2500);
            assertThat(stats.passesIssued()).as("of three chunks").isEqualTo(9);
            assertThat(log.steps).hasSize(15);
            ScratchBytes said = sorter.scratchBytes(2500, KeyType.INT32, KeyType.INT64);
            ScratchBytes ofChunk = sorter.scratchBytes(500, KeyType.INT32, KeyType.INT64);
            assertThat(said.device()).isEqualTo(ofChunk.device());
            assertThat(said.host()).as("and a copy of all").isEqualTo(ofChunk.host() + 2500 * 12);
            for (Operation operation : Operation.values()) {
                operation.check(sorter, keys, ascending(), operation.toString());
            }
        }
    }

    static Stream<Arguments> operationsAndPolicies() {
        return Arrays.stream(Operation.values())
                .flatMap(operation -> Stream.of(BLOCK, GROUP).map(policy -> Arguments.of(operation, policy)));
    }

    /** Descending order with every execution option that the operation does not refuse. */
    private static SortOptions allThatItHonours(Operation operation) {
        SortOptions verified = SortOptions.descending().withVerification(true);
        return switch (operation) {
            case IS_SORTED, MERGE -> SortOptions.descending();
            case ARGSORT, LEXSORT, TOP_K, RUN_LENGTHS -> verified;
            default -> verified.withTimes(true);
        };
    }

    /** Few keys of one type of each kind, with all options that the operation honours. */
    @ParameterizedTest
    @MethodSource("operationsAndPolicies")
    void everyOperation(Operation operation, SortPolicy policy) {
        try (Sorter sorter = sorter(policy)) {
            for (KeyType type : List.of(KeyType.INT8, KeyType.FLOAT32, KeyType.INT64)) {
                Column keys = type.isFloat() ? KeyData.specials(type, 300, 6) : KeyData.random(type, 300, 6);
                for (SortOptions options : List.of(
                        ascending(),
                        allThatItHonours(operation),
                        SortOptions.builder().bits(2, 7).build())) {
                    for (int n : new int[] {0, 1, 300}) {
                        String what = operation + " of " + n + " " + type + ", " + options;
                        operation.check(sorter, keys.range(0, n), options, what);
                    }
                }
            }
            assertThat(sorter.mismatches()).isZero();
        }
    }

    /** Long keys with many ties in their upper bits, which take a second sort. */
    @ParameterizedTest
    @EnumSource(names = {"SORT", "ARGSORT", "SORT_WITH_INT8", "SORT_WITH_INT32", "SORT_WITH_OBJECTS"})
    void longKeysThatTie(Operation operation) {
        try (Sorter sorter = sorter(BLOCK)) {
            for (String input : List.of("random", "two values", "entropy 5", "reversed", "constant")) {
                Column keys = KeyInputs.of(KeyType.INT64).get(input).apply(2000);
                operation.check(sorter, keys, ascending(), operation + ", " + input);
            }
            long[] clusters = IntStream.range(0, 2000).mapToLong(i -> ((i % 3L) << 60) ^ (i * 7919L % 2003)).toArray();
            operation.check(sorter, Column.of(clusters), ascending(), operation + ", clusters");
        }
    }
}
