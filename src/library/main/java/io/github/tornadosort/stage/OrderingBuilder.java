package io.github.tornadosort.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Builds a stage that puts keys in order, and moves values with them. */
abstract sealed class OrderingBuilder<S extends Stage, B extends OrderingBuilder<S, B>> extends PartBuilder<S, B>
        permits MergeStage.Builder, SegmentedSortStage.Builder {
    private final List<Values> values = new ArrayList<>();
    private IntArray order;
    private boolean descending;

    /**
     * Values that move with the keys.
     *
     * @param from an array for each array of keys
     * @param to receives the values
     */
    record Values(List<TornadoNativeArray> from, TornadoNativeArray to) {}

    OrderingBuilder(String name, Function<StageTasks, S> stage) {
        super(name, stage);
    }

    /**
     * Stores where each key comes from: its index before. If two arrays of keys are merged, -1 minus an index is one of the
     * second array.
     *
     * @param array receives the indices, not shorter than the results
     * @return this builder
     */
    public B order(IntArray array) {
        this.order = array;
        return self();
    }

    /**
     * Orders from the largest key to the smallest. Equal keys keep their order.
     *
     * @return this builder
     */
    public B descending() {
        this.descending = true;
        return self();
    }

    final B move(TornadoNativeArray to, TornadoNativeArray... from) {
        values.add(new Values(List.of(from), to));
        return self();
    }

    final List<Values> values() {
        return values;
    }

    final boolean isDescending() {
        return descending;
    }

    final boolean isIndexed() {
        return order != null || !values.isEmpty();
    }

    /** Returns the array for the indices of the keys, with one element if nobody needs them. */
    final IntArray indices(StageTasks tasks, int keys) {
        if (order == null) {
            return tasks.ints(isIndexed() ? keys : 1);
        }
        tasks.requireLength(tasks.write(order, "order"), "indices of the order", keys, "keys");
        return order;
    }
}
