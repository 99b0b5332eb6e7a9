package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Tests the verification kernels alone: the checksums they compute, and the orders they accept. */
class FingerprintTest {
    private static final int N = 1000;
    private static final int BLOCKS = 3;
    private static final int SPAN = 384;

    /** A device, a kernel family, and the keys and payload to check. */
    private record Case(SortDevice device, SortPolicy policy, KeyType type, Payload payload) {
        private boolean wide() {
            return type.bytes() == Long.BYTES;
        }

        @Override
        public String toString() {
            return device.name() + ", " + policy.kernels() + ", " + type + ", " + payload;
        }
    }

    static Stream<Case> cases() {
        SortPolicy blocks = new SortPolicy(Kernels.BLOCK, 8, 1, 0, 0);
        SortPolicy groups = new SortPolicy(Kernels.WORK_GROUP, 8, 1, 96, 4);
        return SortDevice.all().stream().flatMap(device -> Stream.of(blocks, groups)
                .flatMap(policy -> Stream.of(KeyType.INT32, KeyType.UINT64)
                        .flatMap(type -> Arrays.stream(Payload.values())
                                .map(payload -> new Case(device, policy, type, payload)))));
    }

    /** A plan of one graph with the verification kernels. */
    private static final class Checks implements AutoCloseable {
        private final Case on;
        private final RadixBuffers buffers;
        private final TornadoExecutionPlan plan;

        private Checks(Case on) {
            this.on = on;
            PlanShape shape = PlanShape.of(on.type, on.payload);
            this.buffers = RadixBuffers.allocate(DeviceArrays.on(on.device), shape, on.policy, BLOCKS, N);
            PlanGraph graph = new PlanGraph(0, "checks", RadixTasks.of(shape, on.policy, buffers).check(0));
            graph.graph().transferToDevice(
                    DataTransferMode.EVERY_EXECUTION, buffers.keys()[0], buffers.values()[0], buffers.p());
            graph.addTasks().transferToHost(DataTransferMode.EVERY_EXECUTION, buffers.checks());
            GridScheduler grids = new GridScheduler();
            graph.setGrids(grids, new LaunchSize(N, BLOCKS, on.policy.radix()));
            this.plan = new TornadoExecutionPlan(graph.snapshot()).withDevice(on.device.tornado());
            plan.withGridScheduler(grids);
        }

        private void run(long[] keys, int[] values, SortOptions options) {
            for (int i = 0; i < N; i++) {
                if (on.wide()) {
                    ((LongArray) buffers.keys()[0]).set(i, keys[i]);
                } else {
                    ((IntArray) buffers.keys()[0]).set(i, (int) keys[i]);
                }
                if (on.payload != Payload.NONE) {
                    buffers.values()[0].set(i, values[i]);
                }
            }
            IntArray p = buffers.p();
            p.set(PassParameters.ALWAYS_ZERO, 0);
            p.set(PassParameters.N, N);
            p.set(PassParameters.BLOCKS, BLOCKS);
            p.set(PassParameters.SPAN, SPAN);
            Order.of(on.type, options).writeTo(p);
            plan.execute();
        }

        private Fingerprint found() {
            return Fingerprint.of(buffers.checks(), BLOCKS, on.wide());
        }

        private boolean inOrder() {
            try {
                found().requireSorted(buffers.checks(), BLOCKS, on.wide());
                return true;
            } catch (MismatchException e) {
                return false;
            }
        }

        @Override
        public void close() throws TornadoExecutionPlanException {
            plan.close();
        }
    }

    /** An independent implementation of the hash. */
    private static long hash(long key, boolean wide) {
        if (wide) {
            long h = (key ^ key >>> 32) * 0xd6e8feb86659fd93L;
            return h ^ h >>> 32;
        }
        int h = (int) key;
        h = (h ^ h >>> 15) * 0xd168aaad;
        h = (h ^ h >>> 15) * 0xaf723597;
        return h ^ h >>> 15;
    }

