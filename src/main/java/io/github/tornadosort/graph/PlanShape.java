package io.github.tornadosort.graph;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.kernel.OrderedBits;

/**
 * What kernels are compiled for.
 *
 * @param bytes width of a key on the device: 4 or 8; narrower keys widen when they are loaded
 * @param kind {@link OrderedBits#INTEGER}, {@link OrderedBits#FLOAT} or {@link OrderedBits#FLOAT_ABOVE}
 * @param payload what moves with each key
 */
record PlanShape(int bytes, int kind, Payload payload) {

    /** What moves with each key: 32 bits, or nothing. */
    enum Payload {
        NONE,
        /** The caller's values. */
        VALUES,
        /** Each key's place before the sort. */
        INDICES
    }

    static PlanShape of(KeyType type, Payload payload) {
        return new PlanShape(
                type.bytes() == 8 ? 8 : 4, type.isFloat() ? OrderedBits.FLOAT : OrderedBits.INTEGER, payload);
    }

    /** Keys of 32 bits or less, each in one 64-bit word with its payload: key above, payload below. */
    static PlanShape packed(KeyType type) {
        return new PlanShape(8, type.isFloat() ? OrderedBits.FLOAT_ABOVE : OrderedBits.INTEGER, Payload.NONE);
    }

    boolean withValues() {
        return payload != Payload.NONE;
    }

    /** Device memory of one key and its payload, in both buffers. */
    int bytesPerKey() {
        return 2 * (bytes + (withValues() ? 4 : 0));
    }
}
