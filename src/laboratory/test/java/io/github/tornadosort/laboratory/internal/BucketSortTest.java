package io.github.tornadosort.laboratory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

class BucketSortTest {
    private static final int N = 3000;

    /** All keys stay in one bucket, as they do if kernels are wrong. The result then shows that, and the host sorts. */
    @Test
    void cutsThatGainNothingEnd() {
        SortDevice device = SortDevice.preferred();
        AtomicInteger executions = new AtomicInteger();
        PlanShape shape = PlanShape.of(KeyType.INT32, Payload.NONE);
        AlgorithmPlan.PlanRequest request = new AlgorithmPlan.PlanRequest(
                device, DeviceArrays.on(device), SortPolicies.forDevice(device), shape, N,
                _ -> assertThat(executions.incrementAndGet()).isLessThan(200));
        try (OneBucket plan = new OneBucket(request)) {
            plan.load(Column.of(new int[N]));
            plan.run(N, WordOrder.of(KeyType.INT32, Order.ASCENDING, false));
        }
        assertThat(executions.get()).isGreaterThan(100);
    }

    /** Cuts by the lowest bit alone, again and again. */
    private static final class OneBucket extends BucketSort {
        private final Stage cutting;

        private OneBucket(PlanRequest request) {
            super(request, 1 << MAX_BITS);
            IntArray noSplitters = arrays.ints(1);
            this.cutting = addCut(cutStage().use(noSplitters), TileKernels.SEGMENT_DIGITS, noSplitters);
        }

        @Override
        protected int bits(Segment segment) {
            return 1;
        }

        @Override
        protected int shift(Segment segment) {
            return 0;
        }

        @Override
        protected long bitsOfBucket(Segment segment, int bucket) {
            return segment.bits();
        }

        @Override
        protected void cut(List<Segment> open, int... groups) {
            cutting.run(groups);
        }
    }
}