    private static Fingerprint expected(long[] keys, int[] values, Case on) {
        long sum = 0;
        long xor = 0;
        long hash = 0;
        for (int i = 0; i < N; i++) {
            long value = on.payload == Payload.NONE ? 0 : values[i];
            long hashed = hash(keys[i], on.wide());
            sum += keys[i] + value;
            xor ^= keys[i] ^ value;
            hash += on.payload == Payload.NONE ? hashed : hash(hashed ^ value, on.wide());
        }
        return on.wide() ? new Fingerprint(N, sum, xor, hash) : new Fingerprint(N, (int) sum, (int) xor, (int) hash);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void computesTheChecksums(Case on) throws TornadoExecutionPlanException {
        long[] keys = new SplittableRandom(1).longs(N).toArray();
        int[] values = new SplittableRandom(2).ints(N).toArray();
        try (Checks checks = new Checks(on)) {
            checks.run(keys, values, SortOptions.ascending());
            assertThat(checks.found()).isEqualTo(expected(keys, values, on));
            assertThat(checks.inOrder()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsEveryDescent(Case on) throws TornadoExecutionPlanException {
        long top = on.wide() ? 1L << 62 : 1L << 30;
        long[] sorted = IntStream.range(0, N).mapToLong(i -> (i / 2 - N / 4) * (top / N * 2)).toArray();
        if (on.type == KeyType.UINT64) {
            IntStream.range(0, N).forEach(i -> sorted[i] ^= Long.MIN_VALUE);
        }
        int[] indices = IntStream.range(0, N).toArray();
        try (Checks checks = new Checks(on)) {
            checks.run(sorted, indices, SortOptions.ascending());
            assertThat(checks.inOrder()).isTrue();
            // Within blocks, between blocks, and at both ends. Swaps the second of two equal keys with a larger key.
            for (int at : new int[] {1, 95, 97, SPAN - 1, SPAN + 1, 2 * SPAN - 1, 2 * SPAN + 1, N - 3}) {
                long[] keys = sorted.clone();
                keys[at] = sorted[at + 1];
                keys[at + 1] = sorted[at];
                checks.run(keys, indices, SortOptions.ascending());
                assertThat(checks.inOrder()).as("descent at %d", at).isFalse();
                // Swapping two equal keys is detected only if the payload is their indices.
                int[] swapped = indices.clone();
                swapped[at - 1] = at;
                swapped[at] = at - 1;
                checks.run(sorted, swapped, SortOptions.ascending());
                assertThat(checks.inOrder()).as("tie at %d", at).isEqualTo(on.payload != Payload.INDICES);
            }
            // By the lowest bit alone, all keys are equal; then one of them differs.
            SortOptions lowBit = SortOptions.builder().bits(0, 1).build();
            checks.run(sorted, indices, lowBit);
            assertThat(checks.inOrder()).isTrue();
            sorted[SPAN - 1] ^= 1;
            checks.run(sorted, indices, lowBit);
            assertThat(checks.inOrder()).isFalse();
        }
    }

    @Test
    void aMismatchDescribesItself() {
        LongArray checks = LongArray.fromElements(1, 2, 3, 0, 10, 4, 5, 6, 1, 10);
        Fingerprint found = Fingerprint.of(checks, 2, true);
        assertThat(found).isEqualTo(new Fingerprint(20, 5, 7, 9));
        found.requireAll(20);
        assertThatThrownBy(() -> found.requireAll(21)).hasMessage("the device returned checksums of 20 keys instead of 21");
        assertThatThrownBy(() -> found.requireSorted(checks, 2, true))
                .hasMessage("the device returned keys out of order in block 1 of 2");
        assertThatThrownBy(() -> new Fingerprint(20, 5, 7, 8).requireSorted(checks, 2, true))
                .hasMessageStartingWith("the device returned different keys or values: ");
    }

    /** Only the hash distinguishes pairs of small numbers with equal sum and XOR, such as (0, 3) and (1, 2). */
    @Test
    void theHashDistinguishesMultisetsWithEqualSums() {
        for (boolean wide : List.of(false, true)) {
            Set<List<Long>> seen = new HashSet<>();
            for (long a = 0; a < 128; a++) {
                for (long b = a; b < 128; b++) {
                    long hash = hash(a, wide) + hash(b, wide);
                    assertThat(seen.add(List.of(a + b, a ^ b, wide ? hash : (int) hash))).as("%d, %d", a, b).isTrue();
                }
            }
        }
    }
}
