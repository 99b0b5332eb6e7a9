package io.github.tornadosort.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests loops whose parts fail, and loops that no thread helps with. */
@Timeout(30)
class LoopTest {
    private static final int PARTS = 50;

    private final AtomicIntegerArray runs = new AtomicIntegerArray(PARTS);

    @Test
    void everyPartRunsOnce() {
        Set<Integer> threads = Collections.newSetFromMap(new ConcurrentHashMap<>());
        new Loop(PARTS, (part, thread) -> {
            runs.incrementAndGet(part);
            threads.add(thread);
        }).run();
        assertThat(runs).hasToString(new AtomicIntegerArray(ones()).toString());
        assertThat(threads).allMatch(thread -> thread >= 0 && thread < Loop.threads(PARTS));
    }

    /** The caller waits in the other action until all parts have run, so other threads must have run them. */
    @Test
    void otherThreadsRunTheLoopDuringAnotherAction() {
        assumeTrue(Loop.threads() > 1, "needs another thread");
        new Loop(PARTS, (part, thread) -> {
            assertThat(thread).isPositive();
            runs.incrementAndGet(part);
        }).runDuring(() -> {
            while (!runs.toString().equals(Arrays.toString(ones()))) {
                Thread.onSpinWait();
            }
        });
        assertThat(runs).hasToString(Arrays.toString(ones()));
    }

    /** If the pool does not help, the caller runs the parts after the other action. */
    @Test
    void allPartsRunEvenIfTheOtherActionFails() {
        RuntimeException planted = new IllegalStateException("planted");
        assertThatThrownBy(() -> new Loop(PARTS, (part, thread) -> runs.incrementAndGet(part)).runDuring(() -> {
            throw planted;
        })).isSameAs(planted);
        assertThat(runs).hasToString(Arrays.toString(ones()));
    }

    /** Marks code as one that several threads may run at once. */
    private static Loop.Body known(Loop.Body body) {
        Loop.NANOS_ALONE.get(body.getClass()).set(Long.MAX_VALUE);
        return body;
    }

    /** New code runs many times slower on many threads than on one. */
    @Test
    void theCallerRunsNewCodeAlone() {
        Set<Integer> threads = Collections.newSetFromMap(new ConcurrentHashMap<>());
        AtomicInteger nanos = new AtomicInteger();
        Loop.Body body = (part, thread) -> {
            threads.add(thread);
            LockSupport.parkNanos(nanos.get());
        };
        // A loaded machine may stop a thread for longer than new code runs alone.
        Loop.NANOS_ALONE.get(body.getClass()).set(-10_000_000_000L);
        new Loop(PARTS, body).run();
        assertThat(threads).containsExactly(0);
        Loop.NANOS_ALONE.remove(body.getClass());
        nanos.set(100_000);
        try (Crew crew = new Crew(2)) {
            for (int run = 0; run < 100 && Loop.threads(2) > 1 && threads.size() == 1; run++) {
                crew.loop(PARTS, body);
            }
        }
        assertThat(threads).hasSizeBetween(Math.min(2, Loop.threads(2)), 2);
    }

    private static int[] ones() {
        int[] ones = new int[PARTS];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Two GPUs whose keys are copied by the same helpers would otherwise sort one after the other. */
    @Test
    void aLoopLeavesHelpersToAnotherOne() throws InterruptedException {
        assumeTrue(Loop.threads() > 1, "needs another thread");
        AtomicBoolean done = new AtomicBoolean();
        Set<Integer> running = ConcurrentHashMap.newKeySet();
        CountDownLatch taken = new CountDownLatch(Helpers.max() + 1);
        Thread first = new Thread(() -> new Loop(1 << 16, known((part, thread) -> {
            if (running.add(thread)) {
                taken.countDown();
            }
            if (!done.get()) {
                LockSupport.parkNanos(1_000_000);
            }
        })).run());
        first.start();
        taken.await();
        CountDownLatch both = new CountDownLatch(2);
        new Loop(2, known((part, thread) -> {
            both.countDown();
            await(both);
        })).run();
        assertThat(first.isAlive()).isTrue();
        done.set(true);
        first.join();
    }

    /** If all helpers are busy, the caller runs all parts. Helpers that are free again do not run what others have run. */
    @Test
    void doesNotWaitForBusyHelpers() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(Helpers.max());
        // One loop has a helper at most for each of its parts but one.
        Thread blocker = new Thread(() -> new Loop(Helpers.max() + 1, known((part, thread) -> {
            if (thread > 0) {
                busy.countDown();
            } else {
                await(busy);
            }
            await(blocked);
        })).run());
        blocker.start();
        try {
            await(busy);
            everyPartRunsOnce();
        } finally {
            blocked.countDown();
            blocker.join();
        }
        assertThat(runs).hasToString(new AtomicIntegerArray(ones()).toString());
    }

