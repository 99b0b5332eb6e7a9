package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.plan.StubLaboratory;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.testing.BufferMemory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that sorters free their memory, wait for running sorts when they are closed, and refuse calls afterwards. */
@Timeout(120)
class ClosedSorterTest {
    private static final int N = 1 << 18;
    private static final SortDevice DEVICE = SortDevice.preferred();

    /** All operations, as calls with these keys. */
    private static final Map<String, BiConsumer<Sorter, int[]>> CALLS = new LinkedHashMap<>();

    static {
        CALLS.put("sort array", (sorter, keys) -> sorter.sort(keys));
        CALLS.put("sort range", (sorter, keys) -> sorter.sort(keys, 0, 2));
        CALLS.put("sort column", (sorter, keys) -> sorter.sort(Column.of(keys)));
        CALLS.put("sort pairs", (sorter, keys) -> sorter.sort(Column.of(keys), Column.of(new int[3])));
        CALLS.put("sort objects", (sorter, keys) -> sorter.objects().sort(Column.of(keys), new String[3]));
        CALLS.put("sort records", (sorter, keys) -> sorter.records().sort(new Records(Column.of(keys).segment(), 4, 0, 4)));
        CALLS.put("argsort", (sorter, keys) -> sorter.argsort(Column.of(keys)));
        CALLS.put("argsort records",
                (sorter, keys) -> sorter.records().argsort(new Records(Column.of(keys).segment(), 4, 0, 4)));
        CALLS.put("lexsort", (sorter, keys) -> sorter.argsort(Key.of(Column.of(keys))));
        CALLS.put("sort segments", (sorter, keys) -> sorter.segments(new int[] {0, 3}).sort(Column.of(keys)));
        CALLS.put(
                "sort segments of pairs",
                (sorter, keys) -> sorter.segments(new int[] {0, 3}).sort(Column.of(keys), Order.ASCENDING,
                        Column.of(new int[3])));
        CALLS.put("top k", (sorter, keys) -> sorter.topK(Column.of(keys), 1, Order.ASCENDING));
        CALLS.put("unique", (sorter, keys) -> sorter.unique(Column.of(keys), Order.ASCENDING));
        CALLS.put("run lengths", (sorter, keys) -> sorter.runLengths(Column.of(keys), Order.ASCENDING));
        CALLS.put("is sorted", (sorter, keys) -> sorter.isSorted(Column.of(keys), Order.ASCENDING));
        CALLS.put(
                "merge",
                (sorter, keys) -> sorter.merge(Column.of(keys).range(0, 1), Column.of(keys).range(1, 2),
                        Column.of(new int[2]), Order.ASCENDING));
        CALLS.put("sort strings", (sorter, keys) -> sorter.sort(new String[3]));
        CALLS.put("argsort strings", (sorter, keys) -> sorter.strings().argsort(Strings.of(new String[3])));
        CALLS.put("partition", (sorter, keys) -> sorter.partition(Column.of(keys), 0));
    }

    static Iterable<String> calls() {
        return CALLS.keySet();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void refusesEveryOperation(String call) {
        int[] keys = {1, 3, 2};
        Sorter sorter = Sorter.builder().device(DEVICE).open();
        sorter.close();
        sorter.close();
        assertThatThrownBy(() -> CALLS.get(call).accept(sorter, keys))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this sorter is closed");
        assertThat(keys).containsExactly(1, 3, 2);
    }

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

    /** The sorters are reachable, so only closing them can free their memory. */
    @Tag("slow")
    @Test
    void closingFreesTheMemoryOfTheDevice() throws InterruptedException {
        assumeFalse(List.of("ptx", "cuda").contains(DEVICE.backend()), "pinned memory is kept for later plans");
        Sorter sorter = Sorter.builder().device(DEVICE).algorithm("radix").open();
        sorter.sort(Column.of(IntData.random(N, 1)));
        long open = BufferMemory.bytes();
        sorter.close();
        assertThat(open - BufferMemory.bytes()).as("bytes freed").isGreaterThan(4L * N);
        assertThat(sorter.device()).isEqualTo(DEVICE);
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
