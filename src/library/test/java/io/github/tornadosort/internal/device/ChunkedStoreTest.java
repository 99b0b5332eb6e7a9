package io.github.tornadosort.internal.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.UnusedPlan;
import io.github.tornadosort.internal.threads.Loop.PartlyStoredException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Stores chunks of a plan whose device or whose caller's memory fails. */
class ChunkedStoreTest {
    private static final int CHUNK = 4_000;
    private static final int N = 5 * CHUNK + 1;
    private static final Outcome SORTED = new Outcome(0, 1, 0, 0, 0, null);

    private final int[] unsorted = IntStream.range(0, N).map(i -> N - i).toArray();
    private final int[] sorted = IntStream.rangeClosed(1, N).toArray();

    /** A plan whose result arrives chunk by chunk. */
    private final class ArrivingPlan extends UnusedPlan {
        private final IntArray arrived = new IntArray(N);
        private final IntArray kept = new IntArray(N);
        private final IntConsumer beforeCopy;

        /** @param beforeCopy called before each copy, with the number of keys that have arrived */
        private ArrivingPlan(IntConsumer beforeCopy) {
            this.beforeCopy = beforeCopy;
        }

        @Override
        public void load(int n, Loader loader) {}

        @Override
        public TornadoNativeArray kept() {
            return kept;
        }

        @Override
        public int chunk() {
            return CHUNK;
        }

        @Override
        public TornadoNativeArray sortedKeys(Outcome outcome, int first, int end) {
            beforeCopy.accept(first);
            MemorySegment.copy(sorted, first, arrived.getSegment(), JAVA_INT, (long) Integer.BYTES * first, end - first);
            return arrived;
        }

        @Override
        public void close() {}
    }

    private void store(MemorySegment memory, IntConsumer beforeCopy) {
        Column keys = new Column(memory, KeyType.INT32);
        ArrivingPlan plan = new ArrivingPlan(beforeCopy);
        try (KeptKeys kept = new KeptKeys(keys)) {
            kept.load(plan);
            new ChunkedStore(plan, SORTED, keys, kept).run();
        }
    }

    @Test
    void allKeysAreStored() {
        int[] keys = unsorted.clone();
        store(MemorySegment.ofArray(keys), first -> {});
        assertThat(keys).isEqualTo(sorted);
    }

    @Test
    void theKeysAreUnchangedIfAnyCopyFails() {
        for (int failing = 0; failing < N; failing += CHUNK) {
            int at = failing;
            int[] keys = unsorted.clone();
            assertThatThrownBy(() -> store(MemorySegment.ofArray(keys), first -> {
                if (first == at) {
                    throw new IllegalStateException("the device is gone");
                }
            })).hasMessage("the device is gone");
            assertThat(keys).as("copy at %d failed", at).isEqualTo(unsorted);
        }
    }

    /** When all sorted keys are on the host, a failure to store them does not undo what was stored. */
    @Test
    void keysThatCannotBeStoredAreStoredAgain() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocateFrom(JAVA_INT, unsorted);
        assertThatThrownBy(() -> store(memory, first -> {
            if (first > N - CHUNK) {
                arena.close();
            }
        })).isInstanceOf(PartlyStoredException.class);
    }
}
