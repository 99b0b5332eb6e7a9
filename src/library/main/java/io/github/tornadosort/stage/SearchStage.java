package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Finds where many keys belong in a sorted array, as thrust::lower_bound and thrust::upper_bound do. The order is that of
 * {@link Float#compare} for floats. The number of keys is the length of a run; the sorted array is searched whole, or as far as
 * {@link Builder#sortedLength} says.
 */
public final class SearchStage extends Stage {
    private SearchStage(StageTasks tasks) {
        super(tasks);
    }

    /**
     * {@return a builder, which needs arrays}
     *
     * @param name name of the stage, different from all other names in the plan
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Builds a {@link SearchStage}. */
    public static final class Builder extends PartBuilder<SearchStage, Builder> {
        private TornadoNativeArray sorted;
        private TornadoNativeArray keys;
        private IntArray bounds;
        private IntArray sortedLength;
        private boolean upper;

        private Builder(String name) {
            super(name, SearchStage::new);
        }

        /**
         * Sets the array to search.
         *
         * @param elements ints, longs, floats or doubles in ascending order
         * @return this builder
         */
        public Builder sorted(TornadoNativeArray elements) {
            this.sorted = elements;
            return this;
        }

        /**
         * Takes the number of sorted elements from the device. Without it, the whole array is sorted.
         *
         * @param count the first element is the number
         * @return this builder
         */
        public Builder sortedLength(IntArray count) {
            this.sortedLength = count;
            return this;
        }

        /**
         * Sets the keys to search for.
         *
         * @param wanted of the type of the sorted elements
         * @param results receives the lower bound of each key: the number of smaller elements; not shorter than the keys
         * @return this builder
         */
        public Builder keys(TornadoNativeArray wanted, IntArray results) {
            this.keys = wanted;
            this.bounds = results;
            return this;
        }

        /**
         * Finds upper bounds: the number of sorted elements that are not greater.
         *
         * @return this builder
         */
        public Builder upper() {
            this.upper = true;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.begin(name());
            tasks.read(sorted, "sorted elements");
            tasks.read(keys, "keys");
            tasks.write(bounds, "bounds");
            tasks.requireSameType(keys, "keys", sorted, "sorted elements");
            tasks.requireLength(bounds, "bounds", keys.getSize(), "keys");
            // Refuses arrays that are too long for kernels.
            int sortedCapacity = tasks.capacity(sorted.getSize());
            IntArray end = tasks.number(sortedLength, "number of sorted elements", "count", sortedCapacity);
            Length n = tasks.length(length(), keys.getSize());
            StageKernels.bounds(tasks, "Search", tasks.groups(), n, sorted, keys, bounds, end, sortedCapacity, upper);
        }
    }
}
