package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.Execution;

/**
 * The properties of a sort for which kernels are compiled.
 *
 * @param bytes bytes per key on the device: 4 or 8; narrower keys are widened when they are loaded
 * @param kind kind of key, a constant of {@link OrderedBits}
 * @param payload what moves with each key
 * @param algorithm the algorithm
 * @param digitBits width of a digit, or {@link Execution#BY_POLICY}
 */
public record PlanShape(int bytes, int kind, Payload payload, Algorithm algorithm, int digitBits) {
    /** Upper bound of the further bytes per key that laboratory algorithms need for flags, indices or a table. */
    private static final int LABORATORY_BYTES = 8;

    /** What moves with each key: nothing, or 32 bits. */
    public enum Payload {
        /** Nothing. */
        NONE,
        /** The caller's values. */
        VALUES,
        /** The index of each key before the sort. */
        INDICES
    }

    /** Returns the shape of a radix sort. */
    public static PlanShape of(KeyType type, Payload payload) {
        return new PlanShape(
                type.bytes() == 8 ? 8 : 4,
                type.isFloat() ? OrderedBits.FLOAT : OrderedBits.INTEGER,
                payload,
                Algorithm.RADIX,
                Execution.BY_POLICY);
    }

    /**
     * Returns the shape for the bits of an order and the algorithm of the settings, or of a radix sort if they name none. A
     * sorting network, which is not stable, gets indices as payload if keys can tie.
     */
    public static PlanShape of(KeyType type, Payload payload, WordOrder order, Execution execution) {
        Algorithm algorithm = execution.algorithm();
        if (algorithm == null) {
            return of(type, payload).comparedBy(order.bits());
        }
        boolean unstable = payload == Payload.NONE && algorithm.isNetwork() && canTie(type, order);
        PlanShape radix = of(type, unstable ? Payload.INDICES : payload);
        return new PlanShape(radix.bytes, radix.kind, radix.payload, algorithm, execution.digitBits())
                .comparedBy(order.bits());
    }

    /** Returns whether keys with different bits can compare as equal. */
    private static boolean canTie(KeyType type, WordOrder order) {
        return type.isFloat() || Long.bitCount(order.bits()) < type.bits();
    }

    /** Returns the shape for keys that are compared by these bits. */
    public PlanShape comparedBy(long bits) {
        boolean floats = isRadix() && kind == OrderedBits.FLOAT && bytes == Integer.BYTES;
        return floats && (int) bits == -1
                ? new PlanShape(bytes, OrderedBits.FLOAT_WHOLE, payload, algorithm, digitBits)
                : this;
    }

    /** Returns whether the keys are floats, and nothing else is in their words. */
    public boolean floats() {
        return kind == OrderedBits.FLOAT || kind == OrderedBits.FLOAT_WHOLE;
    }

    /** Returns what is sorted, for messages. */
    public String label() {
        return bytes * Byte.SIZE + "-bit " + (floats() ? "floats" : "integers") + (withValues() ? " with values" : "");
    }

    /** Returns whether radix graphs run the algorithm. */
    boolean isRadix() {
        return algorithm == Algorithm.RADIX;
    }

    /** Returns whether values or indices move with the keys. */
    public boolean withValues() {
        return payload != Payload.NONE;
    }

    /** Returns the bytes of device memory per key, including its payload, in both buffers. */
    int bytesPerKey() {
        int inBuffers = 2 * (bytes + (withValues() ? 4 : 0));
        return isRadix() ? inBuffers : inBuffers + LABORATORY_BYTES;
    }
}
