package uk.ac.manchester.tornado.jvm;

import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A complete task graph.
 *
 * @param consumed arrays that the previously executed graph leaves on the device
 * @param arrays all arrays of the graph, without duplicates
 */
public record Graph(
        String name,
        List<GraphTask> tasks,
        List<Transfer> toDevice,
        List<Transfer> toHost,
        List<TornadoNativeArray> consumed,
        List<TornadoNativeArray> arrays) {}
