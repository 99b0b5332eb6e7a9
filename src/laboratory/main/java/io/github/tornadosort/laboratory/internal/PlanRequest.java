package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanShape;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The arguments of every algorithm's plan.
 *
 * @param device the device that the plan runs on
 * @param arrays allocates the plan's arrays; the plan releases them when it is closed
 * @param policy the device's tuning parameters, from which the {@link Geometry} follows
 * @param shape width and kind of the keys, and what moves with them
 * @param capacity the maximum number of keys per sort
 * @param checkpoint called before each execution and before each copy to the host
 * @param data the array that the caller's comparison reads, or an array that is never read if there is no such comparison
 */
public record PlanRequest(
        SortDevice device,
        DeviceArrays arrays,
        SortPolicy policy,
        PlanShape shape,
        int capacity,
        Checkpoint checkpoint,
        TornadoNativeArray data) {}
