package io.github.tornadosort.graph;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.kernel.OrderedBits;

/**
 * What kernels are compiled for.
 *
 * @param bytes width of a key on the device: 4 or 8; narrower keys widen when they are loaded
 * @param kind {@link OrderedBits#INTEGER} or {@link OrderedBits#FLOAT}
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

    boolean withValues() {
        return payload != Payload.NONE;
    }

    /** Device memory of one key and its payload, in both buffers. */
    int bytesPerKey() {
        return 2 * (bytes + (withValues() ? 4 : 0));
    }
}