    /** The caller must not use a core while it waits, and must wake up when the last part ends. */
    @Test
    void theCallerSleepsUntilAHelperEnds() {
        assumeTrue(Loop.threads(2) == 2, "no thread helps");
        Thread caller = Thread.currentThread();
        CountDownLatch helping = new CountDownLatch(1);
        AtomicBoolean slept = new AtomicBoolean();
        Loop[] loop = new Loop[1];
        loop[0] = new Loop(2, known((part, thread) -> {
            if (thread == 0) {
                await(helping);
            } else {
                helping.countDown();
                while (LockSupport.getBlocker(caller) != loop[0]) {
                    Thread.onSpinWait();
                }
                slept.set(true);
            }
        }));
        loop[0].run();
        assertThat(slept).isTrue();
    }

    /** An interrupted thread does not park, and must not use a core instead. */
    @Test
    void anInterruptedCallerSleepsToo() {
        assumeTrue(Loop.threads(2) == 2, "no thread helps");
        for (boolean crew : new boolean[] {false, true}) {
            CountDownLatch helping = new CountDownLatch(1);
            Loop.Body body = (part, thread) -> {
                if (thread == 0) {
                    await(helping);
                    Thread.currentThread().interrupt();
                } else {
                    helping.countDown();
                    LockSupport.parkNanos(1_000_000_000);
                }
            };
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            if (crew) {
                try (Crew threads = new Crew(2)) {
                    threads.loop(2, known(body));
                }
            } else {
                new Loop(2, known(body)).run();
            }
            long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            assertThat(nanos).as("processor time").isLessThan(300_000_000);
        }
    }

    /** Not all languages make a function declare what it throws. */
    @Test
    void anyFailureIsThrownUnchanged() {
        for (int failing = 0; failing < PARTS; failing++) {
            int wrong = failing;
            Exception planted = new Exception("planted");
            assertThatThrownBy(() -> new Loop(PARTS, (part, thread) -> fail(part == wrong, planted)).run())
                    .isSameAs(planted);
            try (Crew crew = new Crew(3)) {
                assertThatThrownBy(() -> crew.loop(PARTS, (part, thread) -> fail(part == wrong, planted))).isSameAs(planted);
            }
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> void fail(boolean fails, Throwable planted) throws X {
        if (fails) {
            throw (X) planted;
        }
    }

    @Test
    void aLoopHasNoMoreThreadsThanParts() {
        assertThat(Loop.threads(0)).isEqualTo(1);
        assertThat(Loop.threads(1)).isEqualTo(1);
        assertThat(Loop.threads(PARTS)).isEqualTo(Math.min(PARTS, ForkJoinPool.getCommonPoolParallelism() + 1));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFailureIsThrownAfterAllRunningPartsHaveEnded() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger started = new AtomicInteger();
        OutOfMemoryError planted = new OutOfMemoryError("planted");
        Loop loop = new Loop(PARTS, (part, thread) -> {
            if (started.incrementAndGet() == 3) {
                throw planted;
            }
            running.incrementAndGet();
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            running.decrementAndGet();
        });
        assertThatThrownBy(loop::run).isSameAs(planted);
        assertThat(running).hasValue(0);
        assertThat(started.get()).as("parts started").isLessThan(PARTS);
    }

    @Test
    void aStoreThatFailsOnceIsRepeated() {
        AtomicInteger started = new AtomicInteger();
        Loop failing = new Loop(PARTS, (part, thread) -> {
            if (started.incrementAndGet() == 3) {
                throw new OutOfMemoryError("planted");
            }
            runs.set(part, 1);
        });
        int[] next = {0};
        Loop.store(failing, new Loop(1, (part, thread) -> next[0]++));
        assertThat(runs).hasToString(new AtomicIntegerArray(ones()).toString());
        assertThat(next).containsExactly(1);
    }

    @Test
    void aStoreThatFailsTwiceThrowsAnException() {
        IllegalArgumentException planted = new IllegalArgumentException("planted");
        Loop failing = new Loop(PARTS, (part, thread) -> {
            throw planted;
        });
        assertThatThrownBy(() -> Loop.store(failing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("only some of the results could be written to the caller's memory")
                .hasCause(planted);
    }

    @Test
    void confinedMemoryIsAccessedByItsThreadOnly() {
        Thread caller = Thread.currentThread();
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment memory = confined.allocate(8);
            new Loop(PARTS, (part, thread) -> assertThat(Thread.currentThread()).isSameAs(caller), memory).run();
        }
    }
}
