package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.kernel.OrderedBits;

/**
 * The properties of a sort for which kernels are compiled.
 *
 * @param bytes bytes per key on the device: 4 or 8; narrower keys are widened when they are loaded
 * @param kind kind of key, a constant of {@link OrderedBits}
 * @param payload what moves with each key
 * @param algorithm the algorithm; never {@link Algorithm#AUTO}
 * @param digitBits width of a digit, or {@link SortOptions#BY_POLICY}
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
                SortOptions.BY_POLICY);
    }

    /**
     * Returns the shape for the bits and the algorithm of the options, or of a radix sort if they name none. A sorting network, which is
     * not stable, gets indices as payload if keys can tie.
     */
    public static PlanShape of(KeyType type, Payload payload, SortOptions options) {
        Payload moved = payload == Payload.NONE && options.algorithm().isNetwork() && canTie(type, options)
                ? Payload.INDICES
                : payload;
        return of(type, moved).sortedBy(options).comparedBy(options.bitMask(type));
    }

    /** Returns this shape with the algorithm of the options, if they name one. */
    public PlanShape sortedBy(SortOptions options) {
        return options.algorithm() == Algorithm.AUTO
                ? this
                : new PlanShape(bytes, kind, payload, options.algorithm(), options.digitBits());
    }

    /** Returns whether keys with different bits can compare as equal. */
    private static boolean canTie(KeyType type, SortOptions options) {
        return type.isFloat() || Long.bitCount(options.bitMask(type)) < type.bits();
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
