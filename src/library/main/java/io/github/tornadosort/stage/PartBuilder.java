package io.github.tornadosort.stage;

import io.github.tornadosort.SortDevice;
import java.util.Objects;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Builds a stage that has one graph, or a part of a {@link Chain}.
 *
 * @param <S> the type of the stage
 * @param <B> the type of the builder
 */
public abstract sealed class PartBuilder<S extends Stage, B extends PartBuilder<S, B>> extends Stage.Builder<S, B>
        permits Chain.Builder, HistogramStage.Builder, OrderingBuilder, RunsBuilder, ScanStage.Builder, SearchStage.Builder,
        SelectStage.Builder, TopKStage.Builder {
    private IntArray length;
    private final Function<StageTasks, S> stage;
    /** The size of groups, or null for that of the device. */
    private StageTasks.Groups groups;
    /** Whether kernels look back, or null if the device decides. */
    private Boolean looksBack;

    /** @param stage makes a stage of its tasks */
    PartBuilder(String name, Function<StageTasks, S> stage) {
        super(name);
        this.stage = stage;
    }

    /** Checks the arguments, and adds the kernels. */
    abstract void addTo(StageTasks tasks);

    /**
     * Takes the number of elements from the device, for example from the count of the stage before. It is the first element of
     * the array. A number larger than the capacity means the capacity.
     *
     * @param count an array on the device
     * @return this builder
     */
    public final B length(IntArray count) {
        this.length = Objects.requireNonNull(count, "count");
        return self();
    }

    /** Sets the size of work-groups and tiles, and the number of groups. */
    final B groups(int workItems, int items, int blocks) {
        this.groups = new StageTasks.Groups(workItems, items, blocks, blocks);
        return self();
    }

    /** Sets whether kernels look back, whatever the device. */
    final B looksBack(boolean wanted) {
        this.looksBack = wanted;
        return self();
    }

    /** Returns the array with the number of elements, or null if it is an argument of each run. */
    final IntArray length() {
        return length;
    }

    @Override
    public final S build() {
        SortDevice where = device() == null ? SortDevice.preferred() : device();
        StageTasks tasks = new StageTasks(
                name(), producer(), where, groups, isRecorded(), looksBack);
        try {
            addTo(tasks);
            tasks.toHost(toHost());
            return stage.apply(tasks);
        } catch (RuntimeException | Error e) {
            tasks.close();
            throw e;
        }
    }
}
