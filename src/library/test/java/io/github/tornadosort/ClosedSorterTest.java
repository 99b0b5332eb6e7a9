package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.plan.StubLaboratory;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.testing.BufferMemory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that sorters free their memory, wait for running sorts when they are closed, and refuse calls afterwards. */
@Timeout(120)
class ClosedSorterTest {
    private static final int N = 1 << 18;
    private static final SortDevice DEVICE = SortDevice.preferred();

    @Test
    void closingWaitsForARunningSort() throws InterruptedException {
        CountDownLatch sorting = new CountDownLatch(1);
        AtomicBoolean wait = new AtomicBoolean();
        Thread closing = Thread.currentThread();
        int[] keys = IntData.random(N, 1);
        int[] expected = keys.clone();
        Arrays.sort(expected);
        Sorter sorter =
                Sorter.builder().device(DEVICE).policy(SortPolicies.forDevice(DEVICE)).algorithm("radix").checkpoint(_ -> {
                    sorting.countDown();
                    // The first checkpoint returns when the other thread waits, or has closed the sorter.
                    while (!wait.get() && closing.getState() != Thread.State.TIMED_WAITING) {
                        Thread.onSpinWait();
                    }
                }).open();
        Thread thread = Thread.ofPlatform().start(() -> sorter.sort(Column.of(keys)));
        sorting.await();
        sorter.close();
        boolean sorted = Arrays.equals(keys, expected);
        wait.set(true);
        thread.join();
        assertThat(sorted).as("sorted when close returns").isTrue();
    }

    /** A sort that does not end goes on when the sorter is closed, ends as usual, and frees the memory. */
    @Test
    void closingHasABound() throws InterruptedException {
        CountDownLatch sorting = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        int[] keys = IntData.random(N, 1);
        int[] expected = keys.clone();
        Arrays.sort(expected);
        Sorter sorter = Sorter.builder().device(DEVICE).onDevice().checkpoint(_ -> {
            sorting.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).open();
        Thread thread = Thread.ofPlatform().start(() -> sorter.sort(keys));
        sorting.await();
        long start = System.nanoTime();
        sorter.close();
        assertThat(System.nanoTime() - start).as("time of close").isLessThan(2_000_000_000L);
        assertThatThrownBy(() -> sorter.sort(new int[2])).hasMessage("this sorter is closed");
        long open = BufferMemory.bytes();
        closed.countDown();
        thread.join();
        assertThat(keys).isEqualTo(expected);
        assertThat(open - BufferMemory.bytes()).as("bytes freed by the sort").isGreaterThanOrEqualTo(4L * N);
    }

    /** The thread that closes is interrupted: it waits all the same, and its flag stays set. */
    @Test
    void closingByAnInterruptedThread() {
        Sorter sorter = Sorter.builder().device(DEVICE).onDevice().open();
        sorter.sort(IntData.random(1000, 1));
        Thread.currentThread().interrupt();
        sorter.close();
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Memory of one call is used again by the next call, and freed when the sorter is closed. */
    @Tag("slow")
    @Test
    void keepsTheMemoryOfOneCallOnly() throws InterruptedException {
        long bytes = 64L << 20;
        Column keys = Column.of(new long[(int) (bytes / 8)]);
        Sorter sorter = Sorter.builder().device(DEVICE).onDevice().open();
        long before = SorterLifeTest.mallocBytes();
        for (int i = 0; i < 6; i++) {
            sorter.runLengths(keys, Order.ASCENDING);
        }
        assertThat(SorterLifeTest.mallocBytes() - before).as("bytes kept").isLessThan(4 * bytes);
        sorter.close();
        assertThat(SorterLifeTest.mallocBytes() - before).as("bytes kept when closed").isLessThan(bytes / 2);
    }

    @Tag("slow")
    @Test
    void aPlanThatCannotBeClosedKeepsNoOtherMemory() throws InterruptedException {
        long bytes = 64L << 20;
        Sorter sorter = Sorter.builder().device(DEVICE).algorithm("bitonic").open();
        sorter.sort(Column.of(new int[9]));
        sorter.runLengths(Column.of(new int[(int) (bytes / 4)]), Order.ASCENDING);
        long before = SorterLifeTest.mallocBytes();
        StubLaboratory.failsToClose = true;
        try {
            assertThatThrownBy(sorter::close).hasMessage("planted: not closed");
        } finally {
            StubLaboratory.failsToClose = false;
        }
        assertThat(before - SorterLifeTest.mallocBytes()).as("bytes freed").isGreaterThan(bytes / 2);
    }

    /** Sorts of records on the host take native memory. Only the memory of one sort is kept, until the sorter is closed. */
    @Tag("slow")
    @Test
    void keepsTheMemoryOfOneSortOfRecords() throws InterruptedException {
        Records records = records(1 << 23);
        long bytes = 8L << 23;
        Sorter sorter = Sorter.open();
        long before = SorterLifeTest.mallocBytes();
        sorter.records().sort(records);
        sorter.records().sort(records, Order.DESCENDING);
        whenMemoryIsAllocated(() -> sorter.records().sort(records));
        sorter.records().argsort(records);
        sorter.records().sort(records, Order.DESCENDING);
        sorter.records().sort(records);
        // The compiler of the JVM may have freed memory meanwhile.
        assertThat(SorterLifeTest.mallocBytes() - before).as("bytes kept").isBetween(bytes / 4, bytes / 2 * 3);
        sorter.close();
        assertThat(SorterLifeTest.mallocBytes() - before).as("bytes kept when closed").isLessThan(bytes / 2);
    }

    @Tag("slow")
    @Test
    void aSortOfRecordsFreesItsMemoryIfTheSorterIsClosedMeanwhile() throws InterruptedException {
        Sorter sorter = Sorter.open();
        long before = SorterLifeTest.mallocBytes();
        whenMemoryIsAllocated(sorter::close);
        sorter.records().sort(records(1 << 23));
        assertThat(SorterLifeTest.mallocBytes() - before).as("bytes kept").isLessThan(4L << 23);
    }

    /** Records that are a key of four bytes. Their sort copies them. */
    private static Records records(int n) {
        byte[] bytes = new byte[4 * n];
        new SplittableRandom(1).nextBytes(bytes);
        return Records.of(bytes, 4, 0, 4);
    }

    /** Runs the action once, within the next operation that allocates memory. */
    private static void whenMemoryIsAllocated(Runnable action) {
        HostMemory.watch(_ -> {
            HostMemory.watch(null);
            action.run();
        });
    }

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }
}
