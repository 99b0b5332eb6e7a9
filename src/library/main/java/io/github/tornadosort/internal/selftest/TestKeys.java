package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * Random keys of one shape. Every eighth of the first floats is special, and few of the others: a sort of them runs, and
 * compiles, the kernels that a sort of random keys runs.
 *
 * @param shape what the keys are
 * @param mask the bits of keys that may not be 0
 */
public record TestKeys(PlanShape shape, long mask) {
    /** Bits of special floats: zeros, infinities, NaNs, the smallest and largest numbers. */
    private static final int[] SPECIAL = {
        0, 0x80000000, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffc00000, 0xff800001, 1, 0x80000001,
        0x7f7fffff, 0xff7fffff
    };

    /** Number of first keys among which every eighth is special. */
    private static final int FIRST = 512;
    /**
     * Keys after the first ones, of which one is special. Equal keys are in one bucket, which must not be too large. The number
     * is no power of two, because a sort samples keys at equal distances.
     */
    private static final int RARE = 16_381;

    private static boolean isSpecial(int index) {
        return index < FIRST ? index % 8 == 0 : index % RARE == 0;
    }

    /** {@return the bits of a key, in the lowest bits} No NaN is among floats that are compared by all of their bits. */
    long bits(int index) {
        return allBits(index) & mask;
    }

    private long allBits(int index) {
        long random = new SplittableRandom(index).nextLong();
        boolean special = shape.kind() != OrderedBits.INTEGER && isSpecial(index);
        int bits = special ? SPECIAL[index / 8 % SPECIAL.length] : (int) (random >>> Integer.SIZE);
        // One random float in 256 is a NaN, and one double in 1024. As equal keys they would not fit in a bucket.
        if (shape.bytes() == Long.BYTES) {
            long number = Double.isNaN(Double.longBitsToDouble(random)) ? random & ~(1L << 62) : random;
            return special ? Double.doubleToRawLongBits(Float.intBitsToFloat(bits)) : number;
        }
        boolean replaced = shape.kind() == OrderedBits.FLOAT_WHOLE && Float.isNaN(Float.intBitsToFloat(bits));
        return Integer.toUnsignedLong(replaced ? bits & 0x807fffff | (int) random & 0x7f000000 : bits);
    }

    /** Returns the first n keys. */
    public Column column(int n) {
        KeyType type = type();
        MemorySegment keys = HostMemory.segment(Arena.ofAuto(), (long) n * type.bytes(), Long.BYTES);
        ParallelRanges.ranges(n, (begin, end) -> {
            for (long i = begin; i < end; i++) {
                if (type.bytes() == Long.BYTES) {
                    keys.set(Layouts.LONG, Long.BYTES * i, bits((int) i));
                } else {
                    keys.set(Layouts.INT, Integer.BYTES * i, (int) bits((int) i));
                }
            }
        }, keys);
        return new Column(keys, type);
    }

    /** Returns a type of keys of this shape. */
    KeyType type() {
        boolean wide = shape.bytes() == Long.BYTES;
        return shape.floats() ? wide ? KeyType.FLOAT64 : KeyType.FLOAT32 : wide ? KeyType.INT64 : KeyType.INT32;
    }
}
