package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Adds up the values of each run of equal keys, or finds their maximum or minimum. CUB's DeviceReduce::ReduceByKey. Keys are
 * equal as by {@link Float#compare}: all NaNs are equal, and 0.0 and -0.0 are not. Sums of floats are the same in every run.
 *
 * <p>Reads keys and values once, in one launch. Sums of floats and doubles take two launches, which read the keys twice.
 */
public final class ReduceByKeyStage extends Stage {
    private ReduceByKeyStage(StageTasks tasks) {
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

    /** Builds a {@link ReduceByKeyStage}. */
    public static final class Builder extends RunsBuilder<ReduceByKeyStage, Builder> {
        private TornadoNativeArray values;
        private TornadoNativeArray results;
        private boolean added = true;
        private boolean smallest;

        private Builder(String name) {
            super(name, ReduceByKeyStage::new);
        }

        /**
         * Adds up the values of each run.
         *
         * @param elements ints, longs, floats or doubles, as many as keys
         * @param ofRuns receives the result of each run; of the same type, not shorter than the keys
         * @return this builder
         */
        public Builder sums(TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            return of(true, false, elements, ofRuns);
        }

        /**
         * Finds the largest value of each run.
         *
         * @param elements ints, longs, floats or doubles, as many as keys
         * @param ofRuns receives the result of each run; of the same type, not shorter than the keys
         * @return this builder
         */
        public Builder maxima(TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            return of(false, false, elements, ofRuns);
        }

        /**
         * Finds the smallest value of each run.
         *
         * @param elements ints, longs, floats or doubles, as many as keys
         * @param ofRuns receives the result of each run; of the same type, not shorter than the keys
         * @return this builder
         */
        public Builder minima(TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            return of(false, true, elements, ofRuns);
        }

        private Builder of(boolean sums, boolean minima, TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            this.added = sums;
            this.smallest = minima;
            this.values = elements;
            this.results = ofRuns;
            return this;
        }

        @Override
        void useValues(StageTasks tasks, int n) {
            tasks.read(values, "values");
            tasks.requireLength(values, "values", n, "keys");
            tasks.write(results, "results");
            tasks.requireSameType(results, "results", values, "values");
            tasks.requireLength(results, "results", n, "keys");
        }

        @Override
        void add(
                StageTasks tasks, Length n, TornadoNativeArray keys, TornadoNativeArray runKeys, IntArray total) {
            if (tasks.looksBack(StageKernels.looksBack(values, added))) {
                Groups tiles = tasks.tiles(keys.getElementSize() + values.getElementSize(), StageTasks.ITEMS, n.capacity());
                StageKernels.lookBackStore(tasks, "Store", tiles, n, keys, values, runKeys, results, total, smallest, added);
                return;
            }
            Groups g = tasks.groups();
            IntArray counts = tasks.ints(g.blocks());
            TornadoNativeArray ofBlocks = tasks.wordsOf(values, g.blocks());
            StageKernels.reduceRuns(tasks, "Reduce", g, n, keys, values, counts, ofBlocks, smallest, added);
            StageKernels.storeRuns(
                    tasks, "Store", g, n, keys, values, runKeys, results, counts, ofBlocks, total, smallest, added);
        }
    }
}
