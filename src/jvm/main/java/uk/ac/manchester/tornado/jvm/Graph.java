package uk.ac.manchester.tornado.jvm;

import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A task graph that is complete.
 *
 * @param consumed arrays that the graph executed before leaves on the device
 * @param arrays every array of the graph, once
 */
public record Graph(
        String name,
        List<GraphTask> tasks,
        List<Transfer> toDevice,
        List<Transfer> toHost,
        List<TornadoNativeArray> consumed,
        List<TornadoNativeArray> arrays) {}
