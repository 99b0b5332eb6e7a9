package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.PlanTest;
import io.github.tornadosort.internal.plan.PlanTest.WrongPlanException;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.UnusedPlan;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests the check of a plan's sort. */
class PlanCheckTest {
    private static final SortDevice DEVICE = SortDevice.preferred();
    private static final int N = 20_000;
    private static final SortPolicy BLOCKS = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    private static final SortPolicy GROUPS = new SortPolicy(Kernels.WORK_GROUP, 8, 6, 256, 16, 0, 1 << 24, 0);

    private static final AtomicInteger IDS = new AtomicInteger();

    private final List<Optional<String>> found = new ArrayList<>();

    private PlanCache plans(SortPolicy policy, Checkpoint checkpoint) {
        return new PlanCache(DEVICE, policy, checkpoint, (shape, capacity, plan) -> {
            found.add(PlanCheck.firstWrong(policy, shape, capacity, plan));
            return found.getLast().isEmpty();
        });
    }

    private static PlanShape shape(KeyType type, Payload payload) {
        return PlanShape.of(type, payload).comparedBy(-1);
    }

    @ParameterizedTest
    @EnumSource(value = KeyType.class, names = {"INT32", "FLOAT32", "INT64", "FLOAT64"})
    void plansAreRight(KeyType type) {
        for (SortPolicy policy : List.of(BLOCKS, GROUPS)) {
            try (PlanCache plans = plans(policy, _ -> {})) {
                for (Payload payload : Payload.values()) {
                    if (policy.equals(GROUPS) || payload == Payload.NONE || type.bytes() == Integer.BYTES) {
                        plans.plan(shape(type, payload), N);
                    }
                }
                if (type == KeyType.FLOAT32) {
                    plans.plan(PlanShape.of(type, Payload.NONE), 2 * N);
                }
            }
        }
        assertThat(found).hasSizeGreaterThan(3).allMatch(Optional::isEmpty);
    }

    /** The test of floats compiles no graphs that a sort of random floats does not need. */
    @ParameterizedTest
    @EnumSource(value = KeyType.class, names = {"INT32", "FLOAT64"})
    void aTestSortsFewKeysAtOnce(KeyType type) {
        AtomicInteger executions = new AtomicInteger();
        try (PlanCache plans = plans(GROUPS.withKeysAtOnce(2 * N), _ -> executions.incrementAndGet())) {
            plans.plan(shape(type, Payload.NONE), N);
        }
        assertThat(found).containsExactly(Optional.empty());
        assertThat(executions).as("one execution, and the copy of its result").hasValue(2);
    }

    @Test
    void aWrongKeyIsNamed() {
        Checkpoint wrong = p -> p.set(PassParameters.DIGITS, PassParameters.MOST_WINDOWS);
        try (PlanCache plans = plans(GROUPS, wrong)) {
            assertThatThrownBy(() -> plans.plan(shape(KeyType.INT32, Payload.NONE), N))
                    .isInstanceOf(WrongPlanException.class);
        }
        assertThat(found).singleElement().satisfies(message -> assertThat(message).get().asString()
                .isEqualTo("the device returned keys out of order"));
    }

    @Test
    void aWrongValueIsNamed() {
        AtomicInteger executions = new AtomicInteger();
        Checkpoint wrong = p -> p.set(PassParameters.NUMBERED, executions.getAndIncrement() == 0 ? 1 : 0);
        try (PlanCache plans = plans(GROUPS, wrong)) {
            assertThatThrownBy(() -> plans.plan(shape(KeyType.INT32, Payload.INDICES), N))
                    .isInstanceOf(WrongPlanException.class);
        }
        assertThat(found).singleElement().satisfies(message -> assertThat(message).get().asString()
                .isEqualTo("the device returned other keys or values than before"));
    }

