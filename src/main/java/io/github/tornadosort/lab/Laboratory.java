package io.github.tornadosort.lab;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.graph.Checkpoint;
import io.github.tornadosort.graph.DeviceArrays;
import io.github.tornadosort.graph.PlanShape;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.SortPlan;
import io.github.tornadosort.kernel.lab.Ordering;
import io.github.tornadosort.kernel.lab.Pairing;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The other sorts of the literature, each a {@link SortPlan}. */
public final class Laboratory {
    /** Bits of a local radix sort's digit where the caller does not say: four splits a tile, as Satish et al. have it. */
    private static final int LOCAL_DIGIT_BITS = 4;

    private Laboratory() {}

    /**
     * A plan that sorts keys of this shape by the shape's algorithm.
     *
     * @throws IllegalArgumentException if that algorithm is not one of these
     */
    public static SortPlan plan(
            SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint) {
        DeviceArrays arrays = DeviceArrays.on(device);
        return plan(new Setting(
                device, arrays, Geometry.of(policy), shape, capacity, checkpoint, arrays.longs(1)));
    }

    /**
     * A plan that sorts places in the caller's data by the caller's comparison, for which all of this package is loaded again
     * with the comparison in its place.
     *
     * @param method the comparison: a public static method of a public class
     * @param algorithm one that compares keys
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
                Integer.BYTES, Ordering.CALLERS, Payload.NONE, algorithm, SortOptions.BY_POLICY);
        try {
            return (SortPlan) KernelTemplates.of(method, data.getClass())
                    .loadClass(Laboratory.class.getName())
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

    /** What {@link #plan} calls in the package that has the caller's comparison. */
    public static SortPlan plan(
            SortDevice device,
            SortPolicy policy,
            PlanShape shape,
            int capacity,
            Checkpoint checkpoint,
            TornadoNativeArray data) {
        return plan(new Setting(
                device, DeviceArrays.on(device), Geometry.of(policy), shape, capacity, checkpoint, data));
    }

    private static SortPlan plan(Setting setting) {
        PlanShape shape = setting.shape();
        int digitBits = shape.digitBits() == SortOptions.BY_POLICY ? LOCAL_DIGIT_BITS : shape.digitBits();
        return switch (shape.algorithm()) {
            case RADIX_SPLIT -> new RadixSplit(setting);
            case RADIX_LOCAL -> TileRadix.local(setting, digitBits);
            case RADIX_FOUR_WAY -> TileRadix.fourWay(setting);
            case RADIX_MSD -> new MsdRadix(setting);
            case SAMPLE -> new SampleSort(setting);
            case MERGE -> new MergeSort(setting);
            case BITONIC -> new NetworkSort(setting, Pairing.BITONIC);
            case ODD_EVEN_MERGE -> new NetworkSort(setting, Pairing.ODD_EVEN_MERGE);
            case TRANSPOSITION -> new NetworkSort(setting, Pairing.TRANSPOSITION);
            case AUTO, RADIX ->
                throw new IllegalArgumentException("algorithm " + shape.algorithm().label() + " is not one of these");
        };
    }
}
