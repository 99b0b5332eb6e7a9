package io.github.tornadosort.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** Tests loops that run on the same threads. The sorts' own tests run them with failures. */
class CrewTest {
    private static final int THREADS = 3;
    private static final int PARTS = 100;

    @Test
    void everyPartOfEveryLoopRunsOnce() {
        try (Crew crew = new Crew(THREADS)) {
            for (int loop = 0; loop < 1000; loop++) {
                AtomicIntegerArray runs = new AtomicIntegerArray(PARTS);
                crew.loop(PARTS, (part, thread) -> runs.incrementAndGet(part));
                for (int part = 0; part < PARTS; part++) {
                    assertThat(runs.get(part)).isEqualTo(1);
                }
            }
        }
    }

    /** A helper sleeps up to a millisecond between loops, and longer on a busy machine. */
    @Test
    void aLoopThatHasEndedKeepsNoMemory() throws InterruptedException {
        try (Crew crew = new Crew(THREADS)) {
            WeakReference<int[]> memory = runLoop(crew);
            for (int i = 0; i < 100 && memory.get() != null; i++) {
                System.gc();
                Thread.sleep(10);
            }
            assertThat(memory.get()).isNull();
        }
    }

    /** A method of its own, so that no variable of the test refers to the memory. */
    private static WeakReference<int[]> runLoop(Crew crew) {
        int[] memory = new int[PARTS];
        crew.loop(PARTS, (part, thread) -> memory[part] = thread);
        return new WeakReference<>(memory);
    }
}
