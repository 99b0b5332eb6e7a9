package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * One algorithm on one device, for keys of one shape: its graphs and the buffers they work in. Compiled once, it sorts every
 * length up to its capacity.
 */
public interface SortPlan extends AutoCloseable {
    /** Where keys are put before {@link #run}: 64-bit keys in twice as many bytes as 32-bit ones, whatever the array's type. */
    TornadoNativeArray keys();

    /** Where values are put before {@link #run}. */
    IntArray values();

    /** Sorts the first n keys. */
    default Outcome run(int n, Order order) {
        return run(n, order, result -> {});
    }

    /** The same, and shows each execution's result to a watcher while its profile is there to be read. */
    Outcome run(int n, Order order, Consumer<TornadoExecutionResult> watcher);

    /** The sorted keys, brought to the host; the array belongs to this plan. */
    TornadoNativeArray sortedKeys(Outcome outcome, int n);

    /** The payload in the sorted keys' order, brought to the host; the array belongs to this plan. */
    IntArray sortedValues(Outcome outcome, int n);

    /** Frees the device's buffers. */
    @Override
    void close();
}
