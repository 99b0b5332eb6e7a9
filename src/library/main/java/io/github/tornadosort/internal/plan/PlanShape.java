package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.kernel.OrderedBits;

/**
 * What kernels are compiled for.
 *
 * @param bytes width of a key on the device: 4 or 8; narrower keys widen when they are loaded
 * @param kind one of those of {@link OrderedBits}
 * @param payload what moves with each key
 * @param algorithm how they are sorted: any but {@link Algorithm#AUTO}
 * @param digitBits width of a digit, or {@link SortOptions#BY_POLICY}
 */
public record PlanShape(int bytes, int kind, Payload payload, Algorithm algorithm, int digitBits) {
    /** Bytes a key that the laboratory's algorithms take at most besides, for flags, places or a table. */
    private static final int LABORATORY_BYTES = 8;

    /** What moves with each key: 32 bits, or nothing. */
    public enum Payload {
        NONE,
        /** The caller's values. */
        VALUES,
        /** Each key's place before the sort. */
        INDICES
    }

    public static PlanShape of(KeyType type, Payload payload) {
        return new PlanShape(
                type.bytes() == 8 ? 8 : 4,
                type.isFloat() ? OrderedBits.FLOAT : OrderedBits.INTEGER,
                payload,
                Algorithm.RADIX,
                SortOptions.BY_POLICY);
    }

    /** The same for the algorithm that the options name. Where it is a network, places may have to break ties. */
    public static PlanShape of(KeyType type, Payload payload, SortOptions options) {
        Payload moved = payload == Payload.NONE && options.algorithm().isNetwork() && ties(type, options)
                ? Payload.INDICES
                : payload;
        return of(type, moved).sortedBy(options);
    }

    /** The same for the algorithm that the options name, if they do. */
    public PlanShape sortedBy(SortOptions options) {
        return options.algorithm() == Algorithm.AUTO
                ? this
                : new PlanShape(bytes, kind, payload, options.algorithm(), options.digitBits());
    }

    /** Whether keys that the order holds for equal can be told apart. */
    private static boolean ties(KeyType type, SortOptions options) {
        return type.isFloat() || Long.bitCount(options.bitMask(type)) < type.bits();
    }

    /** Keys of 32 bits or less, each in one 64-bit word with its payload: key above, payload below. */
    public static PlanShape packed(KeyType type) {
        int kind = type.isFloat() ? OrderedBits.FLOAT_ABOVE : OrderedBits.INTEGER;
        return new PlanShape(Long.BYTES, kind, Payload.NONE, Algorithm.RADIX, SortOptions.BY_POLICY);
    }

    /** The shape for keys that are compared by these bits. */
    public PlanShape comparedBy(long bits) {
        boolean floats = algorithm == Algorithm.RADIX && kind == OrderedBits.FLOAT && bytes == Integer.BYTES;
        return floats && (int) bits == -1
                ? new PlanShape(bytes, OrderedBits.FLOAT_WHOLE, payload, algorithm, digitBits)
                : this;
    }

    /** Whether values or places move with the keys. */
    public boolean withValues() {
        return payload != Payload.NONE;
    }

    /** Device memory of one key and its payload, in both buffers. */
    int bytesPerKey() {
        int ofBuffers = 2 * (bytes + (withValues() ? 4 : 0));
        return algorithm == Algorithm.RADIX ? ofBuffers : ofBuffers + LABORATORY_BYTES;
    }
}
