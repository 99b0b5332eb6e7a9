package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.reference.Operation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorts of one sorter on the host at the same time: none waits for another one, whatever threads call them. */
class ConcurrentSortsTest {
    private static final int N = 400_000;
    private static final long SECONDS = 60;
    private static final int CALLERS = 8;
    private static final int ROUNDS = 15;

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void aSortEndsWhileAnotherOneIsHeld() throws Exception {
        int[] sorted = new int[N];
        KeySink sink = (first, piece) -> {
            hold();
            MemorySegment.copy(piece, 0, MemorySegment.ofArray(sorted), Integer.BYTES * first, piece.byteSize());
        };
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Sorter sorter = Sorter.builder().onHost().open()) {
            Future<?> first = threads.submit(() -> sorter.sortTo(Column.of(keys()), Order.ASCENDING, sink));
            assertThat(held.await(SECONDS, TimeUnit.SECONDS)).as("the first sort is held").isTrue();
            threads.submit(() -> sortAll(sorter)).get(SECONDS, TimeUnit.SECONDS);
            assertThat(first).as("the first sort").isNotDone();
            released.countDown();
            first.get(SECONDS, TimeUnit.SECONDS);
            assertThat(sorted).isEqualTo(IntStream.of(keys()).sorted().toArray());
        } finally {
            released.countDown();
            threads.shutdown();
        }
    }

    /** Threads that call sorts. */
    enum Caller {
        PLATFORM, VIRTUAL, FORK_JOIN;

        private ExecutorService threads() {
            return switch (this) {
                case PLATFORM -> Executors.newCachedThreadPool();
                case VIRTUAL -> Executors.newVirtualThreadPerTaskExecutor();
                case FORK_JOIN -> new ForkJoinPool(CALLERS);
            };
        }
    }

    /** Eight callers share the helpers of one sorter. */
    @ParameterizedTest
    @EnumSource(Caller.class)
    void eightCallersSortAtOnce(Caller caller) throws Exception {
        try (Sorter sorter = Sorter.builder().onHost().open(); ExecutorService threads = caller.threads()) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int seed = i;
                calls.add(threads.submit(() -> sortShapes(sorter, seed)));
            }
            for (Future<?> call : calls) {
                call.get(SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static void sortShapes(Sorter sorter, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            int n = random.nextInt(1_000, 200_000);
            int values = 1 << random.nextInt(1, 31);
            int teeth = random.nextInt(1, 9);
            int[] keys = random.nextBoolean()
                    ? random.ints(n, 0, values).toArray()
                    : IntStream.range(0, n).map(i -> i % (n / teeth + 1) * 7 + random.nextInt(2)).toArray();
            Operation operation = Operation.values()[(seed + round) % Operation.values().length];
            operation.check(sorter, Column.of(keys), Order.ASCENDING, operation + " of " + n);
            int[] expected = keys.clone();
            Arrays.sort(expected);
            sorter.sort(keys);
            assertThat(keys).isEqualTo(expected);
        }
    }

    /** Called by the threads of the first sort when they pass its keys. */
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
        sorter.sort(few);
        sorter.sort(many);
        sorter.sort(Column.of(withValues), Column.of(keys()));
        sorter.argsort(Column.of(keys()));
        sorter.records().sort(Records.of(new byte[] {3, 2, 1}, 1, 0, 1));
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
