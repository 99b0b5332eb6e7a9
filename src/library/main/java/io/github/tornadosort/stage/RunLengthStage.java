package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.GroupRuns32;
import io.github.tornadosort.internal.kernel.GroupRuns64;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task11;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task14;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Finds the runs of equal keys: a key of each run, and its length. CUB's DeviceRunLengthEncode::Encode. Keys are equal as by
 * {@link Float#compare}: all NaNs are equal, and 0.0 and -0.0 are not.
 *
 * <p>Reads the keys twice.
 */
public final class RunLengthStage extends Stage {
    private RunLengthStage(StageTasks tasks) {
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

    /** Builds a {@link RunLengthStage}. */
    public static final class Builder extends PartBuilder<RunLengthStage, Builder> {
        private TornadoNativeArray keys;
        private TornadoNativeArray runKeys;
        private IntArray count;
        private IntArray lengths;

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
         * Sets the array of lengths.
         *
         * @param array receives the number of keys of each run, not shorter than the keys
         * @return this builder
         */
        public Builder lengths(IntArray array) {
            this.lengths = array;
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
            tasks.write(lengths, "lengths");
            tasks.requireLength(lengths, "lengths", keys.getSize(), "keys");
            if (StageTasks.isWide(keys)) {
                add(tasks, GroupRuns64::reduceLengths, GroupRuns64::storeLengths);
            } else {
                add(tasks, GroupRuns32::reduceLengths, GroupRuns32::storeLengths);
            }
        }

        private <A> void add(
                StageTasks tasks,
                Task11<KernelContext, A, IntArray, IntArray, Integer, IntArray, Integer, Integer, Integer, Integer,
                        Integer> reduce,
                Task14<KernelContext, A, A, IntArray, IntArray, IntArray, IntArray, Integer, IntArray, Integer, Integer,
                        Integer,
                        Integer, Integer> store) {
            Length n = tasks.length(length(), keys.getSize());
            Groups g = tasks.groups();
            IntArray counts = tasks.ints(g.blocks());
            IntArray ofLast = tasks.ints(g.blocks());
            IntArray total = count == null ? tasks.ints(1) : tasks.write(count, "count");
            tasks.requireLength(total, "elements of the count", 1, "number");
            A in = StageTasks.as(keys);
            A out = StageTasks.as(runKeys);
            int kind = StageTasks.kind(keys);
            tasks.add("Reduce", (graph, id) -> graph.task(
                    id, reduce, tasks.context(), in, counts, ofLast, kind, n.array(), n.at(), n.capacity(), g.workItems(),
                    g.items(), g.blocks()));
            tasks.add("Store", (graph, id) -> graph.task(
                    id, store, tasks.context(), in, out, lengths, counts, ofLast, total, kind, n.array(), n.at(),
                    n.capacity(),
                    g.workItems(), g.items(), g.blocks()));
        }

        @Override
        RunLengthStage stage(StageTasks tasks) {
            return new RunLengthStage(tasks);
        }
    }
}
