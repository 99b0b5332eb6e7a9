package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.threads.Copy;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
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

    /** Copies keys of the caller to arrays of a plan. */
    interface Loader {
        /**
         * Copies the keys from index {@code first} to {@code end - 1}. Several threads call this method.
         *
         * @param to the array: ints, or longs if the keys have 64 bits
         * @param at index in the array
         */
        void load(int first, int end, TornadoNativeArray to, int at);

        /** Returns the memory that {@link #load} reads. */
        MemorySegment source();

        /**
         * Does a part of other work, of less than a millisecond, while a thread that loads keys waits for the device. Several threads
         * call this method.
         *
         * @return false if there is no more work
         */
        default boolean workMeanwhile() {
            return false;
        }
    }

    /** Loads n keys, before {@link #run}. */
    default void load(int n, Loader loader) {
        TornadoNativeArray to = keys();
        Copy.loop(
                n,
                to.getElementSize(),
                (begin, end) -> loader.load((int) begin, (int) end, to, (int) begin),
                loader.source()).run();
    }

    /**
     * Returns an array for a copy of the unsorted keys. The copy can be made while the plan runs, and lets results be stored in
     * chunks: they overwrite unsorted keys before the last chunk is known to arrive.
     *
     * @return the array, or null if this plan's results are fetched whole
     */
    default TornadoNativeArray kept() {
        return null;
    }

    /** Returns the number of keys of a chunk; 0 if this plan's results are fetched whole. */
    default int chunk() {
        return 0;
    }

    /** Returns whether sorted keys are fetched in chunks. Those that are fetched whole may overwrite {@link #kept}. */
    default boolean fetchesChunks(Outcome outcome) {
        return false;
    }

    /** Sorts the first n keys. */
    default Outcome run(int n, Order order) {
        return run(n, order, result -> {});
    }

    /** Sorts the first n keys. The watcher receives the result of each execution while its profile is available. */
    Outcome run(int n, Order order, Consumer<TornadoExecutionResult> watcher);

    /** Copies the sorted keys to the host, and returns them. The array belongs to this plan. */
    TornadoNativeArray sortedKeys(Outcome outcome, int n);

    /** Copies some of the sorted keys to the host, to the same indices of the returned array. Requires {@link #fetchesChunks}. */
    default TornadoNativeArray sortedKeys(Outcome outcome, int first, int end) {
        throw new UnsupportedOperationException("results of this plan are fetched whole");
    }

    /** Copies the reordered payload to the host, and returns it. The array belongs to this plan. */
    IntArray sortedValues(Outcome outcome, int n);

    /** Frees the buffers on the device. */
    @Override
    void close();
}
