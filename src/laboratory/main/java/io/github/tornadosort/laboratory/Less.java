package io.github.tornadosort.laboratory;

import java.io.Serializable;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A caller's own order, for keys that no radix sort can hold: points, fractions, strings of fixed width by a table.
 * {@link ComparisonSort} takes a <em>method reference</em> to a public static method of a public class, with exactly these
 * parameter types, which TornadoVM compiles into the kernels:
 *
 * <pre>{@code
 * public static boolean byXThenY(IntArray points, int i, int j) {
 *     int xi = points.get(2 * i);
 *     int xj = points.get(2 * j);
 *     return xi < xj || (xi == xj && points.get(2 * i + 1) < points.get(2 * j + 1));
 * }
 * }</pre>
 *
 * <p>Such a method may contain what a TornadoVM kernel may: local variables of primitive types, arithmetic, conditions, loops,
 * {@code get} of the data, and static methods that do no more. It must not write to the data, create objects or arrays, use
 * fields that are not constants, throw, or call itself. Some of TornadoVM's backends compute the following wrongly:
 * {@code Integer.compareUnsigned}, {@code Math} except {@code min} and {@code max}, {@code >>>} without a mask, and the
 * division of negative integers by a power of two. TornadoVM 5.2.0 cannot compile a three-way result
 * ({@code a < b ? -1 : a == b ? 0 : 1}). TornadoVM reads the class's local variable tables: compile it with {@code -g}, as
 * Maven does.
 *
 * <p>The method must be a <em>strict weak ordering</em>. Call two elements equal if neither is less than the other. For all
 * elements a, b and c:
 * <ul>
 * <li>a is not less than itself, and a and b are not each less than the other;
 * <li>if a is less than b and b is less than c, then a is less than c;
 * <li>if a equals b and b equals c, then a equals c. A NaN that is compared by {@code <} breaks this rule: it equals 1 and 2,
 *     which are not equal. So does a comparison with a tolerance.
 * </ul>
 * Replace each NaN in the data by a number before the sort. The method itself cannot: OpenCL's fast floating-point arithmetic,
 * which TornadoVM uses by default, assumes that there is none.
 *
 * <p>A comparison that breaks these rules has no sorted order. {@link ComparisonSort#argsort} refuses it if it notices, with an
 * {@link IllegalArgumentException}. If it does not notice, the order of the result is unspecified, but no element is lost.
 *
 * @param <A> the type of the data: {@code IntArray}, {@code LongArray}, {@code FloatArray}, …
 */
@FunctionalInterface
public interface Less<A extends TornadoNativeArray> extends Serializable {
    /**
     * {@return whether element {@code i} belongs before element {@code j}; of equal elements none does}
     *
     * @param data what {@link ComparisonSort#open} was given
     * @param i an element
     * @param j an element
     */
    boolean less(A data, int i, int j);
}