    /** All keys are 0, which are in order. */
    @Test
    void otherKeysAreWrong() {
        IntArray zeros = new IntArray(N);
        SortPlan plan = new UnusedPlan() {
            @Override
            public TornadoNativeArray keys() {
                return new IntArray(N);
            }

            @Override
            public Outcome run(int n, WordOrder order) {
                return new Outcome(0, 1, 0, 0, 0, null);
            }

            @Override
            public TornadoNativeArray sortedKeys(Outcome outcome, int n) {
                return zeros;
            }

            @Override
            public void close() {}
        };
        assertThat(PlanCheck.firstWrong(BLOCKS, shape(KeyType.INT32, Payload.NONE), N, plan))
                .hasValue("the device returned other keys than before");
    }

    @Test
    void aSortThatFailsIsWrong() {
        try (PlanCache plans = plans(BLOCKS, _ -> {
            throw new IllegalStateException("planted");
        })) {
            assertThatThrownBy(() -> plans.plan(shape(KeyType.INT32, Payload.NONE), N))
                    .isInstanceOf(WrongPlanException.class);
        }
        assertThat(found).containsExactly(Optional.of("it cannot run: IllegalStateException: planted"));
    }

    static List<Throwable> lacksOfMemory() {
        return List.of(
                new OutOfMemoryError("planted"),
                new TornadoOutOfMemoryException("planted"),
                new TornadoRuntimeException("cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY"),
                new TornadoRuntimeException("clCreateBuffer -> CL_MEM_OBJECT_ALLOCATION_FAILURE"),
                new IllegalStateException(new TornadoOutOfMemoryException("planted")));
    }

    /** A lack of memory, however a driver says it, is no verdict: the next sort tests such a plan again. */
    @ParameterizedTest
    @MethodSource("lacksOfMemory")
    void aLackOfMemoryIsNoVerdict(Throwable failure) {
        PlanTest test = new PlanCheck(compiling(), BLOCKS);
        boolean[] full = {true};
        Checkpoint checkpoint = _ -> {
            if (full[0]) {
                fail(failure);
            }
        };
        try (PlanCache plans = new PlanCache(DEVICE, BLOCKS, checkpoint, test)) {
            assertThatThrownBy(() -> plans.plan(shape(KeyType.INT32, Payload.NONE), N)).isSameAs(failure);
            full[0] = false;
            assertThat(plans.plan(shape(KeyType.INT32, Payload.NONE), N)).isNotNull();
        }
    }

    private static void fail(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    /** A device of the JVM that seems to compile its kernels. Each is another one. */
    private static SortDevice compiling() {
        return TestDevices.device(
                0, IDS.incrementAndGet(), "metal", DEVICE.name(), DEVICE.type(), DEVICE.memoryBytes(), Handle.of(DEVICE));
    }

    /** A plan is tested once per JVM, also if several sorters use it. */
    @Test
    void aVerdictHoldsForAllSorters() {
        SortDevice device = compiling();
        AtomicInteger executions = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            executions.set(0);
            PlanTest test = new PlanCheck(device, BLOCKS);
            try (PlanCache plans =
                    new PlanCache(DEVICE, BLOCKS, _ -> executions.incrementAndGet(),
                            test)) {
                plans.plan(shape(KeyType.INT32, Payload.NONE), N);
            }
            assertThat(executions.get() > 0).isEqualTo(i == 0);
        }
        Checkpoint wrong = p -> p.set(PassParameters.FLIP_HIGH, 0);
        for (Checkpoint checkpoint : List.of(wrong, Checkpoint.INTERRUPTS)) {
            try (PlanCache plans = new PlanCache(DEVICE, BLOCKS, checkpoint,
                    new PlanCheck(device, BLOCKS))) {
                assertThatThrownBy(() -> plans.plan(shape(KeyType.INT64, Payload.NONE), N))
                        .isInstanceOf(WrongPlanException.class);
            }
        }
    }

    @Test
    void theJvmBackendIsNotTested() {
        assumeTrue(DEVICE.backend().equals("jvm"));
        SortPlan untested = new UnusedPlan() {
            @Override
            public void close() {}
        };
        assertThat(new PlanCheck(DEVICE, BLOCKS).passes(shape(KeyType.INT32, Payload.NONE), N, untested)).isTrue();
    }
}
