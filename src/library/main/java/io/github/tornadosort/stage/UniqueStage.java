package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.GroupSelect32;
import io.github.tornadosort.internal.kernel.GroupSelect64;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task13;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Keeps the first of each run of equal keys, for example the distinct ones of sorted keys. CUB's DeviceSelect::Unique. Keys are equal
 * as by {@link Float#compare}: all NaNs are equal, and 0.0 and -0.0 are not.
 *
 * <p>Reads the keys twice and writes each distinct key once.
 */
public final class UniqueStage extends Stage {
    private UniqueStage(StageTasks tasks) {
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

    /** Builds a {@link UniqueStage}. */
    public static final class Builder extends PartBuilder<UniqueStage, Builder> {
        private TornadoNativeArray keys;
        private TornadoNativeArray runKeys;
        private IntArray count;

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
            if (StageTasks.isWide(keys)) {
                add(tasks, GroupSelect64::countHeads, GroupSelect64::moveHeads);
            } else {
                add(tasks, GroupSelect32::countHeads, GroupSelect32::moveHeads);
            }
        }

        private <A> void add(
                StageTasks tasks,
                Task10<KernelContext, A, IntArray, Integer, IntArray, Integer, Integer, Integer, Integer,
                        Integer> countHeads,
                Task13<KernelContext, A, A, IntArray, IntArray, Integer, Integer, IntArray, Integer, Integer, Integer,
                        Integer,
                        Integer> moveHeads) {
            Length n = tasks.length(length(), keys.getSize());
            Groups g = tasks.groups();
            IntArray counts = tasks.ints(g.blocks());
            IntArray total = count == null ? tasks.ints(1) : tasks.write(count, "count");
            tasks.requireLength(total, "elements of the count", 1, "number");
            A in = StageTasks.as(keys);
            A out = StageTasks.as(runKeys);
            int kind = StageTasks.kind(keys);
            tasks.add("Count", (graph, id) -> graph.task(
                    id, countHeads, tasks.context(), in, counts, kind, n.array(), n.at(), n.capacity(), g.workItems(),
                    g.items(),
                    g.blocks()));
            tasks.add("Move", (graph, id) -> graph.task(
                    id, moveHeads, tasks.context(), in, out, counts, total, kind, 0, n.array(), n.at(), n.capacity(),
                    g.workItems(), g.items(), g.blocks()));
        }

        @Override
        UniqueStage stage(StageTasks tasks) {
            return new UniqueStage(tasks);
        }
    }
}
