package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.plan.UnusedPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The copy of unsorted keys, with a plan whose device is busy for as long as there is other work. */
class KeptKeysTest {
    private static final int N = 3_000_000;

    private final int[] keys = new SplittableRandom(1).ints(N).toArray();

    /** A plan that loads keys, and runs other work for a while. */
    private final class BusyPlan extends UnusedPlan {
        private final IntArray loaded = new IntArray(N);
        private final IntArray kept;
        private final int waits;
        private int worked;

        private BusyPlan(IntArray kept, int waits) {
            this.kept = kept;
            this.waits = waits;
        }

        @Override
        public TornadoNativeArray kept() {
            return kept;
        }

        @Override
        public void load(int n, Loader loader) {
            loader.load(0, n, loaded, 0);
            while (worked < waits && loader.workMeanwhile()) {
                worked++;
            }
        }

        @Override
        public void close() {}
    }

    private static IntArray array() {
        IntArray array = new IntArray(N);
        array.init(0);
        return array;
    }

    @Test
    void isMadeWhileKeysAreLoaded() {
        BusyPlan plan = new BusyPlan(array(), Integer.MAX_VALUE);
        try (KeptKeys kept = new KeptKeys(Column.of(keys))) {
            kept.load(plan);
            assertThat(kept.isComplete()).isTrue();
            assertThat(plan.worked).as("parts of 3 MiB").isEqualTo(Math.ceilDiv(4 * N, 3 << 20));
            assertThat(plan.kept.toHeapArray()).isEqualTo(keys);
            assertThat(plan.loaded.toHeapArray()).isEqualTo(keys);
        }
    }

    @Test
    void isCompletedAfterKeysAreLoaded() {
        BusyPlan plan = new BusyPlan(array(), 1);
        KeptKeys kept = new KeptKeys(Column.of(keys));
        kept.load(plan);
        kept.close();
        assertThat(kept.isComplete()).isTrue();
        assertThat(plan.kept.toHeapArray()).isEqualTo(keys);
    }

    @Test
    void keysAreRestoredIfOverwritingFails() {
        int[] before = keys.clone();
        KeptKeys kept = new KeptKeys(Column.of(keys));
        kept.load(new BusyPlan(array(), 1));
        kept.close();
        assertThatThrownBy(() -> kept.restoreIfFails(() -> {
            keys[5]++;
            throw new IllegalStateException("the device is gone");
        })).hasMessage("the device is gone");
        assertThat(keys).isEqualTo(before);
    }

    @Test
    void isNotMadeIfResultsAreFetchedWhole() {
        BusyPlan plan = new BusyPlan(null, 1);
        try (KeptKeys kept = new KeptKeys(Column.of(keys))) {
            kept.load(plan);
        }
        assertThat(plan.worked).isZero();
        assertThat(plan.loaded.toHeapArray()).isEqualTo(keys);
    }
}
