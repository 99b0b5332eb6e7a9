package io.github.tornadosort.stage;

import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Builds a stage that stores a key of each run of equal keys. */
abstract sealed class RunsBuilder<S extends Stage, B extends RunsBuilder<S, B>> extends PartBuilder<S, B>
        permits ReduceByKeyStage.Builder, RunLengthStage.Builder, UniqueStage.Builder {
    private TornadoNativeArray keys;
    private TornadoNativeArray runKeys;
    private IntArray count;

    RunsBuilder(String name, Function<StageTasks, S> stage) {
        super(name, stage);
    }

    /**
     * Sets the keys.
     *
     * @param elements ints, longs, floats or doubles; equal keys are side by side
     * @param distinct receives a key of each run, in their order; of the same type and not shorter
     * @return this builder
     */
    public B keys(TornadoNativeArray elements, TornadoNativeArray distinct) {
        this.keys = elements;
        this.runKeys = distinct;
        return self();
    }

    /**
     * Stores the number of runs in the first element of an array, for example for {@link #length} of the next stage.
     *
     * @param array receives the number
     * @return this builder
     */
    public B count(IntArray array) {
        this.count = array;
        return self();
    }

    @Override
    final void addTo(StageTasks tasks) {
        tasks.beginScan(name());
        tasks.read(keys, "keys");
        tasks.write(runKeys, "distinct keys");
        tasks.requireSameType(runKeys, "distinct keys", keys, "keys");
        tasks.requireLength(runKeys, "distinct keys", keys.getSize(), "keys");
        useValues(tasks, keys.getSize());
        StageTasks.Length n = tasks.length(length(), keys.getSize());
        add(tasks, n, keys, runKeys, tasks.total(count));
    }

    /** Declares the other arrays of the stage, which has n keys. */
    void useValues(StageTasks tasks, int n) {}

    /**
     * Adds the kernels.
     *
     * @param total receives the number of runs
     */
    abstract void add(
            StageTasks tasks, StageTasks.Length n, TornadoNativeArray keys, TornadoNativeArray runKeys, IntArray total);
}
