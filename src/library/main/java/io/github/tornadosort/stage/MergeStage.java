package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Merges two sorted arrays. CUB's DeviceMerge. The merge is stable: of equal keys, those of the first array come first. Floats
 * are ordered as by {@link Float#compare}. The length of a run is the number of keys of the first array; the second one is
 * merged whole, or as far as {@link Builder#secondLength} says. Keys that are not sorted make a wrong order.
 *
 * <p>Reads and writes each key once, and about 2 log<sub>2</sub> n keys for each tile of the result.
 */
public final class MergeStage extends Stage {
    private MergeStage(StageTasks tasks) {
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

    /** Builds a {@link MergeStage}. */
    public static final class Builder extends OrderingBuilder<MergeStage, Builder> {
        private TornadoNativeArray first;
        private TornadoNativeArray second;
        private TornadoNativeArray merged;
        private IntArray secondLength;

        private Builder(String name) {
            super(name, MergeStage::new);
        }

        /**
         * Sets the arrays to merge.
         *
         * @param keys sorted ints, longs, floats or doubles
         * @param others more sorted keys of the same type
         * @param results receives all keys; of the same type, and at least as long as both
         * @return this builder
         */
        public Builder keys(TornadoNativeArray keys, TornadoNativeArray others, TornadoNativeArray results) {
            this.first = keys;
            this.second = others;
            this.merged = results;
            return this;
        }

        /**
         * Adds values that move with the keys.
         *
         * @param values elements of 1 to 8 bytes, at least one per key of the first array
         * @param others elements of the same type, at least one per key of the second array
         * @param results receives the values; of the same type, and at least as long as both arrays of keys
         * @return this builder
         */
        public Builder values(TornadoNativeArray values, TornadoNativeArray others, TornadoNativeArray results) {
            return move(results, values, others);
        }

        /**
         * Takes the number of keys in the second array from the device. Without it, the whole array is merged.
         *
         * @param count the first element is the number
         * @return this builder
         */
        public Builder secondLength(IntArray count) {
            this.secondLength = count;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.begin(name());
            tasks.read(first, "first keys");
            tasks.read(second, "second keys");
            tasks.write(merged, "merged keys");
            tasks.requireSameType(second, "second keys", first, "first keys");
            tasks.requireSameType(merged, "merged keys", first, "first keys");
            int all = tasks.capacity((int) Math.min(Integer.MAX_VALUE, (long) first.getSize() + second.getSize()));
            tasks.requireLength(merged, "merged keys", all, "keys");
            IntArray indices = indices(tasks, all);
            int secondCapacity = second.getSize();
            IntArray count = tasks.number(secondLength, "number of second keys", "count", secondCapacity);
            Length n = tasks.length(length(), first.getSize());
            Groups g = tasks.groups();
            Groups merging = g.ofTiles(2 * g.items(), merged.getSize());
            int tile = g.workItems() * g.items();
            int tiles = Math.ceilDiv(merged.getSize(), tile);
            int cutters = tiles / g.workItems() + 1;
            IntArray cuts = tasks.ints(tiles + 1);
            StageKernels.cut(
                    tasks, "Cut", new Groups(g.workItems(), tile, cutters, cutters), n, first, second, count, secondCapacity,
                    cuts, isDescending());
            StageKernels.merge(
                    tasks, "Merge", merging, n, first, second, count, secondCapacity, cuts, merged, indices, isDescending(),
                    isIndexed());
            for (int i = 0; i < values().size(); i++) {
                TornadoNativeArray values = tasks.read(values().get(i).from().getFirst(), "first values " + i);
                TornadoNativeArray others = tasks.read(values().get(i).from().getLast(), "second values " + i);
                TornadoNativeArray results = tasks.write(values().get(i).to(), "merged values " + i);
                tasks.requireSameType(others, "second values", values, "first values");
                tasks.requireSameType(results, "merged values", values, "first values");
                tasks.requireLength(values, "first values", first.getSize(), "first keys");
                tasks.requireLength(others, "second values", second.getSize(), "second keys");
                tasks.requireLength(results, "merged values", all, "keys");
                StageKernels.gatherTwo(
                        tasks, "Values" + i, g, n, values, others, indices, results, count, secondCapacity);
            }
        }
    }
}
