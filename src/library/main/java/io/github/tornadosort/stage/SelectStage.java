package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Keeps the elements that have a flag, or moves them before the others. CUB's DeviceSelect::Flagged and
 * DevicePartition::Flagged, but that both parts keep their order. Any number of arrays are compacted by the same flags.
 *
 * <p>Reads the flags with each array, and writes each chosen element once: one launch for each array, and a second one for the
 * others of a partition.
 */
public final class SelectStage extends Stage {
    private SelectStage(StageTasks tasks) {
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

    /** Builds a {@link SelectStage}. */
    public static final class Builder extends PartBuilder<SelectStage, Builder> {
        private final List<TornadoNativeArray> from = new ArrayList<>();
        private final List<TornadoNativeArray> to = new ArrayList<>();
        private IntArray flags;
        private IntArray indices;
        private IntArray count;
        private boolean partition;

        private Builder(String name) {
            super(name, SelectStage::new);
        }

        /**
         * Sets the flags.
         *
         * @param array not 0 for each element to keep
         * @return this builder
         */
        public Builder flags(IntArray array) {
            this.flags = array;
            return this;
        }

        /**
         * Adds elements to choose from.
         *
         * @param elements ints, longs, floats or doubles, as many as flags
         * @param chosen receives the chosen elements; of the same type and not shorter
         * @return this builder
         */
        public Builder select(TornadoNativeArray elements, TornadoNativeArray chosen) {
            from.add(elements);
            to.add(chosen);
            return this;
        }

        /**
         * Stores the indices of the chosen elements.
         *
         * @param array receives the indices, not shorter than the flags
         * @return this builder
         */
        public Builder indices(IntArray array) {
            this.indices = array;
            return this;
        }

        /**
         * Stores the number of chosen elements in the first element of an array, for example for {@link #length} of the next
         * one.
         *
         * @param array receives the number
         * @return this builder
         */
        public Builder count(IntArray array) {
            this.count = array;
            return this;
        }

        /**
         * Stores the other elements after the chosen ones.
         *
         * @return this builder
         */
        public Builder partition() {
            this.partition = true;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.beginScan(name());
            tasks.read(flags, "flags");
            if (from.isEmpty() && indices == null) {
                throw new IllegalStateException("stage " + name() + " needs elements or indices to select");
            }
            Length n = tasks.length(length(), flags.getSize());
            IntArray total = tasks.total(count);
            boolean looksBack = tasks.looksBack(true);
            Groups g = looksBack ? tasks.tiles(Integer.BYTES, 2 * StageTasks.ITEMS, n.capacity()) : tasks.groups();
            IntArray counts = looksBack ? null : tasks.ints(g.blocks());
            if (!looksBack) {
                StageKernels.countFlagged(tasks, "Count", g, n, flags, counts);
            }
            for (int i = 0; i < from.size(); i++) {
                TornadoNativeArray in = tasks.read(from.get(i), "elements " + i);
                TornadoNativeArray out = tasks.write(to.get(i), "chosen elements " + i);
                tasks.requireSameType(out, "chosen elements", in, "elements");
                tasks.requireLength(in, "elements", flags.getSize(), "flags");
                tasks.requireLength(out, "chosen elements", flags.getSize(), "flags");
                if (looksBack) {
                    StageKernels.lookBackFlagged(tasks, "Move" + i, g, n, flags, in, out, total, 0);
                    if (partition) {
                        StageKernels.lookBackFlagged(tasks, "Others" + i, g, n, flags, in, out, total, 1);
                    }
                } else {
                    StageKernels.moveFlagged(tasks, "Move" + i, g, n, flags, in, out, counts, total, partition);
                }
            }
            if (indices != null) {
                IntArray out = tasks.write(indices, "indices");
                tasks.requireLength(out, "indices", flags.getSize(), "flags");
                if (looksBack) {
                    StageKernels.lookBackFlaggedIndices(tasks, "Indices", g, n, flags, out, total, 0);
                    if (partition) {
                        StageKernels.lookBackFlaggedIndices(tasks, "OtherIndices", g, n, flags, out, total, 1);
                    }
                } else {
                    StageKernels.moveFlaggedIndices(tasks, "Indices", g, n, flags, out, counts, total, partition);
                }
            }
        }
    }
}
