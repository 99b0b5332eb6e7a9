package io.github.tornadosort.stage;

import io.github.tornadosort.stage.StageTasks.Groups;
import io.github.tornadosort.stage.StageTasks.Length;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Keeps the first of each run of equal keys, for example the distinct ones of sorted keys. CUB's DeviceSelect::Unique. Keys are
 * equal as by {@link Float#compare}: all NaNs are equal, and 0.0 and -0.0 are not.
 *
 * <p>Reads the keys once and writes each distinct key once, in one launch.
 */
public final class UniqueStage extends Stage {
    private UniqueStage(StageTasks tasks) {
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

    /** Builds a {@link UniqueStage}. */
    public static final class Builder extends RunsBuilder<UniqueStage, Builder> {
        private Builder(String name) {
            super(name, UniqueStage::new);
        }

        @Override
        void add(
                StageTasks tasks, Length n, TornadoNativeArray keys, TornadoNativeArray runKeys, IntArray total) {
            if (tasks.looksBack(true)) {
                Groups tiles = tasks.tiles(keys.getElementSize(), 2 * StageTasks.ITEMS, n.capacity());
                StageKernels.lookBackHeads(tasks, "Move", tiles, n, keys, runKeys, total);
                return;
            }
            Groups g = tasks.groups();
            IntArray counts = tasks.ints(g.blocks());
            StageKernels.countHeads(tasks, "Count", g, n, keys, counts);
            StageKernels.moveHeads(tasks, "Move", g, n, keys, runKeys, counts, total, false);
        }
    }
}
