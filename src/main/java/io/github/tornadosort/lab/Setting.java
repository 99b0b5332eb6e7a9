package io.github.tornadosort.lab;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.graph.Checkpoint;
import io.github.tornadosort.graph.DeviceArrays;
import io.github.tornadosort.graph.PlanShape;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * What every plan of the laboratory is made for.
 *
 * @param arrays makes the plan's arrays
 * @param capacity most keys of one sort
 * @param checkpoint called before each execution
 * @param data what a caller's comparison reads; an array that is not touched where there is none
 */
record Setting(
        SortDevice device,
        DeviceArrays arrays,
        Geometry geometry,
        PlanShape shape,
        int capacity,
        Checkpoint checkpoint,
        TornadoNativeArray data) {}
