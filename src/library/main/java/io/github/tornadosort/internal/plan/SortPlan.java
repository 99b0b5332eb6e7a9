package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.threads.Loop;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A plan for one algorithm on one device, and for keys of one shape: its graphs and their buffers. Its kernels are compiled
 * once. It then sorts any length up to its capacity.
 */
public interface SortPlan extends AutoCloseable {
    /** Returns the array into which {@link #load} copies keys. It has the shape's bytes per key, whatever its element type. */
    TornadoNativeArray keys();

    /** Returns the array to fill with values before {@link #run}. */
    IntArray values();

    /** Loads the keys of a column, before {@link #run}. */
    default void load(Column column) {
        new KeyCodec(column, keys()).load().run();
    }

    /** Sorts the first n keys. */
    Outcome run(int n, WordOrder order);

    /** Copies the sorted keys to the host, and returns them. The array belongs to this plan. */
    TornadoNativeArray sortedKeys(Outcome outcome, int n);

    /**
     * Overwrites the keys that were loaded with the sorted ones. If the device fails, they are as they were.
     *
     * @param column the column that was loaded
     */
    default void store(Column column, Outcome outcome) {
        TornadoNativeArray sorted = sortedKeys(outcome, (int) column.size());
        Loop.store(new KeyCodec(column, sorted).store());
    }

    /** Copies the reordered payload to the host, and returns it. The array belongs to this plan. */
    IntArray sortedValues(Outcome outcome, int n);

    /** Frees the buffers on the device. */
    @Override
    void close();
}
