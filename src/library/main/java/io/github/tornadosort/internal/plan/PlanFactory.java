package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.laboratory.Laboratory;
import io.github.tornadosort.internal.policy.SortPolicy;

/** Makes plans for the algorithm of a shape, other than radix: the service that the laboratory provides. */
@FunctionalInterface
public interface PlanFactory extends Laboratory {
    /** Makes a plan for up to {@code capacity} keys. Its kernels are compiled when it first runs. */
    SortPlan plan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint);
}
