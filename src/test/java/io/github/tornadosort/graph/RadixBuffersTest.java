package io.github.tornadosort.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.kernel.PassParameters;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RadixBuffersTest {
    static Stream<SortPolicy> policies() {
        return Stream.of(
                new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0),
                new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4),
                new SortPolicy(Kernels.WORK_GROUP, 8, 8, 256, 16));
    }

    /** Kernels number keys by ints: the first key of each block, and a tile beyond the last key of all. */
    @ParameterizedTest
    @MethodSource("policies")
    void noIndexPassesTheLargestInt(SortPolicy policy) {
        for (int mostBlocks : new int[] {1, 2, 3, 7, 16, 132, 1056, 8448}) {
            int most = (int) RadixBuffers.mostKeys(policy, mostBlocks);
            PlanShape shape = PlanShape.of(KeyType.INT32, Payload.NONE);
            RadixBuffers buffers =
                    RadixBuffers.allocate(DeviceArrays.on(SortDevice.preferred()), shape, policy, mostBlocks, 1);
            for (int n : new int[] {1 << 29, (1 << 29) + 1, 1 << 30, (1 << 30) + 1, most - 1, most}) {
                long blocks = buffers.cut(n, policy, true);
                long span = buffers.p().get(PassParameters.SPAN);
                assertThat(blocks * span).as("keys of all blocks, of %d", n).isGreaterThanOrEqualTo(n);
                assertThat((blocks - 1) * span).as("first key of the last block").isBetween(0L, (long) Integer.MAX_VALUE);
                assertThat((long) n + policy.tile()).isLessThanOrEqualTo(Integer.MAX_VALUE);
            }
        }
    }
}
