package io.github.tornadosort.laboratory.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.PlanTest;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a plan that cannot be made releases the memory that it has pinned, so that the next plan can use it. */
class FailingPlansTest {
    private static int sizes;
    private int allocations;
    /** The number of the allocation that fails. */
    private int failing;

    @BeforeEach
    void countAllocations() {
        HostMemory.watch(_ -> {
            if (++allocations == failing) {
                throw new OutOfMemoryError("planted");
            }
        });
    }

    @AfterEach
    void countNoAllocations() {
        HostMemory.watch(null);
    }

    /** Returns a device of the JVM that appears to be a CUDA device, whose arrays are pinned and kept. */
    private static SortDevice pinning() {
        SortDevice here = SortDevice.preferred();
        assumeTrue(here.backend().equals("jvm"), "an SDK would look for a CUDA device");
        return TestDevices.device(
                here.driver(), here.number(), "cuda", here.name(), here.type(), here.memoryBytes(), Handle.of(here));
    }

    /**
     * Makes a plan and closes it. Returns the number of allocations.
     *
     * @param size determines the capacity, which is four times that of the size before: kept arrays of earlier plans are too short
     */
    private int make(Algorithm algorithm, int size, int failing) {
        int capacity = 1 << (13 + 2 * size);
        allocations = 0;
        this.failing = failing;
        SortPolicy policy = new SortPolicy(Kernels.WORK_GROUP, 8, 1, 96, 4);
        PlanShape shape = new PlanShape(
                Integer.BYTES, OrderedBits.INTEGER, Payload.VALUES, algorithm, Execution.BY_POLICY);
        if (algorithm == Algorithm.RADIX) {
            try (PlanCache plans = new PlanCache(pinning(), policy, _ -> {}, PlanTest.NONE)) {
                plans.plan(shape, capacity);
            }
        } else {
            new AlgorithmCatalog().plan(pinning(), policy, shape, capacity, _ -> {}).close();
        }
        return allocations;
    }

    @ParameterizedTest
    @EnumSource(names = {"RADIX", "MERGE"})
    void aPlanThatCannotBeMadeReleasesItsArrays(Algorithm algorithm) {
        make(algorithm, sizes++, 0);
        // Arrays whose size does not depend on the capacity are kept, and used again.
        int growing = make(algorithm, sizes++, 0);
        assertThat(growing).as("arrays that grow with the capacity").isGreaterThan(1);

        assertThatThrownBy(() -> make(algorithm, sizes, growing)).isInstanceOf(OutOfMemoryError.class);
        assertThat(make(algorithm, sizes++, 0)).as("allocations after a failure of the last one").isEqualTo(1);
    }
}
