package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.GroupPrefix;
import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task11;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task13;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Prefix sums, or running maxima or minima, of ints, longs, floats or doubles, of all elements or by segments. CUB's DeviceScan. The
 * order of additions depends on the number of elements, the segments and the device's number of units alone, so sums of floats are the
 * same in every run. Integers overflow as in
 * Java. Extremes are by the order of {@link Float#compare}.
 *
 * <p>Reads the elements twice and writes the results once.
 */
public final class ScanStage extends Stage {
    private ScanStage(StageTasks tasks) {
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

    /** Builds a {@link ScanStage}. */
    public static final class Builder extends PartBuilder<ScanStage, Builder> {
        private TornadoNativeArray in;
        private TornadoNativeArray out;
        private Operation operation = Operation.SUM;
        private boolean inclusive;
        private TornadoNativeArray keys;

        private enum Operation {
            SUM,
            MAXIMUM,
            MINIMUM
        }

        private Builder(String name, String producer) {
            super(name, producer);
        }

        /**
         * Adds up elements.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives, for each element, the sum of the elements before it; of the same type and not shorter
         * @return this builder
         */
        public Builder sums(TornadoNativeArray elements, TornadoNativeArray results) {
            return of(Operation.SUM, elements, results);
        }

        /**
         * Finds the largest of the elements so far.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives, for each element, the largest before it; the first receives the type's smallest number, or negative
         *     infinity
         * @return this builder
         */
        public Builder maxima(TornadoNativeArray elements, TornadoNativeArray results) {
            return of(Operation.MAXIMUM, elements, results);
        }

        /**
         * Finds the smallest of the elements so far.
         *
         * @param elements ints, longs, floats or doubles
         * @param results receives, for each element, the smallest before it; the first receives the type's largest number, which is NaN
         *     for floats and doubles
         * @return this builder
         */
        public Builder minima(TornadoNativeArray elements, TornadoNativeArray results) {
            return of(Operation.MINIMUM, elements, results);
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
         * Begins anew with each segment: elements whose keys are equal and side by side. Reads the keys twice too.
         *
         * @param ofElements ints, longs, floats or doubles, one per element; compared as by {@link Float#compare}
         * @return this builder
         */
        public Builder byKeys(TornadoNativeArray ofElements) {
            this.keys = ofElements;
            return this;
        }

        private Builder of(Operation what, TornadoNativeArray elements, TornadoNativeArray results) {
            this.operation = what;
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
                addByKeys(tasks, RunKernels.of(keys, in, operation == Operation.SUM));
                return;
            }
            int blocks = tasks.groups().blocks();
            boolean extremes = operation != Operation.SUM;
            switch (in) {
                case IntArray _ when !extremes ->
                    add(tasks, tasks.ints(blocks), GroupPrefix::reduceIntSums, GroupPrefix::scanIntSums);
                case LongArray _ when !extremes ->
                    add(tasks, tasks.longs(blocks), GroupPrefix::reduceLongSums, GroupPrefix::scanLongSums);
                case FloatArray _ when !extremes ->
                    add(tasks, tasks.ints(blocks), GroupPrefix::reduceFloatSums, GroupPrefix::scanFloatSums);
                case DoubleArray _ when !extremes ->
                    add(tasks, tasks.longs(blocks), GroupPrefix::reduceDoubleSums, GroupPrefix::scanDoubleSums);
                case TornadoNativeArray _ when StageTasks.isWide(in) ->
                    add(tasks, tasks.longs(blocks), GroupPrefix::reduceExtremes64, GroupPrefix::scanExtremes64);
                default -> add(tasks, tasks.ints(blocks), GroupPrefix::reduceExtremes32, GroupPrefix::scanExtremes32);
            }
        }

        private <A> void add(
                StageTasks tasks,
                TornadoNativeArray ofBlocks,
                Task11<KernelContext, A, A, Integer, Integer, IntArray, Integer, Integer, Integer, Integer, Integer> reduce,
                Task13<KernelContext, A, A, A, Integer, Integer, Integer, IntArray, Integer, Integer, Integer, Integer,
                        Integer> scan) {
            Length n = tasks.length(length(), in.getSize());
            Groups g = tasks.groups();
            A from = StageTasks.as(in);
            A to = StageTasks.as(out);
            A sums = StageTasks.as(ofBlocks);
            int kind = StageTasks.kind(in);
            int inverted = operation == Operation.MINIMUM ? 1 : 0;
            tasks.add("Reduce", (graph, id) -> graph.task(
                    id, reduce, tasks.context(), from, sums, kind, inverted, n.array(), n.at(), n.capacity(), g.workItems(),
                    g.items(), g.blocks()));
            tasks.add("Scan", (graph, id) -> graph.task(
                    id, scan, tasks.context(), from, to, sums, kind, inverted, inclusive ? 1 : 0, n.array(), n.at(),
                    n.capacity(), g.workItems(), g.items(), g.blocks()));
        }

        private <K, V> void addByKeys(StageTasks tasks, RunKernels<K, V> kernels) {
            Length n = tasks.length(length(), in.getSize());
            Groups g = tasks.groups();
            K of = StageTasks.as(keys);
            V from = StageTasks.as(in);
            V to = StageTasks.as(out);
            V ofLast = StageTasks.as(tasks.wordsOf(in, g.blocks()));
            IntArray counts = tasks.ints(g.blocks());
            int kind = StageTasks.kind(keys);
            int valueKind = StageTasks.kind(in);
            int inverted = operation == Operation.MINIMUM ? 1 : 0;
            tasks.add("Reduce", (graph, id) -> graph.task(
                    id, kernels.reduce(), tasks.context(), of, from, counts, ofLast, kind, valueKind, inverted, n.array(),
                    n.at(), n.capacity(), g.workItems(), g.items(), g.blocks()));
            tasks.add("Scan", (graph, id) -> graph.task(
                    id, kernels.scan(), tasks.context(), of, from, to, counts, ofLast, kind, valueKind, inverted,
                    inclusive ? 1 : 0, n.array(), n.at(), n.capacity(), g.workItems(), g.items(), g.blocks()));
        }

        @Override
        ScanStage stage(StageTasks tasks) {
            return new ScanStage(tasks);
        }
    }
}
