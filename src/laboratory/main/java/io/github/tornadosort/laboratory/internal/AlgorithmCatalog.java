package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.SortPolicy;

/** Creates the algorithms' plans: the service that the library finds if the jar of the laboratory is there. */
public final class AlgorithmCatalog implements PlanFactory {
    /** @throws IllegalArgumentException if the algorithm is {@link Algorithm#RADIX} */
    @Override
    public SortPlan plan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            return plan(new AlgorithmPlan.PlanRequest(device, arrays, policy, shape, capacity, checkpoint));
        } catch (RuntimeException | Error e) {
            arrays.release();
            throw e;
        }
    }

    private static SortPlan plan(AlgorithmPlan.PlanRequest request) {
        return switch (request.shape().algorithm()) {
            case RADIX_SPLIT -> new RadixSplit(request);
            case RADIX_SCAN -> new RadixScan(request);
            case RADIX_LOCAL -> new RadixLocal(request);
            case RADIX_FOUR_WAY -> new RadixFourWay(request);
            case RADIX_MSD -> new RadixMsd(request);
            case SAMPLE -> new SampleSort(request);
            case MERGE -> new MergeSort(request);
            case BITONIC -> new NetworkSort(request, NetworkPairs.BITONIC);
            case ODD_EVEN_MERGE -> new NetworkSort(request, NetworkPairs.ODD_EVEN_MERGE);
            case RADIX ->
                throw new IllegalArgumentException(
                        "no plan for algorithm " + request.shape().algorithm().label() + " in this catalog");
        };
    }
}
