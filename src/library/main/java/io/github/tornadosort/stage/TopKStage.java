package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Finds the k largest or smallest keys of an array, or of each row of a batch, and their indices, in order. CUB's DeviceTopK.
 * Equal keys are in the order of their indices, and of those equal to the k-th the first ones are chosen. Floats are ordered as
 * by {@link Float#compare}: NaN is the largest.
 *
 * <p>Reads each key once for k up to 1,024 on a GPU, whatever the order of the keys. A larger k, or rows of less than 64 keys,
 * takes a {@linkplain SegmentedSortStage sort}, with scratch memory for all keys and their indices.
 */
public final class TopKStage extends Stage {
    /** The largest k. */
    public static final int MAX_K = 1 << 16;

    private TopKStage(StageTasks tasks) {
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

    /** Builds a {@link TopKStage}. */
    public static final class Builder extends PartBuilder<TopKStage, Builder> {
        private TornadoNativeArray keys;
        private TornadoNativeArray values;
        private IntArray indices;
        private int k;
        private int rowLength;
        private boolean smallest;

        private Builder(String name) {
            super(name, TopKStage::new);
        }

        /**
         * Sets the keys. Their number is the length of a run.
         *
         * @param elements ints, longs, floats or doubles
         * @return this builder
         */
        public Builder keys(TornadoNativeArray elements) {
            this.keys = elements;
            return this;
        }

        /**
         * Sets how many keys of each row are chosen.
         *
         * @param number from 1 to {@link #MAX_K}
         * @return this builder
         */
        public Builder k(int number) {
            if (number < 1 || number > MAX_K) {
                throw new IllegalArgumentException("the " + number + " largest keys; expected 1 to " + MAX_K);
            }
            this.k = number;
            return this;
        }

        /**
         * Makes the keys a batch of rows. The last row ends with the keys. Without it, the keys are one row.
         *
         * @param length the number of keys of a row
         * @return this builder
         */
        public Builder rows(int length) {
            if (length < 1) {
                throw new IllegalArgumentException("rows of " + length + " keys");
            }
            this.rowLength = length;
            return this;
        }

        /**
         * Chooses the smallest keys, in ascending order.
         *
         * @return this builder
         */
        public Builder smallest() {
            this.smallest = true;
            return this;
        }

        /**
         * Stores the chosen keys: those of row r from index r * k on. Elements for which a row has too few keys are left as
         * they are.
         *
         * @param array receives the keys; of the type of the keys, with k elements per row
         * @return this builder
         */
        public Builder values(TornadoNativeArray array) {
            this.values = array;
            return this;
        }

        /**
         * Stores the index of each chosen key within its row, at the index that the key has in {@link #values}. It is -1 where
         * a row has too few keys.
         *
         * @param array receives the indices, with k elements per row
         * @return this builder
         */
        public Builder indices(IntArray array) {
            this.indices = array;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.begin(name());
            tasks.read(keys, "keys");
            if (k == 0) {
                throw new IllegalStateException("stage " + name() + " needs k, the number of keys to choose");
            }
            if (values == null && indices == null) {
                throw new IllegalStateException("stage " + name() + " needs values or indices for its results");
            }
            Length n = tasks.length(length(), keys.getSize());
            int row = Math.max(1, rowLength == 0 ? n.capacity() : Math.min(rowLength, n.capacity()));
            int rows = Math.max(1, Math.ceilDiv(n.capacity(), row));
            int results = tasks.capacity((int) Math.min(Integer.MAX_VALUE, (long) rows * k));
            IntArray chosenIndices = indices == null ? tasks.ints(results) : tasks.write(indices, "indices");
            tasks.requireLength(chosenIndices, "indices", results, "chosen keys");
            TornadoNativeArray chosen;
            if (values == null) {
                chosen = tasks.wordsOf(keys, results);
            } else {
                chosen = tasks.write(values, "values");
                tasks.requireSameType(chosen, "values", keys, "keys");
                tasks.requireLength(chosen, "values", results, "chosen keys");
            }
            Groups g = tasks.groups();
            if (k > g.workItems() * g.items() / 2 || row < g.workItems() / 4) {
                sort(tasks, n, row, chosenIndices, chosen);
            } else {
                choose(tasks, n, rows, row, chosenIndices, chosen);
            }
        }

        /** Adds a level for the keys, and more levels until each row has one part. */
        private void choose(
                StageTasks tasks, Length n, int rows, int row, IntArray chosenIndices, TornadoNativeArray chosen) {
            Groups g = tasks.groups();
            int load = Math.min(16, 2 * g.items());
            // Two groups in flight are one that runs and one that waits.
            int target = Math.max(1, (g.blocks() + rows) / (2 * rows));
            int leastPart = Math.max(2 * load * g.workItems(), 8 * k);
            int room = Math.min(g.workItems() * g.items(), Math.max(2 * g.workItems(), powerOfTwo(4 * k)));
            int leaders = Math.min(g.workItems(), powerOfTwo(2 * k));
            IntArray from = tasks.ints(1);
            int fromLength = 0;
            int parts = 0;
            for (int level = 0; parts != 1; level++) {
                int ofRow = fromLength == 0 ? row : fromLength;
                parts = Math.min(target, Math.ceilDiv(ofRow, leastPart));
                IntArray to = parts == 1 ? chosenIndices : tasks.ints(rows * parts * k);
                StageKernels.choose(
                        tasks, "Choose" + level, g, n, keys, from, to, chosen, smallest, k, row, fromLength, parts,
                        parts == 1, leaders, load, room);
                from = to;
                fromLength = parts * k;
            }
        }

        private static int powerOfTwo(int least) {
            return Integer.highestOneBit(2 * least - 1);
        }

        private void sort(StageTasks tasks, Length n, int row, IntArray chosenIndices, TornadoNativeArray chosen) {
            TornadoNativeArray sortedKeys = tasks.wordsOf(keys, n.capacity());
            IntArray order = tasks.ints(n.capacity());
            SegmentedSortStage.add(
                    tasks, n, keys, SegmentedSortStage.Segments.rows(row), sortedKeys, order, true, !smallest);
            StageKernels.copyChosen(
                    tasks, "Copy", tasks.groups(), n, sortedKeys, order, chosenIndices, chosen, k, row);
        }
    }
}
