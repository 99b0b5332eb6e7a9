package io.github.tornadosort.internal.host;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Several loops that run one after the other on the same threads: the calling thread and {@link Helpers}. A phase begins when
 * all parts of the previous phase have ended. Threads are woken once for all phases, which saves tens of microseconds per
 * phase. A thread that waits for the next phase first spins and then sleeps for short periods.
 *
 * <p>The caller takes part in each phase and waits only for parts that another thread has started; see {@link Loop}.
 */
final class Phases {
    /** Spins before a waiting thread sleeps: about ten microseconds. */
    private static final int SPINS = 2_000;
    private static final long SLEEP_NANOS = 20_000;

    private final Phase[] phases;
    private final int helpers;
    private final AtomicInteger[] next;
    private final AtomicInteger[] ended;
    /** The phase that runs. */
    private volatile int current;
    private volatile Throwable failure;

    /**
     * One loop.
     *
     * @param parts number of parts, at least 1
     * @param body runs one part
     * @param finish runs when all parts have ended, on one thread, before the next phase begins
     */
    record Phase(int parts, Loop.Body body, Runnable finish) {
        Phase(int parts, Loop.Body body) {
            this(parts, body, () -> {});
        }
    }

    /** @param threads maximum number of threads */
    Phases(int threads, Phase... phases) {
        this.phases = phases;
        this.helpers = threads - 1;
        this.next = new AtomicInteger[phases.length];
        this.ended = new AtomicInteger[phases.length];
        for (int phase = 0; phase < phases.length; phase++) {
            next[phase] = new AtomicInteger();
            ended[phase] = new AtomicInteger();
        }
    }

    /** Runs all phases. If a part fails, no further part is started, and the failure is thrown. */
    void run() {
        Helpers.run(this::work, helpers);
        Helpers.rethrow(failure);
    }

    private void work(int thread) {
        for (int phase = 0; phase < phases.length; phase++) {
            await(phase);
            int parts = phases[phase].parts;
            for (int part = next[phase].getAndIncrement(); part < parts; part = next[phase].getAndIncrement()) {
                run(phase, part, thread);
            }
        }
        await(phases.length);
    }

    private void run(int phase, int part, int thread) {
        try {
            if (failure == null) {
                phases[phase].body.run(part, thread);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        if (ended[phase].incrementAndGet() == phases[phase].parts) {
            finish(phase);
        }
    }

    private void finish(int phase) {
        try {
            if (failure == null) {
                phases[phase].finish.run();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        current = phase + 1;
    }

    private void await(int phase) {
        for (int spins = 0; current < phase; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, SLEEP_NANOS);
            }
        }
    }
}
