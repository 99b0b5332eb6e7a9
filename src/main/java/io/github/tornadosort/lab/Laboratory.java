package io.github.tornadosort.lab;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.graph.Checkpoint;
import io.github.tornadosort.graph.PlanShape;
import io.github.tornadosort.graph.SortPlan;
import io.github.tornadosort.kernel.lab.Pairing;

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
        Geometry geometry = Geometry.of(policy);
        int digitBits = shape.digitBits() == SortOptions.BY_POLICY ? LOCAL_DIGIT_BITS : shape.digitBits();
        return switch (shape.algorithm()) {
            case RADIX_SPLIT -> new RadixSplit(device, geometry, shape, capacity, checkpoint);
            case RADIX_LOCAL -> TileRadix.local(device, geometry, shape, capacity, checkpoint, digitBits);
            case RADIX_FOUR_WAY -> TileRadix.fourWay(device, geometry, shape, capacity, checkpoint);
            case SAMPLE -> new SampleSort(device, geometry, shape, capacity, checkpoint);
            case MERGE -> new MergeSort(device, geometry, shape, capacity, checkpoint);
            case BITONIC -> new NetworkSort(device, geometry, shape, capacity, checkpoint, Pairing.BITONIC);
            case ODD_EVEN_MERGE ->
                new NetworkSort(device, geometry, shape, capacity, checkpoint, Pairing.ODD_EVEN_MERGE);
            case TRANSPOSITION -> new NetworkSort(device, geometry, shape, capacity, checkpoint, Pairing.TRANSPOSITION);
            case AUTO, RADIX, RADIX_MSD ->
                throw new IllegalArgumentException("algorithm " + shape.algorithm().label() + " is not one of these");
        };
    }
}
