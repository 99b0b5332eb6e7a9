package io.github.tornadosort.internal.host;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Several loops that run one after the other on the same threads: the calling thread and {@link Helpers}. A phase begins when
 * all parts of the previous phase have ended. Threads are woken once for all phases, which saves tens of microseconds per
 * phase; and they are woken before the phases are known, so that the caller can prepare them meanwhile. A thread that waits for
 * the next phase first spins and then sleeps, the longer the longer it has waited; the caller yields in between.
 *
 * <p>The caller takes part in each phase and waits only for parts that another thread has started; see {@link Loop}.
 */
final class Phases implements AutoCloseable {
    /** The first sleep. */
    private static final long SLEEP_NANOS = 20_000;
    /**
     * The number of sleeps after which a sleep is longer by the first one. So a thread wakes up late by a small part of the time that
     * it waited, and takes little processor time while one thread allocates a gigabyte.
     */
    private static final int SLEEPS = 8;
    private static final long MAX_SLEEP_NANOS = 1_000_000;
    /**
     * How often the calling thread, after it has spun, lets other threads run before it sleeps: some hundred microseconds on an
     * idle machine. A phase rarely takes longer, and a thread that sleeps wakes up some 50 microseconds too late.
     */
    private static final int YIELDS = 1_000;
    /** Ints in two cache lines, since processors fetch lines in pairs. */
    private static final int COUNTERS_PER_LINE = 32;

    /** Less than the index of a phase. */
    private static final int NOT_STARTED = -1;

    private final Helpers.Work task = this::work;
    /** Written before {@link #current}. */
    private Phase[] phases = {};
    /** The number of parts of each phase that has begun. Written before {@link #current}. */
    private int[] parts;
    private AtomicIntegerArray next;
    private AtomicIntegerArray ended;
    /** The phase that runs. */
    private volatile int current = NOT_STARTED;
    private volatile Throwable failure;
    /** Whether no further phase begins. Written before {@link #current}. */
    private boolean ending;

    /**
     * One loop.
     *
     * @param parts returns the number of parts, when the previous phase has ended. No thread waits for a phase without parts.
     * @param body runs one part
     * @param finish runs when all parts have ended, on one thread, before the next phase begins
     */
    record Phase(IntSupplier parts, Loop.Body body, Runnable finish) {
        Phase(int parts, Loop.Body body, Runnable finish) {
            this(() -> parts, body, finish);
        }

        Phase(int parts, Loop.Body body) {
            this(parts, body, () -> {});
        }
    }

    private Phases() {}

    /** Returns the index of a phase's counter, which shares no cache line with other memory that the threads use. */
    private static int counter(int phase) {
        return (phase + 1) * COUNTERS_PER_LINE;
    }

    /**
     * Wakes the helpers. {@link #close} must follow.
     *
     * @param threads maximum number of threads that run phases
     */
    static Phases start(int threads) {
        Phases started = new Phases();
        Helpers.start(started.task, threads - 1);
        return started;
    }

    /** Runs all phases; must be called once at most. If a part fails, no further part is started, and the failure is thrown. */
    void run(Phase... all) {
        next = new AtomicIntegerArray(counter(all.length));
        ended = new AtomicIntegerArray(counter(all.length));
        parts = new int[all.length];
        phases = all;
        begin(0);
        work(0);
        await(all.length, 0);
        Helpers.rethrow(failure);
    }

    /** Skips all later phases. Must be called at the end of a phase, by the code that runs then. */
    void end() {
        ending = true;
    }

    /** Lets the helpers go. */
    @Override
    public void close() {
        current = phases.length;
        Helpers.cancel(task);
    }

    /** Runs parts until none is left. Helpers leave then, one after the other, and do not wait for the parts that still run. */
    private void work(int thread) {
        await(0, thread);
        for (int phase = 0; phase < phases.length; phase++) {
            await(phase, thread);
            int count = parts[phase];
            int counter = counter(phase);
            for (int part = next.getAndIncrement(counter); part < count; part = next.getAndIncrement(counter)) {
                run(phase, part, thread);
            }
        }
    }

    private void run(int phase, int part, int thread) {
        try {
            if (failure == null) {
                phases[phase].body.run(part, thread);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        if (ended.incrementAndGet(counter(phase)) == parts[phase]) {
            finish(phase);
            begin(phase + 1);
        }
    }

    /** Begins a phase, or the first one after it that has parts. */
    private void begin(int first) {
        int phase = ending ? phases.length : first;
        while (phase < phases.length) {
            parts[phase] = phases[phase].parts.getAsInt();
            if (parts[phase] > 0) {
                break;
            }
            finish(phase++);
        }
        current = phase;
    }

    private void finish(int phase) {
        try {
            if (failure == null) {
                phases[phase].finish.run();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void await(int phase, int thread) {
        int yields = thread == 0 ? YIELDS : 0;
        for (int spins = 0; current < phase; spins++) {
            if (spins < Helpers.SPINS) {
                Thread.onSpinWait();
            } else if (spins < Helpers.SPINS + yields) {
                Loop.idle();
            } else {
                int sleeps = spins - Helpers.SPINS - yields;
                LockSupport.parkNanos(this, Math.min(MAX_SLEEP_NANOS, SLEEP_NANOS + SLEEP_NANOS / SLEEPS * sleeps));
            }
        }
    }
}
