package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KernelCheckTest {
    private static final SortPolicy SMALL_BLOCK = new SortPolicy(Kernels.BLOCK, 3, 3, 0, 0);
    private static final SortPolicy SMALL_GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 96, 4, 0, 1, 0);
    private static final List<SortPolicy> SHIPPED =
            List.of(new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0), new SortPolicy(Kernels.WORK_GROUP, 8, 6, 256, 16, 0, 1, 0));

    /** Kernels for values differ by the width of keys alone, and those for floats by less. */
    static final List<PlanShape> SHAPES = List.of(
            PlanShape.of(KeyType.INT32, Payload.NONE),
            PlanShape.of(KeyType.INT32, Payload.INDICES),
            PlanShape.of(KeyType.FLOAT32, Payload.NONE),
            PlanShape.of(KeyType.FLOAT32, Payload.NONE).comparedBy(-1),
            PlanShape.of(KeyType.INT64, Payload.INDICES),
            PlanShape.of(KeyType.FLOAT64, Payload.NONE));

    static Stream<Arguments> cases() {
        return SortDevice.all().stream().flatMap(device -> policies(device).map(policy -> Arguments.of(device, policy)));
    }

    /** The shipped policies; small ones if the device is checked and therefore slow. */
    private static Stream<SortPolicy> policies(SortDevice device) {
        return device.name().contains("checked") ? Stream.of(SMALL_BLOCK, SMALL_GROUP) : SHIPPED.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyKernelIsCorrect(SortDevice device, SortPolicy policy) throws Exception {
        for (PlanShape shape : SHAPES) {
            new KernelCheck(device, policy).run(shape);
        }
    }
}
