package io.github.tornadosort.internal.algorithm.catalog;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.algorithm.KeyComparison;
import io.github.tornadosort.internal.algorithm.PlanRequest;
import io.github.tornadosort.internal.algorithm.bitonic.BitonicSort;
import io.github.tornadosort.internal.algorithm.fourway.RadixFourWay;
import io.github.tornadosort.internal.algorithm.merge.MergeSort;
import io.github.tornadosort.internal.algorithm.oddevenmerge.OddEvenMergeSort;
import io.github.tornadosort.internal.algorithm.radixlocal.RadixLocal;
import io.github.tornadosort.internal.algorithm.radixmsd.RadixMsd;
import io.github.tornadosort.internal.algorithm.radixsplit.RadixSplit;
import io.github.tornadosort.internal.algorithm.sample.SampleSort;
import io.github.tornadosort.internal.algorithm.transposition.TranspositionSort;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.SortPlan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Creates plans of the algorithms below {@code io.github.tornadosort.internal.algorithm}. */
public final class AlgorithmCatalog {
    private AlgorithmCatalog() {}

    /**
     * Creates a plan that sorts keys of a shape by the shape's algorithm.
     *
     * @param capacity the maximum number of keys per sort
     * @throws IllegalArgumentException if the algorithm is {@link Algorithm#AUTO} or {@link Algorithm#RADIX}
     */
    public static SortPlan plan(
            SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint) {
        return plan(device, policy, shape, capacity, checkpoint, null);
    }

    /**
     * Creates a plan that sorts indices into the caller's data by the caller's comparison. For this, all classes of the
     * algorithms are loaded again, with the comparison in their kernels.
     *
     * @param algorithm {@link Algorithm#MERGE} or {@link Algorithm#SAMPLE}
     * @param capacity the maximum number of indices per sort
     * @param data the array that the comparison reads
     * @param method the comparison: a public static method of a public class
     */
    public static SortPlan plan(
            SortDevice device,
            SortPolicy policy,
            Algorithm algorithm,
            int capacity,
            Checkpoint checkpoint,
            TornadoNativeArray data,
            Method method) {
        PlanShape shape = new PlanShape(
                Integer.BYTES, KeyComparison.BY_CALLER, Payload.NONE, algorithm, SortOptions.BY_POLICY);
        try {
            return (SortPlan) new ComparisonClassLoader(method, data.getClass())
                    .loadClass(AlgorithmCatalog.class.getName())
                    .getMethod(
                            "plan",
                            SortDevice.class,
                            SortPolicy.class,
                            PlanShape.class,
                            int.class,
                            Checkpoint.class,
                            TornadoNativeArray.class)
                    .invoke(null, device, policy, shape, capacity, checkpoint, data);
        } catch (InvocationTargetException e) {
            // The method declares no checked exception.
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no kernels for " + method + ": " + e, e);
        }
    }

    /**
     * Creates a plan for the other methods of this class. It is public because the method for comparisons calls it in a second
     * copy of this class, which has another class loader.
     *
     * @param data the array that the caller's comparison reads, or null if there is no such comparison
     */
    public static SortPlan plan(
            SortDevice device,
            SortPolicy policy,
            PlanShape shape,
            int capacity,
            Checkpoint checkpoint,
            TornadoNativeArray data) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            // Kernels need an array even if they do not read it.
            TornadoNativeArray read = data == null ? arrays.longs(1) : data;
            return plan(new PlanRequest(device, arrays, policy, shape, capacity, checkpoint, read));
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    private static SortPlan plan(PlanRequest request) {
        return switch (request.shape().algorithm()) {
            case RADIX_SPLIT -> new RadixSplit(request);
            case RADIX_LOCAL -> new RadixLocal(request);
            case RADIX_FOUR_WAY -> new RadixFourWay(request);
            case RADIX_MSD -> new RadixMsd(request);
            case SAMPLE -> new SampleSort(request);
            case MERGE -> new MergeSort(request);
            case BITONIC -> new BitonicSort(request);
            case ODD_EVEN_MERGE -> new OddEvenMergeSort(request);
            case TRANSPOSITION -> new TranspositionSort(request);
            case AUTO, RADIX ->
                throw new IllegalArgumentException(
                        "no plan for algorithm " + request.shape().algorithm().label() + " in this catalog");
        };
    }
}
