package io.github.tornadosort.internal.threads;

import java.util.concurrent.locks.LockSupport;

/**
 * Runs several loops one after the other on the same threads: the calling thread and {@link Helpers}. The helpers are woken by the
 * first loop that has work for them, and stay until {@link #close}.
 *
 * <p>The caller takes part in each loop, and waits only for parts that a helper has started. A thread that waits spins for some ten
 * microseconds, then lets other threads of a busy machine have its core, and then sleeps, the longer the longer it has waited.
 */
public final class Crew implements AutoCloseable {
    private static final Loop NONE = new Loop(0, null, null, 0);
    private static final Loop END = new Loop(0, null, null, 0);

    private final int threads;
    private final Helpers.Work task = this::help;
    private boolean started;
    private volatile Loop current = NONE;

    /** @param threads maximum number of threads that run loops, the calling one included */
    public Crew(int threads) {
        this.threads = threads;
    }

    /** Returns the maximum number of threads that run loops. */
    public int threads() {
        return threads;
    }

    /** Runs all parts. If a part fails, no further part is started, and the failure is thrown when all running parts have ended. */
    public void loop(int parts, Loop.Body body) {
        if (threads == 1 || parts <= 1) {
            for (int part = 0; part < parts; part++) {
                body.run(part, 0);
            }
            return;
        }
        Loop loop = new Loop(parts, body, body, threads - 1);
        if (loop.workAlone()) {
            loop.rethrow();
            return;
        }
        current = loop;
        if (!started) {
            started = true;
            Helpers.start(task, threads - 1);
        }
        loop.work(0);
        boolean interrupted = false;
        for (int waits = 0; !loop.hasEnded(); waits++) {
            interrupted |= pause(waits);
        }
        Loop.restore(interrupted);
        loop.forgetBody();
        loop.rethrow();
    }

    /** Lets the helpers go. */
    @Override
    public void close() {
        current = END;
        if (started) {
            Helpers.cancel(task);
        }
    }

    /** What a helper does: it takes part in each loop, until the crew ends or another caller has more right to it. */
    private void help(int thread) {
        Loop seen = NONE;
        for (int waits = 0; !Helpers.isWantedElsewhere(thread); waits++) {
            Loop loop = current;
            if (loop == END) {
                return;
            }
            if (loop == seen) {
                pause(waits);
            } else {
                seen = loop;
                loop.work(thread);
                waits = 0;
            }
        }
    }

    /** Returns whether the thread was interrupted, and forgets that: an interrupted thread does not park. */
    private boolean pause(int waits) {
        if (waits < Helpers.SPINS) {
            Thread.onSpinWait();
            return false;
        }
        // Some hundred microseconds on an idle machine: what it waits for rarely takes longer, and who sleeps wakes up some 50 too late.
        if (waits < 2 * Helpers.SPINS) {
            Loop.idle();
            return false;
        }
        // A microsecond longer each time: a thread wakes up late by a small part of the time that it waited.
        LockSupport.parkNanos(this, 1_000L * (waits - 2 * Helpers.SPINS));
        return Thread.interrupted();
    }
}
