package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;

/** Makes plans of the algorithm that a shape names. */
@FunctionalInterface
public interface PlanFactory {
    /** A plan for up to {@code capacity} keys; its kernels are compiled when it first runs. */
    SortPlan plan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint);
}
