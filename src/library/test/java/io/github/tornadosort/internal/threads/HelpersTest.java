package io.github.tornadosort.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work is shared with idle helpers, whether they have to be started, woken or waited for. */
@Timeout(30)
class HelpersTest {
    @BeforeEach
    void needsAHelper() {
        int parallelism = Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1);
        assumeTrue(parallelism > 0, "the common pool has no thread, so no thread helps");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs work on one helper; returns its thread. */
    private static Set<Thread> runOnOneHelper() {
        Set<Thread> helpers = ConcurrentHashMap.newKeySet();
        CountDownLatch started = new CountDownLatch(1);
        run(thread -> {
            if (thread > 0) {
                helpers.add(Thread.currentThread());
                started.countDown();
            } else {
                await(started);
            }
        }, 1);
        return helpers;
    }

    /** A helper that spins may end its work, and be given more of it, before the caller has woken the others. */
    @Test
    void helpersMayEndBeforeAllAreWoken() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            AtomicInteger runs = new AtomicInteger();
            for (int repetition = 0; repetition < 20_000; repetition++) {
                Helpers.Work work = _ -> runs.incrementAndGet();
                Helpers.start(work, 20);
                Helpers.cancel(work);
            }
            assertThat(runs).hasPositiveValue();
        });
    }

    /** The calling thread is number 0, and returns when it has ended. */
    @Test
    void callerAndHelpersRunAtTheSameTime() {
        for (int repetition = 0; repetition < 20; repetition++) {
            Set<Integer> numbers = ConcurrentHashMap.newKeySet();
            Set<Integer> numbersOfCaller = ConcurrentHashMap.newKeySet();
            Thread caller = Thread.currentThread();
            CountDownLatch all = new CountDownLatch(Helpers.max() + 1);
            run(thread -> {
                (Thread.currentThread() == caller ? numbersOfCaller : numbers).add(thread);
                all.countDown();
                await(all);
            }, Helpers.max());
            assertThat(numbersOfCaller).containsExactly(0);
            assertThat(numbers).hasSize(Helpers.max()).contains(1, Helpers.max()).doesNotContain(0);
        }
    }

    /** A helper that parked after its last work must be woken. */
    @Test
    void parkedHelpersAreWoken() throws InterruptedException {
        callerAndHelpersRunAtTheSameTime();
        Thread.sleep(100);
        callerAndHelpersRunAtTheSameTime();
    }

    /** A helper that waits for work parks soon after a call, whether it has taken part in one loop or in several. */
    @Test
    void helpersTakeNoProcessorTimeAfterACall() throws InterruptedException {
        callerAndHelpersRunAtTheSameTime();
        try (Crew crew = new Crew(Helpers.max() + 1)) {
            for (int loop = 0; loop < 3; loop++) {
                crew.loop(100, (_, _) -> Thread.onSpinWait());
            }
        }
        Thread.sleep(20);
        long before = processorNanos();
        Thread.sleep(300);
        assertThat(Duration.ofNanos(processorNanos() - before)).isLessThan(Duration.ofMillis(30));
    }

    /** Returns the processor time of all helpers so far. */
    private static long processorNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(info -> info != null && info.getThreadName().equals("tornado-sort"))
                .mapToLong(info -> threads.getThreadCpuTime(info.getThreadId()))
                .sum();
    }

    /** An interrupt must not end a helper, nor disturb the work that it gets next. */
    @Test
    void interruptedHelpersStayUsable() throws InterruptedException {
        Set<Thread> helpers = runOnOneHelper();
        Thread.sleep(50);
        helpers.forEach(Thread::interrupt);
        Thread.sleep(50);
        callerAndHelpersRunAtTheSameTime();
        assertThat(helpers).allMatch(Thread::isAlive);
    }

    /** Requests for which no thread is idle wait for one, in their order, and are gone when they are cancelled. */
    @Test
    void waitingRequestsRunLaterUnlessTheyAreCancelled() {
        CountDownLatch busy = new CountDownLatch(Helpers.max());
        CountDownLatch free = new CountDownLatch(1);
        Helpers.Work blocker = thread -> {
            busy.countDown();
            await(free);
        };
        AtomicInteger cancelled = new AtomicInteger();
        CountDownLatch waited = new CountDownLatch(2);
        Helpers.Work waiting = thread -> waited.countDown();
        Helpers.Work never = thread -> cancelled.incrementAndGet();
        Helpers.start(blocker, Helpers.max());
        await(busy);
        Helpers.start(never, 3);
        Helpers.start(waiting, 1);
        Helpers.start(never, 2);
        Helpers.start(waiting, 1);
        Helpers.cancel(never);
        assertThat(waited.getCount()).isEqualTo(2);
        free.countDown();
        await(waited);
        Helpers.cancel(blocker);
        Helpers.cancel(waiting);
        callerAndHelpersRunAtTheSameTime();
        assertThat(cancelled).hasValue(0);
    }

    @Test
    void helpersAreDaemonsOfTheSystemClassLoader() {
        Set<Thread> helpers = runOnOneHelper();
        assertThat(helpers).hasSize(1).allSatisfy(helper -> {
            assertThat(helper.isDaemon()).isTrue();
            assertThat(helper.getName()).isEqualTo("tornado-sort");
            assertThat(helper.getContextClassLoader()).isSameAs(ClassLoader.getSystemClassLoader());
        });
    }

    /** Runs work on this thread and on helpers, as loops do. */
    private static void run(Helpers.Work work, int helpers) {
        Helpers.start(work, helpers);
        work.run(0);
        Helpers.cancel(work);
    }
}
