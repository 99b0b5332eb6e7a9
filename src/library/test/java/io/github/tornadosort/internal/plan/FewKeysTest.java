package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.GroupBuckets32;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** How many executions a sort of few keys from the host takes: the host's time for each is longer than that of the kernels. */
class FewKeysTest {
    /** Digits of 5 bits, and tiles of 64 * 16 keys for buckets. */
    private static final SortPolicy POLICY = new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4, 0, 1 << 20, 0);

    private static final int N = 8 * (POLICY.workItems() + 32) * GroupBuckets32.ITEMS;
    /** A survey, and a pass for each digit. */
    private static final int DIGIT_BY_DIGIT = 1 + 7;

    private static final int[] UNIFORM = new SplittableRandom(1).ints(N).toArray();

    @Test
    void uniformKeysAreSortedInOneExecution() {
        assertThat(executions(UNIFORM, 2)).isEqualTo(1);
    }

    @Test
    void sortedKeysStayWhereTheyAre() {
        int[] keys = UNIFORM.clone();
        Arrays.sort(keys);
        assertThat(executions(keys, 0)).isEqualTo(1);
    }

    /** The host's sample shows it. */
    @Test
    void keysWithOneHighestDigitAreSortedDigitByDigit() {
        int[] keys = IntStream.of(UNIFORM).map(key -> key & 0x7ffffff).toArray();
        assertThat(executions(keys, 6)).isEqualTo(1 + 6);
    }

    /** All keys of the host's sample are uniform, and all others have the same highest digit. */
    @Test
    void keysWhoseBucketsDoNotFitAreSortedAgain() {
        int[] keys = new int[N];
        for (int i = 0; i < N; i++) {
            keys[i] = i % (N / 512) == 0 ? UNIFORM[i] : UNIFORM[i] & 0x7ffffff;
        }
        assertThat(executions(keys, 7)).isEqualTo(1 + DIGIT_BY_DIGIT);
    }

    /** Each kernel takes a tenth of a second to compile, and each task some 40 microseconds to start. */
    @ParameterizedTest
    @EnumSource(Payload.class)
    void theExecutionHasFiveTasksWhateverMoves(Payload payload) {
        PlanShape shape = PlanShape.of(KeyType.INT32, payload);
        RadixBuffers buffers = RadixBuffers.allocate(DeviceArrays.on(SortDevice.preferred()), shape, POLICY, 1, N);
        assertThat(RadixTasks.of(shape, POLICY, buffers).atOnce())
                .extracting(KernelTask::name)
                .containsExactly("survey", "scan", "downsweep", "bounds", "buckets");
    }

    @ParameterizedTest
    @EnumSource(value = Payload.class, names = {"VALUES", "INDICES"})
    void valuesAndIndicesMoveWithTheKeys(Payload payload) {
        PlanShape shape = PlanShape.of(KeyType.INT32, payload);
        try (RadixPlan plan = RadixPlan.of(SortDevice.preferred(), POLICY, shape, N, _ -> {})) {
            for (int sort = 0; sort < 2; sort++) {
                int first = payload == Payload.VALUES ? 1000 * sort : 0;
                for (int i = 0; i < N; i++) {
                    ((IntArray) plan.keys()).set(i, UNIFORM[i] ^ sort);
                    plan.values().set(i, payload == Payload.VALUES ? first + i : -1);
                }
                Outcome outcome = plan.run(N, Order.of(KeyType.INT32, SortOptions.ascending()));
                assertThat(outcome.passes()).as("sorted at once").isEqualTo(2);
                IntArray keys = (IntArray) plan.sortedKeys(outcome, N);
                IntArray values = plan.sortedValues(outcome, N);
                for (int i = 0; i < N; i++) {
                    assertThat(keys.get(i)).isEqualTo(UNIFORM[values.get(i) - first] ^ sort);
                }
            }
        }
    }

    /** Sorts keys, checks the result and the number of passes, and returns the number of executions. */
    private static int executions(int[] keys, int passes) {
        AtomicInteger executions = new AtomicInteger();
        PlanShape shape = PlanShape.of(KeyType.INT32, Payload.NONE);
        try (RadixPlan plan =
                RadixPlan.of(SortDevice.preferred(), POLICY, shape, N, _ -> executions.incrementAndGet())) {
            IntArray given = (IntArray) plan.keys();
            for (int i = 0; i < N; i++) {
                given.set(i, keys[i]);
            }
            Outcome outcome = plan.run(N, Order.of(KeyType.INT32, SortOptions.ascending()));
            int executed = executions.get();
            assertThat(outcome.passes()).isEqualTo(passes);
            IntArray found = (IntArray) plan.sortedKeys(outcome, N);
            assertThat(found.toHeapArray()).isEqualTo(IntStream.of(keys).sorted().toArray());
            return executed;
        }
    }
}
