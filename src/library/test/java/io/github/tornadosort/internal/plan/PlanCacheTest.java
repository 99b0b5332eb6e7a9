package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.Execution.Processor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests which plans are made for which lengths, and when they are evicted. */
class PlanCacheTest {
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4);
    private static final long UNLIMITED = 1L << 50;
    private static final WordOrder INTS = WordOrder.of(KeyType.INT32, Order.ASCENDING, false);
    private static final PlanShape MERGE = shape(Algorithm.MERGE);
    /** Bytes of device memory per key in a plan of that shape. */
    private static final int KEY_BYTES = 16;

    private final List<IdlePlan> made = new ArrayList<>();
    private boolean failsToClose;

    /** A plan that cannot sort. */
    private final class IdlePlan extends UnusedPlan {
        private final PlanShape shape;
        private final int capacity;
        private boolean closed;

        private IdlePlan(PlanShape shape, int capacity) {
            this.shape = shape;
            this.capacity = capacity;
        }

        @Override
        public void close() {
            closed = true;
            if (failsToClose) {
                throw new IllegalStateException("planted");
            }
        }
    }

    private static PlanShape shape(Algorithm algorithm) {
        return PlanShape.of(KeyType.INT32, Payload.NONE, INTS,
                new Execution(Processor.DEVICE, algorithm, Execution.BY_POLICY, false, false));
    }

    private static SortDevice device(long memoryBytes) {
        SortDevice here = SortDevice.preferred();
        return TestDevices.device(
                here.driver(), here.number(), here.backend(), here.name(), here.type(), memoryBytes, Handle.of(here));
    }

    private PlanCache cache(long memoryBytes, SortPolicy policy) {
        return new PlanCache(device(memoryBytes), policy, _ -> {}, PlanTest.NONE);
    }

    @BeforeEach
    void useIdlePlans() {
        StubLaboratory.plans = (_, _, shape, capacity, _) -> {
            IdlePlan plan = new IdlePlan(shape, capacity);
            made.add(plan);
            return plan;
        };
    }

    @AfterEach
    void usePlansOfTheJdk() {
        StubLaboratory.plans = null;
    }

    private int capacity(PlanCache plans, int n) {
        return ((IdlePlan) plans.plan(MERGE, n)).capacity;
    }

    private List<Boolean> closed() {
        return made.stream().map(plan -> plan.closed).toList();
    }

    @Test
    void capacitiesIncreaseInQuartersOfAPowerOfTwo() {
        PlanCache plans = cache(UNLIMITED, BLOCK);
        assertThat(IntStream.of(0, 1, 16_384, 16_385, 20_480, 20_481, 32_768, 32_769, 40_960).map(n -> capacity(plans, n)))
                .containsExactly(16_384, 16_384, 16_384, 20_480, 20_480, 24_576, 32_768, 40_960, 40_960);
    }

    @Test
    void memoryLimitsTheCapacity() {
        PlanCache plans = cache(17_000 * KEY_BYTES + 15, BLOCK);
        assertThat(capacity(plans, 16_999)).isEqualTo(17_000);
    }

    @Test
    void lengthsOfOneCapacityShareAPlan() {
        PlanCache plans = cache(UNLIMITED, BLOCK);
        SortPlan plan = plans.plan(MERGE, 17_000);
        assertThat(plans.plan(MERGE, 18_000)).isSameAs(plan);
        assertThat(plans.plan(MERGE, 1)).isNotSameAs(plan);
        PlanShape other = shape(Algorithm.BITONIC);
        assertThat(plans.plan(other, 18_000)).isNotSameAs(plan);
        assertThat(made).extracting(p -> p.shape).containsExactly(MERGE, MERGE, other);
        assertThat(closed()).containsExactly(false, false, false);
    }

    @Test
    void plansAreEvictedIfTheNextDoesNotFit() {
        PlanCache plans = cache((16_384 + 20_480) * KEY_BYTES, BLOCK);
        capacity(plans, 16_384);
        capacity(plans, 20_480);
        assertThat(closed()).as("both fit").containsExactly(false, false);
        capacity(plans, 24_576);
        assertThat(closed()).containsExactly(true, true, false);
        capacity(plans, 16_384);
        assertThat(closed()).as("the first plan was evicted").containsExactly(true, true, true, false);
    }

    @Test
    void noMorePlansAreEvictedThanNecessary() {
        PlanCache plans = cache((16_384 + 20_480 + 24_576) * KEY_BYTES, BLOCK);
        capacity(plans, 16_384);
        capacity(plans, 20_480);
        capacity(plans, 24_576);
        assertThat(closed()).as("all fit").containsOnly(false);
        capacity(plans, 16_384);
        capacity(plans, 28_672);
        assertThat(closed()).as("the two least recently used plans are evicted").containsExactly(false, true, true, false);
    }

    /** Plans for four chunks or more have three staging buffers. */
    @Test
    void stagingBuffersCount() {
        PlanShape radix = PlanShape.of(KeyType.INT64, Payload.NONE);
        int chunk = 5000;
        int bytesPerKey = 2 * Long.BYTES;
        PlanCache whole = cache(UNLIMITED, new SortPolicy(Kernels.WORK_GROUP, 8, 2, 32, 4));
        SortPolicy chunked = new SortPolicy(Kernels.WORK_GROUP, 8, 2, 32, 4, 0, 0, chunk);
        PlanCache plans = cache(UNLIMITED, chunked);
        long staging = 3L * chunk * Long.BYTES;
        assertThat(plans.bytes(radix, 16_384)).as("three chunks").isEqualTo(whole.bytes(radix, 16_384));
        assertThat(plans.bytes(radix, 20_480)).as("four chunks").isEqualTo(whole.bytes(radix, 20_480) + staging);
        for (int capacity : new int[] {16_384, 20_480, 40_960}) {
            PlanCache full = cache(plans.bytes(radix, capacity), chunked);
            assertThat(full.maxKeys(radix)).isEqualTo(capacity);
        }
        PlanCache between = cache(whole.bytes(radix, 20_000) + bytesPerKey, chunked);
        assertThat(between.maxKeys(radix)).as("no memory for staging buffers").isLessThan(20_000);
    }

    @Test
    void fixedBuffersCount() {
        PlanShape radix = shape(Algorithm.RADIX);
        long one = cache(UNLIMITED, BLOCK).bytes(radix, 16_384);
        try (PlanCache plans = cache(2 * one, BLOCK)) {
            SortPlan first = plans.plan(radix, 1);
            plans.plan(PlanShape.of(KeyType.FLOAT32, Payload.NONE), 1);
            assertThat(plans.plan(radix, 1)).as("both fit").isSameAs(first);
        }
        try (PlanCache plans = cache(2 * one - 1, BLOCK)) {
            SortPlan first = plans.plan(radix, 1);
            plans.plan(PlanShape.of(KeyType.FLOAT32, Payload.NONE), 1);
            assertThat(plans.plan(radix, 1)).as("only one fits").isNotSameAs(first);
        }
    }

    /** Only memory limits the number of plans. */
    @Test
    void plansAreKeptWhileTheyFit() {
        PlanCache plans = cache(UNLIMITED, BLOCK);
        IntStream.range(0, 40).forEach(i -> capacity(plans, (4 + i % 4) << 12 + i / 4));
        assertThat(made).hasSize(40);
        assertThat(closed()).containsOnly(false);
        capacity(plans, 4 << 12);
        assertThat(made).as("the first plan is reused").hasSize(40);
    }

    /** Kernels without operations on floats need fewer registers, so floats have plans of their own. */
    @Test
    void floatsHavePlansOfTheirOwn() {
        try (PlanCache plans = cache(UNLIMITED, BLOCK)) {
            SortPlan integers = plans.plan(PlanShape.of(KeyType.INT64, Payload.NONE), 1);
            assertThat(plans.plan(PlanShape.of(KeyType.UINT64, Payload.NONE), 1)).isSameAs(integers);
            assertThat(plans.plan(PlanShape.of(KeyType.FLOAT64, Payload.NONE), 1)).isNotSameAs(integers);
        }
    }

    /** A plan that sorts wrongly is closed, and the others stay. */
    @Test
    void aPlanThatSortsFloatsWronglyIsClosed() {
        PlanShape integers = PlanShape.of(KeyType.INT64, Payload.NONE);
        PlanShape floats = PlanShape.of(KeyType.FLOAT64, Payload.NONE);
        try (PlanCache plans = new PlanCache(
                device(UNLIMITED), BLOCK, _ -> {}, (shape, _, _) -> !shape.floats())) {
            SortPlan plan = plans.plan(integers, 1);
            assertThatThrownBy(() -> plans.plan(floats, 1)).isInstanceOf(PlanTest.WrongPlanException.class);
            assertThat(plans.isCompiled(floats, 1)).isFalse();
            assertThat(plans.plan(integers, 1)).isSameAs(plan);
        }
    }

    @Test
    void aFailureToCloseDoesNotKeepOtherPlansOpen() {
        PlanCache plans = cache(UNLIMITED, BLOCK);
        capacity(plans, 1);
        capacity(plans, 20_000);
        capacity(plans, 30_000);
        failsToClose = true;
        Throwable thrown = catchThrowable(plans::close);
        assertThat(thrown).hasMessage("planted");
        assertThat(thrown.getSuppressed()).hasSize(2);
        assertThat(closed()).containsExactly(true, true, true);
        plans.close();
    }

    @Test
    void plansShrinkDownToTheSmallest() {
        PlanCache plans = cache(UNLIMITED, BLOCK);
        assertThat(plans.shrink(MERGE, 40_000)).isTrue();
        assertThat(plans.maxKeys(MERGE)).isEqualTo(20_480);
        assertThat(capacity(plans, 20_000)).isEqualTo(20_480);
        for (int capacity = 1 << 14; capacity > PlanCache.MIN_SHRUNK_CAPACITY; capacity /= 2) {
            assertThat(plans.shrink(MERGE, 10)).isTrue();
            assertThat(capacity(plans, 10)).isEqualTo(capacity / 2);
        }
        assertThat(plans.shrink(MERGE, 10)).isFalse();
        plans.endShrinking(true);
        assertThat(plans.maxKeys(MERGE)).isEqualTo(20_480);
        assertThat(plans.shrink(MERGE, 20_000)).isTrue();
        plans.endShrinking(false);
        assertThat(plans.maxKeys(MERGE)).as("the call failed").isEqualTo(20_480);
    }

    /** The cache tries the smallest plan even if the device reports less memory. */
    @Test
    void aDeviceWithoutMemoryGetsTheSmallestPlans() {
        PlanCache plans = cache(0, BLOCK);
        assertThat(plans.maxKeys(shape(Algorithm.RADIX))).isEqualTo(PlanCache.MIN_SHRUNK_CAPACITY);
        assertThat(capacity(plans, 10)).isEqualTo(PlanCache.MIN_SHRUNK_CAPACITY);
        assertThat(capacity(plans, 1000)).as("room for the requested keys").isEqualTo(1000);
    }

    @Test
    void closeClosesAllPlans() {
        PlanCache plans = cache(UNLIMITED, BLOCK);
        capacity(plans, 1);
        capacity(plans, 20_000);
        plans.close();
        assertThat(closed()).containsExactly(true, true);
        assertThat(capacity(plans, 1)).isEqualTo(PlanCache.MIN_CAPACITY);
        assertThat(made).as("a new one").hasSize(3);
    }

    @Test
    void radixUsesRadixPlans() {
        try (PlanCache plans = cache(UNLIMITED, BLOCK)) {
            assertThat(plans.plan(shape(Algorithm.RADIX), 1)).isInstanceOf(RadixPlan.class);
            assertThat(plans.plan(shape(Algorithm.RADIX_MSD), 1)).isInstanceOf(IdlePlan.class);
        }
    }

    @Test
    void maxKeysIsLimitedByMemoryAndIndices() {
        PlanShape radix = shape(Algorithm.RADIX);
        long fixed = cache(UNLIMITED, BLOCK).bytes(radix, 1 << 24) - (8L << 24);
        assertThat(cache(fixed + 8 * 1000 + 7, BLOCK).maxKeys(radix)).isEqualTo(1000);
        assertThat(cache(KEY_BYTES * 1000, BLOCK).maxKeys(MERGE)).isEqualTo(1000);
        for (SortPolicy policy : new SortPolicy[] {BLOCK, GROUP}) {
            // Leaves room for a tile beyond the last key, and for the ends of empty blocks.
            int blocks = RadixGraphs.maxBlocks(SortDevice.preferred(), policy);
            assertThat(cache(UNLIMITED, policy).maxKeys(radix))
                    .isEqualTo(Integer.MAX_VALUE - (1L + blocks) * 2 * policy.tile());
        }
        assertThat(cache(UNLIMITED, BLOCK).maxKeys(MERGE)).isEqualTo(1 << 29);
    }

    @Test
    void passesDependOnTheAlgorithm() {
        PlanCache blocks = cache(UNLIMITED, BLOCK);
        long bits = 0x7fff_ffffL;
        assertThat(blocks.passes(shape(Algorithm.RADIX), bits)).isEqualTo(3);
        Execution narrow = new Execution(Processor.DEVICE, Algorithm.RADIX, 4, false, false);
        assertThat(blocks.passes(PlanShape.of(KeyType.INT32, Payload.NONE, INTS, narrow), bits)).isEqualTo(8);
        assertThat(blocks.passes(shape(Algorithm.RADIX_SPLIT), bits)).isEqualTo(31);
        assertThat(blocks.passes(shape(Algorithm.RADIX_FOUR_WAY), bits)).isEqualTo(16);
        assertThat(blocks.passes(shape(Algorithm.RADIX_MSD), bits)).as("digits of 8 bits").isEqualTo(4);
        assertThat(blocks.passes(MERGE, bits)).isZero();
    }

    @Test
    void bytesAreThoseOfThePlan() {
        for (SortPolicy policy : List.of(BLOCK, GROUP)) {
            SortDevice device = device(UNLIMITED);
            int blocks = RadixGraphs.maxBlocks(device, policy, 20_480);
            PlanShape shape = PlanShape.of(KeyType.FLOAT64, Payload.VALUES);
            RadixBuffers buffers = RadixBuffers.allocate(DeviceArrays.on(device), shape, policy, blocks, 20_480);
            long headers = 8L * TornadoNativeArray.ARRAY_HEADER;
            long bytes = buffers.bytes() - headers;
            assertThat(cache(UNLIMITED, policy).bytes(shape, 20_000)).isBetween(bytes, bytes + bytes / 20);
        }
    }

    @Test
    void fewKeysGetFewBlocks() {
        SortDevice device = device(UNLIMITED);
        SortPolicy manyBlocks = new SortPolicy(Kernels.BLOCK, 11, 1 << 10, 0, 0);
        assertThat(RadixGraphs.maxBlocks(device, manyBlocks, 1)).isEqualTo(1);
        assertThat(RadixGraphs.maxBlocks(device, manyBlocks, 8 << 11)).as("as many counters as keys").isEqualTo(8);
        int all = RadixGraphs.maxBlocks(device, manyBlocks);
        assertThat(RadixGraphs.maxBlocks(device, manyBlocks, Integer.MAX_VALUE)).isEqualTo(all);
        int groups = RadixGraphs.maxBlocks(device, GROUP);
        assertThat(RadixGraphs.maxBlocks(device, GROUP, 1)).as("work-groups run as needed").isEqualTo(groups);
        List<Integer> blocks = new ArrayList<>();
        Checkpoint checkpoint = p -> blocks.add(p.get(PassParameters.BLOCKS));
        try (RadixPlan plan = RadixPlan.of(device, manyBlocks, shape(Algorithm.RADIX), 8 << 11, checkpoint)) {
            plan.run(1000, WordOrder.of(KeyType.INT32, Order.ASCENDING, false));
        }
        assertThat(blocks).isNotEmpty().containsOnly(8);
    }
}
