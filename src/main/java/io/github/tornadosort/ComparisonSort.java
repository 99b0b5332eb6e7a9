package io.github.tornadosort;

import io.github.tornadosort.graph.Checkpoint;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.graph.SortPlan;
import io.github.tornadosort.internal.algorithm.catalog.AlgorithmCatalog;
import io.github.tornadosort.policy.SortPolicies;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts by a comparison of the caller's, which TornadoVM compiles into the kernels: for orders that no radix sort can hold. It
 * puts places in order, not the data themselves, as {@link Sorter#argsort} does. Compiled at the first sort and used again by
 * later ones, of whatever the data are then. Stable. For one thread at a time.
 *
 * <pre>{@code
 * try (var sort = ComparisonSort.open(SortDevice.preferred(), points, Points::byXThenY, Algorithm.MERGE, n)) {
 *     int[] places = sort.argsort(n);
 * }
 * }</pre>
 *
 * @param <A> the type of the data
 */
public final class ComparisonSort<A extends TornadoNativeArray> implements AutoCloseable {
    /** Elements that the comparison is tried on before it is compiled. */
    private static final int TRIED = 64;

    private final A data;
    private final Less<A> less;
    private final Method method;
    private final SortDevice device;
    private final int capacity;
    private final SortPlan plan;
    private boolean compiled;

    private ComparisonSort(SortDevice device, A data, Less<A> less, Algorithm algorithm, int capacity) {
        this.device = device;
        this.data = data;
        this.less = less;
        this.method = method(less);
        this.capacity = capacity;
        this.plan = AlgorithmCatalog.plan(
                device, SortPolicies.forDevice(device), algorithm, Math.max(1, capacity), Checkpoint.INTERRUPTS, data,
                method);
    }

    /**
     * A sort on a device.
     *
     * @param <A> the type of the data
     * @param device one of {@link SortDevice#all}
     * @param data what the comparison reads; brought to the device with each sort
     * @param less the comparison; {@link Less} tells what it may contain
     * @param algorithm {@link Algorithm#MERGE} or {@link Algorithm#SAMPLE}
     * @param capacity most elements of one sort
     * @return a sort to be closed by the caller
     * @throws IllegalArgumentException if the algorithm is another one, or the comparison is not a method reference to a
     *     public static method of a public class
     */
    public static <A extends TornadoNativeArray> ComparisonSort<A> open(
            SortDevice device, A data, Less<A> less, Algorithm algorithm, int capacity) {
        if (algorithm != Algorithm.MERGE && algorithm != Algorithm.SAMPLE) {
            throw new IllegalArgumentException(
                    "algorithm " + algorithm.label() + " takes no comparison; merge and sample do");
        }
        return new ComparisonSort<>(device, data, less, algorithm, capacity);
    }

    /**
     * The places of the first n elements in sorted order: of {@code result[0]} none belongs before it. Equal elements keep
     * their order.
     *
     * @param n elements, from 0 to the capacity
     * @return one place an element
     * @throws IllegalArgumentException if there are more than the capacity, or the comparison, tried on the host first, throws,
     *     holds an element for less than itself or two for less than each other, or cannot be compiled for the device
     */
    public int[] argsort(int n) {
        if (n < 0 || n > capacity) {
            throw new IllegalArgumentException(n + " elements, expected 0 to " + capacity + ", the capacity");
        }
        tryOnHost(n);
        IntArray places = (IntArray) plan.keys();
        for (int i = 0; i < n; i++) {
            places.set(i, i);
        }
        int[] sorted = new int[n];
        Outcome outcome = run(n);
        IntArray result = outcome.passes() == 0 ? places : (IntArray) plan.sortedKeys(outcome, n);
        Arrays.setAll(sorted, result::get);
        return sorted;
    }

    private Outcome run(int n) {
        try {
            Outcome outcome = plan.run(n, new Order(0, -1L, 0, false, false));
            compiled |= n > 1;
            return outcome;
        } catch (CancellationException | TornadoOutOfMemoryException | VirtualMachineError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // TornadoVM's compiler fails with whatever it comes upon.
            if (compiled) {
                throw e;
            }
            throw new IllegalArgumentException(
                    "the comparison " + name() + " could not be compiled for device " + device.id() + " (" + e.getMessage()
                            + "); see the documentation of Less for what it may contain, and what its class needs",
                    e);
        }
    }

    /** Finds what is wrong with a comparison where that can be said more plainly than by a kernel. */
    private void tryOnHost(int n) {
        int step = Math.max(1, n / TRIED);
        for (int i = 0; i < n; i += step) {
            for (int j = i; j < Math.min(n, i + 2 * step + 1); j += step) {
                if (isLess(i, j) && isLess(j, i)) {
                    throw new IllegalArgumentException("the comparison " + name() + " is no order: element " + i
                            + (i == j ? " is less than itself" : " and element " + j + " are less than each other"));
                }
            }
        }
    }

    private boolean isLess(int i, int j) {
        try {
            return less.less(data, i, j);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the comparison " + name() + " of elements " + i + " and " + j + " throws " + e, e);
        }
    }

    private String name() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** The method behind a method reference. */
    private static Method method(Less<?> less) {
        try {
            Method replace = less.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            SerializedLambda reference = (SerializedLambda) replace.invoke(less);
            Class<?> owner = Class.forName(
                    reference.getImplClass().replace('/', '.'), true, less.getClass().getClassLoader());
            Method method = Arrays.stream(owner.getDeclaredMethods())
                    .filter(m -> m.getName().equals(reference.getImplMethodName()) && m.getParameterCount() == 3)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchMethodException(reference.getImplMethodName()));
            if (reference.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic
                    && Modifier.isPublic(method.getModifiers())
                    && Modifier.isPublic(owner.getModifiers())) {
                return method;
            }
            throw new NoSuchMethodException(owner.getSimpleName() + "." + method.getName());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "the comparison must be a method reference to a public static method of a public class, not a lambda"
                            + " expression or an object: " + e,
                    e);
        }
    }

    /** Frees the device's memory. */
    @Override
    public void close() {
        plan.close();
    }
}
