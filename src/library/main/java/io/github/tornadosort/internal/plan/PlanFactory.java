package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;

/** Makes plans for the algorithm of a shape. */
@FunctionalInterface
public interface PlanFactory {
    /** Makes a plan for up to {@code capacity} keys. Its kernels are compiled when it first runs. */
    SortPlan plan(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, Checkpoint checkpoint);
}
