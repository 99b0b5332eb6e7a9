package io.github.tornadosort;

import java.io.Serializable;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A caller's own order, for keys that no radix sort can hold: points, fractions, strings of fixed width by a table.
 * {@link ComparisonSort} takes a <em>method reference</em> to a public static
 * method of a public class, which TornadoVM compiles into the kernels:
 *
 * <pre>{@code
 * public static boolean byXThenY(FloatArray points, int i, int j) {
 *     float xi = points.get(2 * i);
 *     float xj = points.get(2 * j);
 *     return xi < xj || (xi == xj && points.get(2 * i + 1) < points.get(2 * j + 1));
 * }
 * }</pre>
 *
 * <p>What such a method may contain is what a TornadoVM kernel may: local variables of primitive types, arithmetic, conditions,
 * loops, {@code get} of the data, and static methods that do no more. It may not write to the data, create objects or arrays,
 * use fields that are not constants, throw, or call itself; and not {@code Integer.compareUnsigned}, {@code Math} beyond
 * {@code min} and {@code max}, {@code >>>} without a mask, or the
 * division of negative integers by a power of two, which some of TornadoVM's backends get wrong; and
 * no three-way result ({@code a < b ? -1 : a == b ? 0 : 1}), which TornadoVM 5.2.0 cannot compile.
 * TornadoVM reads the class's local variable tables: it must have been compiled with {@code -g}, as Maven does.
 *
 * <p>It must be a strict weak order: nothing is less than itself, if i is less than j then j is not less than i, and so on;
 * anything else gives some order.
 *
 * @param <A> the type of the data: {@code IntArray}, {@code LongArray}, {@code FloatArray}, …
 */
@FunctionalInterface
public interface Less<A extends TornadoNativeArray> extends Serializable {
    /**
     * {@return whether element {@code i} belongs before element {@code j}; equal ones do not}
     *
     * @param data what {@link ComparisonSort#open} was given
     * @param i an element
     * @param j an element
     */
    boolean less(A data, int i, int j);
}
