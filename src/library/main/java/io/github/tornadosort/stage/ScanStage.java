package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Prefix sums, or running maxima or minima, of ints, longs, floats or doubles, of all elements or by segments. CUB's
 * DeviceScan. The order of additions depends on the number of elements, the segments and the device's number of units alone, so
 * sums of floats are the same in every run. Integers overflow as in Java. Extremes are by the order of {@link Float#compare}.
 *
 * <p>Reads each element once and writes each result once, in one launch. Sums of floats and doubles take two launches, which
 * read the elements twice; so does a device on which groups cannot wait for each other.
 */
public final class ScanStage extends Stage {
    private ScanStage(StageTasks tasks) {
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

    /** Builds a {@link ScanStage}. */
    public static final class Builder extends PartBuilder<ScanStage, Builder> {
        private TornadoNativeArray in;
        private TornadoNativeArray out;
        private boolean added = true;
        private boolean smallest;
        private boolean inclusive;
        private TornadoNativeArray keys;

        private Builder(String name) {
            super(name, ScanStage::new);
        }

        /**
         * Adds up elements.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives, for each element, the sum of the elements before it; of the same type and not shorter
         * @return this builder
         */
        public Builder sums(TornadoNativeArray elements, TornadoNativeArray results) {
            return of(true, false, elements, results);
        }

        /**
         * Finds the largest of the elements so far.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives, for each element, the largest before it; the first receives the type's smallest number, or
         *     negative infinity
         * @return this builder
         */
        public Builder maxima(TornadoNativeArray elements, TornadoNativeArray results) {
            return of(false, false, elements, results);
        }

        /**
         * Finds the smallest of the elements so far.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives, for each element, the smallest before it; the first receives the type's largest number,
         *     which is NaN for floats and doubles
         * @return this builder
         */
        public Builder minima(TornadoNativeArray elements, TornadoNativeArray results) {
            return of(false, true, elements, results);
        }

        /**
         * Lets each result include the element itself.
         *
         * @return this builder
         */
        public Builder inclusive() {
            this.inclusive = true;
            return this;
        }

        /**
         * Begins anew with each segment: elements whose keys are equal and side by side.
         *
         * @param ofElements ints, longs, floats or doubles, one per element; compared as by {@link Float#compare}
         * @return this builder
         */
        public Builder byKeys(TornadoNativeArray ofElements) {
            this.keys = ofElements;
            return this;
        }

        private Builder of(boolean sums, boolean minima, TornadoNativeArray elements, TornadoNativeArray results) {
            this.added = sums;
            this.smallest = minima;
            this.in = elements;
            this.out = results;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.beginScan(name());
            tasks.read(in, "elements");
            tasks.write(out, "results");
            tasks.requireSameType(out, "results", in, "elements");
            tasks.requireLength(out, "results", in.getSize(), "elements");
            if (keys != null) {
                tasks.read(keys, "keys");
                tasks.requireLength(keys, "keys", in.getSize(), "elements");
            }
            Length n = tasks.length(length(), in.getSize());
            if (tasks.looksBack(StageKernels.looksBack(in, added))) {
                int bytes = in.getElementSize() + (keys == null ? 0 : keys.getElementSize());
                Groups g = tasks.tiles(bytes, keys == null ? 2 * StageTasks.ITEMS : StageTasks.ITEMS, n.capacity());
                if (keys == null) {
                    StageKernels.lookBack(tasks, "Scan", g, n, in, out, smallest, added, inclusive);
                } else {
                    StageKernels.lookBackScan(tasks, "Scan", g, n, keys, in, out, smallest, added, inclusive);
                }
                return;
            }
            Groups g = tasks.groups();
            TornadoNativeArray ofBlocks = tasks.wordsOf(in, g.blocks());
            if (keys == null) {
                StageKernels.reduce(tasks, "Reduce", g, n, in, ofBlocks, smallest, added);
                StageKernels.scan(tasks, "Scan", g, n, in, out, ofBlocks, smallest, added, inclusive);
            } else {
                IntArray counts = tasks.ints(g.blocks());
                StageKernels.reduceRuns(tasks, "Reduce", g, n, keys, in, counts, ofBlocks, smallest, added);
                StageKernels.scanRuns(tasks, "Scan", g, n, keys, in, out, counts, ofBlocks, smallest, added, inclusive);
            }
        }
    }
}
