package io.github.tornadosort.internal.plan;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.order.OrderedKeys;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The order of a run: how kernels make words of keys, which compare as unsigned numbers.
 *
 * @param flip mask to XOR with a key's ordered bits: the sign bit of signed integers; inverted for descending order
 * @param bits mask of the bits to compare
 * @param timed whether to measure times with the plan's profiler
 */
public record WordOrder(long flip, long bits, boolean timed) {
    /** Returns the order of keys of a type. */
    public static WordOrder of(KeyType type, Order order, boolean timed) {
        return new WordOrder(OrderedKeys.flip(type, order.isDescending()), order.bitMask(type), timed);
    }

    /** Writes the order into the parameters of the kernels. */
    public void writeTo(IntArray p) {
        p.set(PassParameters.FLIP, (int) flip);
        p.set(PassParameters.FLIP_HIGH, (int) (flip >>> 32));
        p.set(PassParameters.BITS, (int) bits);
        p.set(PassParameters.BITS_HIGH, (int) (bits >>> 32));
    }
}
