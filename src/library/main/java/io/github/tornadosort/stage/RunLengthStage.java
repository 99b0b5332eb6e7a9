package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Finds the runs of equal keys: a key of each run, and its length. CUB's DeviceRunLengthEncode::Encode. Keys are equal as by
 * {@link Float#compare}: all NaNs are equal, and 0.0 and -0.0 are not.
 *
 * <p>Reads the keys once, in one launch.
 */
public final class RunLengthStage extends Stage {
    private RunLengthStage(StageTasks tasks) {
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

    /** Builds a {@link RunLengthStage}. */
    public static final class Builder extends RunsBuilder<RunLengthStage, Builder> {
        private IntArray lengths;

        private Builder(String name) {
            super(name, RunLengthStage::new);
        }

        /**
         * Sets the array of lengths.
         *
         * @param array receives the number of keys of each run, not shorter than the keys
         * @return this builder
         */
        public Builder lengths(IntArray array) {
            this.lengths = array;
            return this;
        }

        @Override
        void useValues(StageTasks tasks, int n) {
            tasks.write(lengths, "lengths");
            tasks.requireLength(lengths, "lengths", n, "keys");
        }

        @Override
        void add(
                StageTasks tasks, Length n, TornadoNativeArray keys, TornadoNativeArray runKeys, IntArray total) {
            if (tasks.looksBack(true)) {
                Groups tiles = tasks.tiles(keys.getElementSize(), 2 * StageTasks.ITEMS, n.capacity());
                StageKernels.lookBackLengths(tasks, "Store", tiles, n, keys, runKeys, lengths, total);
                return;
            }
            Groups g = tasks.groups();
            IntArray counts = tasks.ints(g.blocks());
            IntArray ofBlocks = tasks.ints(g.blocks());
            StageKernels.reduceLengths(tasks, "Reduce", g, n, keys, counts, ofBlocks);
            StageKernels.storeLengths(tasks, "Store", g, n, keys, runKeys, lengths, counts, ofBlocks, total);
        }
    }
}
