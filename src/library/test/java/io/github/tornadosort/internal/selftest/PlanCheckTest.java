package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.PlanTest.WrongPlanException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the comparison of plans with the JVM. */
class PlanCheckTest {
    private static final SortDevice DEVICE = SortDevice.preferred();
    private static final int N = 20_000;
    private static final SortPolicy BLOCKS = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    private static final SortPolicy GROUPS = new SortPolicy(Kernels.WORK_GROUP, 8, 6, 256, 16, 0, 1 << 24, 0);

    private final List<Optional<String>> found = new ArrayList<>();

    private PlanCache plans(SortPolicy policy, Checkpoint checkpoint) {
        return new PlanCache(DEVICE, policy, checkpoint, PlanFactory::ofLaboratory, (shape, capacity, plan) -> {
            found.add(PlanCheck.firstWrong(DEVICE, policy, shape, capacity, plan));
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
                plans.plan(PlanShape.of(type, Payload.NONE), 2 * N);
            }
        }
        assertThat(found).hasSizeGreaterThan(5).allMatch(Optional::isEmpty);
    }

    /** The test of floats compiles no graphs that a sort of random floats does not need. */
    @ParameterizedTest
    @EnumSource(value = KeyType.class, names = {"INT32", "FLOAT32", "INT64", "FLOAT64"})
    void aTestSortsFewKeysAtOnce(KeyType type) {
        AtomicInteger executions = new AtomicInteger();
        try (PlanCache plans = plans(GROUPS, _ -> executions.incrementAndGet())) {
            plans.plan(shape(type, Payload.NONE), N);
        }
        assertThat(found).containsExactly(Optional.empty());
        assertThat(executions).as("one execution, and the copy of its result").hasValue(2);
    }

    @Test
    void aWrongKeyIsNamed() {
        Checkpoint wrong = p -> p.set(PassParameters.FLIP, p.get(PassParameters.FLIP) ^ 1 << 20);
        try (PlanCache plans = plans(GROUPS, wrong)) {
            assertThatThrownBy(() -> plans.plan(shape(KeyType.INT32, Payload.NONE), N))
                    .isInstanceOf(WrongPlanException.class);
        }
        assertThat(found).singleElement().satisfies(message -> assertThat(message).get().asString()
                .matches("a sort of 20480 keys: byte [0-3] of key [0-9]+ is 0x[0-9a-f]{2}, expected 0x[0-9a-f]{2}"));
    }

    @Test
    void aSortThatFailsIsWrong() {
        try (PlanCache plans = plans(BLOCKS, _ -> {
            throw new IllegalStateException("planted");
        })) {
            assertThatThrownBy(() -> plans.plan(shape(KeyType.INT32, Payload.NONE), N))
                    .isInstanceOf(WrongPlanException.class);
        }
        assertThat(found).containsExactly(Optional.of("a sort cannot run: IllegalStateException: planted"));
    }

    /** A lack of memory says nothing about the kernels. */
    @Test
    void aPlanThatDoesNotFitIsNotWrong() {
        try (PlanCache plans = plans(BLOCKS, _ -> {
            throw new OutOfMemoryError("planted");
        })) {
            assertThatThrownBy(() -> plans.plan(shape(KeyType.INT32, Payload.NONE), N)).isInstanceOf(OutOfMemoryError.class);
        }
        assertThat(found).isEmpty();
    }
}
