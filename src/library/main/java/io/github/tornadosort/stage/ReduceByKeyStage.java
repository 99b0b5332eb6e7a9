package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Adds up the values of each run of equal keys, or finds their maximum or minimum. CUB's DeviceReduce::ReduceByKey. Keys are equal as
 * by {@link Float#compare}: all NaNs are equal, and 0.0 and -0.0 are not. Sums of floats are the same in every run.
 *
 * <p>Reads the keys twice, and the values once or twice.
 */
public final class ReduceByKeyStage extends Stage {
    private ReduceByKeyStage(StageTasks tasks) {
        super(tasks);
    }

    /**
     * Returns a builder for a stage that takes its elements from another graph.
     *
     * @param name name of the stage's graph, different from all other names in the plan
     * @param producer name of the graph that leaves the elements on the device
     * @return a builder, which needs arrays
     */
    public static Builder builder(String name, String producer) {
        return new Builder(name, producer);
    }

    /**
     * Returns a builder for a part of a {@link Chain}, or for a stage that copies its elements from the host.
     *
     * @param name name of the stage, different from all other names in the plan
     * @return a builder, which needs arrays
     */
    public static Builder builder(String name) {
        return new Builder(name, null);
    }

    /** Builds a {@link ReduceByKeyStage}. */
    public static final class Builder extends PartBuilder<ReduceByKeyStage, Builder> {
        private TornadoNativeArray keys;
        private TornadoNativeArray runKeys;
        private IntArray count;
        private TornadoNativeArray values;
        private TornadoNativeArray results;
        private Operation operation = Operation.SUM;

        private enum Operation {
            SUM,
            MAXIMUM,
            MINIMUM
        }

        private Builder(String name, String producer) {
            super(name, producer);
        }

        /**
         * Sets the keys.
         *
         * @param elements ints, longs, floats or doubles; equal keys are side by side
         * @param distinct receives a key of each run, in their order; of the same type and not shorter
         * @return this builder
         */
        public Builder keys(TornadoNativeArray elements, TornadoNativeArray distinct) {
            this.keys = elements;
            this.runKeys = distinct;
            return this;
        }

        /**
         * Adds up the values of each run.
         *
         * @param elements ints, longs, floats or doubles, as many as keys
         * @param ofRuns receives the result of each run; of the same type, not shorter than the keys
         * @return this builder
         */
        public Builder sums(TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            return of(Operation.SUM, elements, ofRuns);
        }

        /**
         * Finds the largest value of each run.
         *
         * @param elements ints, longs, floats or doubles, as many as keys
         * @param ofRuns receives the result of each run; of the same type, not shorter than the keys
         * @return this builder
         */
        public Builder maxima(TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            return of(Operation.MAXIMUM, elements, ofRuns);
        }

        /**
         * Finds the smallest value of each run.
         *
         * @param elements ints, longs, floats or doubles, as many as keys
         * @param ofRuns receives the result of each run; of the same type, not shorter than the keys
         * @return this builder
         */
        public Builder minima(TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            return of(Operation.MINIMUM, elements, ofRuns);
        }

        private Builder of(Operation what, TornadoNativeArray elements, TornadoNativeArray ofRuns) {
            this.operation = what;
            this.values = elements;
            this.results = ofRuns;
            return this;
        }

        /**
         * Stores the number of runs in the first element of an array, for example for {@link #length} of the next stage.
         *
         * @param array receives the number
         * @return this builder
         */
        public Builder count(IntArray array) {
            this.count = array;
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            tasks.beginScan(name());
            tasks.read(keys, "keys");
            tasks.write(runKeys, "distinct keys");
            tasks.requireSameType(runKeys, "distinct keys", keys, "keys");
            tasks.requireLength(runKeys, "distinct keys", keys.getSize(), "keys");
            tasks.read(values, "values");
            tasks.requireLength(values, "values", keys.getSize(), "keys");
            tasks.write(results, "results");
            tasks.requireSameType(results, "results", values, "values");
            tasks.requireLength(results, "results", keys.getSize(), "keys");
            add(tasks, RunKernels.of(keys, values, operation == Operation.SUM));
        }

        private <K, V> void add(StageTasks tasks, RunKernels<K, V> kernels) {
            Length n = tasks.length(length(), keys.getSize());
            Groups g = tasks.groups();
            IntArray counts = tasks.ints(g.blocks());
            IntArray total = count == null ? tasks.ints(1) : tasks.write(count, "count");
            tasks.requireLength(total, "elements of the count", 1, "number");
            K in = StageTasks.as(keys);
            K out = StageTasks.as(runKeys);
            V from = StageTasks.as(values);
            V to = StageTasks.as(results);
            V ofLast = StageTasks.as(tasks.wordsOf(values, g.blocks()));
            int kind = StageTasks.kind(keys);
            int valueKind = StageTasks.kind(values);
            int inverted = operation == Operation.MINIMUM ? 1 : 0;
            tasks.add("Reduce", (graph, id) -> graph.task(
                    id, kernels.reduce(), tasks.context(), in, from, counts, ofLast, kind, valueKind, inverted, n.array(),
                    n.at(),
                    n.capacity(), g.workItems(), g.items(), g.blocks()));
            tasks.add("Store", (graph, id) -> graph.task(
                    id, kernels.store(), tasks.context(), in, from, out, to, counts, ofLast, total, kind, valueKind,
                    inverted,
                    n.array(),
                    n.at(), n.capacity(), g.workItems(), g.items(), g.blocks()));
        }

        @Override
        ReduceByKeyStage stage(StageTasks tasks) {
            return new ReduceByKeyStage(tasks);
        }
    }
}
