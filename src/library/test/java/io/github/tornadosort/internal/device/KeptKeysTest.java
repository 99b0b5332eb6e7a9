package io.github.tornadosort.internal.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.plan.UnusedPlan;
import io.github.tornadosort.internal.threads.Loop.PartlyStoredException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The copy of unsorted keys, with a plan whose device is busy for as long as there is other work. */
class KeptKeysTest {
    private static final int CHUNK = 8_000;
    private static final int PART = CHUNK / 8;
    /** Three chunks, and a part of the last one. */
    private static final int N = 3 * CHUNK + 10;

    private final int[] keys = new SplittableRandom(1).ints(N).toArray();

    /** A plan that loads keys, and runs other work for a while. */
    private static final class BusyPlan extends UnusedPlan {
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
        public int chunk() {
            return CHUNK;
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

    private int[] unsorted(int n) {
        return Arrays.copyOf(Arrays.copyOf(keys, n), N);
    }

    @Test
    void isMadeWhileKeysAreLoadedExceptForTheLastChunk() {
        BusyPlan plan = new BusyPlan(array(), Integer.MAX_VALUE);
        try (KeptKeys kept = new KeptKeys(Column.of(keys))) {
            kept.load(plan);
            assertThat(plan.worked).isEqualTo(3 * 8);
            assertThat(plan.kept.toHeapArray()).isEqualTo(unsorted(3 * CHUNK));
            assertThat(plan.loaded.toHeapArray()).isEqualTo(keys);
        }
    }

    /** Confined memory is copied by the calling thread alone, so that it is known which parts are copied. */
    @Test
    void whenItIsEndedPartsAreCopiedOnDemand() {
        BusyPlan plan = new BusyPlan(array(), 2);
        try (Arena arena = Arena.ofConfined()) {
            KeptKeys kept = new KeptKeys(new Column(arena.allocateFrom(JAVA_INT, keys), KeyType.INT32));
            kept.load(plan);
            kept.close();
            int[] expected = unsorted(2 * PART);
            assertThat(plan.kept.toHeapArray()).isEqualTo(expected);
            kept.keep(0);
            kept.keep(5);
            kept.keep(3 * 8);
            System.arraycopy(keys, 5 * PART, expected, 5 * PART, PART);
            assertThat(plan.kept.toHeapArray()).as("the last chunk is not copied").isEqualTo(expected);
        }
    }

    @Test
    void partsThatWereCopiedAreRestored() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom(JAVA_INT, keys);
            KeptKeys kept = new KeptKeys(new Column(memory, KeyType.INT32));
            kept.load(new BusyPlan(array(), 2));
            kept.close();
            kept.keep(5);
            memory.fill((byte) 7);
            kept.restore();
            int[] expected = memory.toArray(JAVA_INT);
            assertThat(Arrays.mismatch(expected, keys)).isEqualTo(2 * PART);
            assertThat(Arrays.equals(expected, 5 * PART, 6 * PART, keys, 5 * PART, 6 * PART)).isTrue();
            assertThat(expected[5 * PART - 1]).isEqualTo(0x07070707).isEqualTo(expected[6 * PART]);
        }
    }

    /** A part that could not be copied is tried again, and other threads do not wait for it. */
    @Test
    void aFailureToCopyIsThrownEachTime() {
        Arena arena = Arena.ofConfined();
        KeptKeys kept = new KeptKeys(new Column(arena.allocateFrom(JAVA_INT, keys), KeyType.INT32));
        kept.load(new BusyPlan(array(), 0));
        kept.close();
        arena.close();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> kept.keep(1)).hasMessageContaining("closed");
        }
    }

    @Test
    void aFailureToRestoreIsToldFromThatOfTheDevice() {
        Arena arena = Arena.ofConfined();
        KeptKeys kept = new KeptKeys(new Column(arena.allocateFrom(JAVA_INT, keys), KeyType.INT32));
        kept.load(new BusyPlan(array(), 1));
        kept.close();
        arena.close();
        assertThatThrownBy(kept::restore).isInstanceOf(PartlyStoredException.class);
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
