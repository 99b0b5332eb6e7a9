package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanShape;

/**
 * The arguments of every algorithm's plan.
 *
 * @param device the device that the plan runs on
 * @param arrays allocates the plan's arrays; the plan releases them when it is closed
 * @param policy the device's tuning parameters, from which the {@link Geometry} follows
 * @param shape width and kind of the keys, and what moves with them
 * @param capacity the maximum number of keys per sort
 * @param checkpoint called before each execution and before each copy to the host
 */
public record PlanRequest(
        SortDevice device,
        DeviceArrays arrays,
        SortPolicy policy,
        PlanShape shape,
        int capacity,
        Checkpoint checkpoint) {}
