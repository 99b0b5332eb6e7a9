package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sorts of one sorter on the host wait for no other sort: one ends while another one is held in the middle. */
class ConcurrentSortsTest {
    private static final int N = 400_000;
    private static final long SECONDS = 60;
    private static final SortOptions ON_HOST = SortOptions.builder().onHost().build();

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void aSortEndsWhileAnotherOneIsHeld() throws Exception {
        int[] keys = keys();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Sorter sorter = Sorter.open()) {
            Future<?> first = threads.submit(() -> sorter.sort(Column.of(keys), ON_HOST, _ -> hold()));
            assertThat(held.await(SECONDS, TimeUnit.SECONDS)).as("the first sort is held").isTrue();
            threads.submit(() -> sortAll(sorter)).get(SECONDS, TimeUnit.SECONDS);
            assertThat(first).as("the first sort").isNotDone();
            released.countDown();
            first.get(SECONDS, TimeUnit.SECONDS);
            assertThat(keys).isSorted();
        } finally {
            released.countDown();
            threads.shutdown();
        }
    }

    /** Called by the first sort when its first keys have their final values. */
    private void hold() {
        held.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs each kind of sort that uses the sorter's buffers or all cores. */
    private static void sortAll(Sorter sorter) {
        int[] few = keys(1_000);
        int[] many = keys();
        int[] withValues = keys();
        sorter.sort(few, ON_HOST);
        sorter.sort(many, ON_HOST);
        sorter.sort(Column.of(withValues), Column.of(keys()), ON_HOST);
        sorter.argsort(Column.of(keys()), ON_HOST);
        sorter.records().sort(Records.of(new byte[] {3, 2, 1}, 1, 0, 1), ON_HOST);
        assertThat(few).isSorted();
        assertThat(many).isSorted();
        assertThat(withValues).isSorted();
    }

    private static int[] keys() {
        return keys(N);
    }

    private static int[] keys(int n) {
        return new SplittableRandom(1).ints(n).toArray();
    }
}
