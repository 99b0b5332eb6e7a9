package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.Comparator;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The laboratory that the tests of this module find: whatever the algorithm is, the JDK sorts keys of 32 bits in one pass. */
public final class StubLaboratory implements PlanFactory {
    /** Whether closing a plan fails. */
    public static volatile boolean failsToClose;

    @Override
    public SortPlan plan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint) {
        return new HostPlan(shape, capacity);
    }

    private static final class HostPlan extends UnusedPlan {
        private final PlanShape shape;
        private final IntArray keys;
        private final IntArray values;

        private HostPlan(PlanShape shape, int capacity) {
            if (shape.bytes() != Integer.BYTES) {
                throw new UnsupportedOperationException("keys of 64 bits");
            }
            this.shape = shape;
            this.keys = new IntArray(capacity);
            this.values = new IntArray(shape.withValues() ? capacity : 1);
        }

        @Override
        public void close() {
            if (failsToClose) {
                throw new IllegalStateException("planted: not closed");
            }
        }

        @Override
        public TornadoNativeArray keys() {
            return keys;
        }

        @Override
        public IntArray values() {
            return values;
        }

        @Override
        public Outcome run(int n, WordOrder order) {
            int[] before = IntStream.range(0, n).map(keys::get).toArray();
            int[] moved = shape.payload() == PlanShape.Payload.VALUES
                    ? IntStream.range(0, n).map(values::get).toArray()
                    : IntStream.range(0, n).toArray();
            int[] sorted = IntStream.range(0, n).boxed()
                    .sorted(Comparator.comparingLong(i -> rank(before[i], order)))
                    .mapToInt(i -> i)
                    .toArray();
            for (int i = 0; i < n; i++) {
                keys.set(i, before[sorted[i]]);
                if (shape.withValues()) {
                    values.set(i, moved[sorted[i]]);
                }
            }
            return new Outcome(0, n < 2 ? 0 : 1, 0, 0, 0, null);
        }

        private long rank(int key, WordOrder order) {
            return Integer.toUnsignedLong((OrderedBits.of(key, shape.kind()) ^ (int) order.flip()) & (int) order.bits());
        }

        @Override
        public TornadoNativeArray sortedKeys(Outcome outcome, int n) {
            return keys;
        }

        @Override
        public IntArray sortedValues(Outcome outcome, int n) {
            return values;
        }
    }
}
