package io.github.tornadosort.laboratory;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.laboratory.internal.KeyComparison;
import io.github.tornadosort.laboratory.internal.catalog.AlgorithmCatalog;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Sorts by the caller's own comparison, which TornadoVM compiles into the kernels: for orders that no radix sort can express.
 * It computes sorted indices and leaves the data as they are, as {@link io.github.tornadosort.Sorter#argsort} does. The kernels are compiled at the
 * first sort; later sorts use them again, with the data of that time. Equal elements keep their order. An instance may be used by
 * one thread at a time.
 *
 * <pre>{@code
 * try (var sort = ComparisonSort.open(SortDevice.preferred(), points, Points::byXThenY, Algorithm.MERGE, n)) {
 *     int[] indices = sort.argsort(n);
 * }
 * }</pre>
 *
 * <p>Kernels cannot notice that a comparison contradicts itself, and a merge then loses elements. So each sort evaluates the
 * comparison on the JVM too: for up to 64 elements before the kernels run, and for up to 65536 neighbours in the result. A
 * result that is not a permutation is never returned.
 *
 * @param <A> the type of the data
 */
public final class ComparisonSort<A extends TornadoNativeArray> implements AutoCloseable {
    private final SortDevice device;
    private final int capacity;
    private final String name;
    private final ComparisonCheck<A> check;
    /** The kernels and their arrays; null if this sort is closed. */
    private SortPlan plan;
    private boolean compiled;

    private ComparisonSort(SortDevice device, A data, Less<A> less, Algorithm algorithm, int capacity) {
        Method method = method(less, data.getClass());
        this.device = device;
        this.capacity = capacity;
        this.name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        this.check = new ComparisonCheck<>(data, less, name);
        PlanShape shape = new PlanShape(
                Integer.BYTES, KeyComparison.BY_CALLER, Payload.NONE, algorithm, SortOptions.BY_POLICY);
        this.plan = AlgorithmCatalog.comparing(data, method).plan(
                device, SortPolicies.forDevice(device), shape, Math.max(1, capacity), Checkpoint.INTERRUPTS);
    }

    /**
     * Opens a sort on a device.
     *
     * @param <A> the type of the data
     * @param device one of {@link SortDevice#all}
     * @param data what the comparison reads; copied to the device by each sort
     * @param less the comparison; {@link Less} says what it may contain
     * @param algorithm {@link Algorithm#MERGE} or {@link Algorithm#SAMPLE}
     * @param capacity the largest number of elements of one sort
     * @return a sort that the caller closes
     * @throws IllegalArgumentException if the algorithm is another one, the capacity is negative, or the comparison is not a
     *     method reference to a public static method of a public class with the parameters that {@link Less} says
     */
    public static <A extends TornadoNativeArray> ComparisonSort<A> open(
            SortDevice device, A data, Less<A> less, Algorithm algorithm, int capacity) {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(less, "less");
        if (Objects.requireNonNull(algorithm, "algorithm") != Algorithm.MERGE && algorithm != Algorithm.SAMPLE) {
            throw new IllegalArgumentException(
                    "algorithm " + algorithm.label() + " takes no comparison; merge and sample do");
        }
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity " + capacity + " is negative");
        }
        return new ComparisonSort<>(device, data, less, algorithm, capacity);
    }

    /**
     * Returns the indices of the first n elements in sorted order: no element belongs before element {@code result[0]}. Equal
     * elements keep their order. The first call compiles the kernels. A later call takes about 10 µs for 10 ints and 100 µs for 1,000,
     * by {@link Algorithm#MERGE} on the JVM backend with two cores. {@link java.util.Arrays#sort(Object[], java.util.Comparator)} takes
     * a tenth to a third of that.
     *
     * @param n number of elements, from 0 to the capacity
     * @return one index per element
     * @throws IllegalArgumentException if n is negative or more than the capacity, or if the comparison throws, cannot be
     *     compiled for the device, or is found not to be a strict weak ordering. The message then names the comparison and,
     *     where they were found, the elements that contradict each other
     * @throws IllegalStateException if this sort is closed
     */
    public int[] argsort(int n) {
        if (plan == null) {
            throw new IllegalStateException("this comparison sort is closed");
        }
        if (n < 0 || n > capacity) {
            throw new IllegalArgumentException(n + " elements, expected 0 to " + capacity + ", the capacity");
        }
        check.sample(n);
        int[] sorted = new int[n];
        IntArray indices = (IntArray) plan.keys();
        for (int i = 0; i < n; i++) {
            indices.set(i, i);
        }
        Outcome outcome = run(n);
        IntArray result = outcome.passes() == 0 ? indices : (IntArray) plan.sortedKeys(outcome, n);
        Arrays.setAll(sorted, result::get);
        check.verify(sorted);
        return sorted;
    }

    private Outcome run(int n) {
        try {
            Outcome outcome = plan.run(n, new Order(0, -1L, false, false, false));
            compiled |= n > 1;
            return outcome;
        } catch (CancellationException | TornadoOutOfMemoryException | OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // What the comparison itself does wrong can be said more plainly than a kernel says it.
            check.each(n);
            check.search(n);
            if (compiled && !isOnJvm()) {
                throw e;
            }
            throw new IllegalArgumentException(
                    "the comparison " + name + (isCompilation(e) ? " could not be compiled for" : " failed on") + " device "
                            + device.id() + " (" + e
                            + "); see the documentation of Less for what it may contain, and what its class needs",
                    e);
        }
    }

    private boolean isOnJvm() {
        return !Backend.of(device).compilesKernels();
    }

    /** Returns whether a failure is of the compiler: any exception, but on the JVM backend only one type. */
    private boolean isCompilation(Throwable failure) {
        return isOnJvm()
                ? failure instanceof TornadoBailoutRuntimeException
                : !(failure instanceof IndexOutOfBoundsException);
    }

    /** The method behind a method reference. */
    private static Method method(Less<?> less, Class<?> data) {
        try {
            Method replace = less.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            SerializedLambda reference = (SerializedLambda) replace.invoke(less);
            ClassLoader loader = less.getClass().getClassLoader();
            MethodType type = MethodType.fromMethodDescriptorString(reference.getImplMethodSignature(), loader);
            Method method = Class.forName(reference.getImplClass().replace('/', '.'), true, loader)
                    .getMethod(reference.getImplMethodName(), type.parameterArray());
            // The kernels call a method of exactly these types.
            boolean fits = type.equals(MethodType.methodType(boolean.class, data, int.class, int.class));
            if (fits && reference.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic
                    && Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
                return method;
            }
            throw new NoSuchMethodException(method.toString());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "the comparison must be a method reference to a method (" + data.getSimpleName()
                            + ", int, int) that returns boolean and is a public static method of a public class, not a lambda"
                            + " expression or an object: " + e,
                    e);
        }
    }

    /** Frees the device's memory. Closing twice has no effect. */
    @Override
    public void close() {
        if (plan != null) {
            SortPlan closing = plan;
            plan = null;
            closing.close();
        }
    }
}
