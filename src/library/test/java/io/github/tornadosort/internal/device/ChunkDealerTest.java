package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.PlanFactory;
import io.github.tornadosort.internal.plan.UnusedPlan;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests chunks that are dealt to devices of which some fail. */
class ChunkDealerTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    /** An algorithm whose plans come from the factory. */
    private static final SortOptions MERGE = SortOptions.builder().algorithm(Algorithm.MERGE).build();
    /** A plan of each device has room for half of these keys. */
    private static final int N = 1000;

    private final Scratch scratch = new Scratch();
    private final int[] keys = new SplittableRandom(1).ints(N).toArray();
    private final int[] values = keys.clone();
    private final int[] before = keys.clone();

    /** Overwrites the keys that it should sort, and fails. */
    private static final class Destroyer extends UnusedPlan {
        private final IntArray keys;

        private Destroyer(int capacity) {
            keys = new IntArray(capacity);
        }

        @Override
        public TornadoNativeArray keys() {
            return keys;
        }

        @Override
        public void load(int n, Loader loader) {
            loader.source().fill((byte) 7);
            throw new IllegalStateException("planted");
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void freeScratch() {
        scratch.close();
    }

    private KeySorter sorter(PlanFactory plans) {
        SortDevice device = SortDevice.preferred();
        // A plan for the algorithm takes 16 bytes per key.
        SortDevice small = new SortDevice(device.driver(), device.number(), device.backend(), device.name(), device.type(),
                16L * N / 2, device.tornado());
        return new KeySorter(small, POLICY, new Scratch(), p -> {}, plans);
    }

    private KeySorter destroyer() {
        return sorter((_, _, _, capacity, _) -> new Destroyer(capacity));
    }

    /** The second device sorts the chunk of the first one, from a new copy of its keys and values. */
    @Test
    void aChunkThatADeviceHasDestroyedIsSortedByAnother() {
        KeySorter good = sorter(PlanFactory::ofLaboratory);
        try (ColumnSorter sorter = new ColumnSorter(List.of(destroyer(), good), scratch, false)) {
            assertThat(sorter.sort(Column.of(keys), Column.of(values), MERGE).keys()).isEqualTo(N);
        }
        Arrays.sort(before);
        assertThat(keys).isEqualTo(before);
        assertThat(values).isEqualTo(before);
    }

    @Test
    void ifEachDeviceDestroysItsChunkTheKeysAreUnchanged() {
        try (ColumnSorter sorter = new ColumnSorter(List.of(destroyer(), destroyer(), destroyer()), scratch, false)) {
            assertThatThrownBy(() -> sorter.sort(Column.of(keys), Column.of(values), MERGE)).hasMessage("planted");
        }
        assertThat(keys).isEqualTo(before);
        assertThat(values).isEqualTo(before);
    }
}
