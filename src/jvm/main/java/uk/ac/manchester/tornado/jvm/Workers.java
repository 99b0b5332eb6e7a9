package uk.ac.manchester.tornado.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Runs the parts of a kernel on several cores. The calling thread and helper tasks in the common pool take one part after
 * the other until none is left.
 *
 * <p>Helpers are optional. The caller can run all parts itself, and waits only for parts that a helper has begun. Before it
 * returns, it removes the helpers that have not started from the pool's queue. If a helper remained in the queue, it would
 * be on top of the tasks of a parallel stream that the caller belongs to. The caller could then not take those tasks back,
 * and in a pool without other threads the stream would never end.
 */
final class Workers {
    /** The duration above which other threads are woken. Shorter work ends before another thread has woken up. */
    private static final long WORTH_HELP_NANOS = 20_000;

    private static final int HELPERS = Math.min(poolThreads(), Runtime.getRuntime().availableProcessors() - 1);

    /** The number of spins before the caller parks: about 10 µs, less than parking and unparking cost. */
    private static final int SPINS = 1000;

    private final Thread caller = Thread.currentThread();
    private final int parts;
    private final IntConsumer work;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Workers(int parts, IntConsumer work) {
        this.parts = parts;
        this.work = work;
    }

    /**
     * Returns the number of threads of the common pool. The pool reports a parallelism of 1 even if it is configured to
     * have no threads.
     */
    private static int poolThreads() {
        return Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) == 0
                ? 0
                : ForkJoinPool.getCommonPoolParallelism();
    }

    /** Returns the number of threads that take parts. */
    static int count() {
        return HELPERS + 1;
    }

    /**
     * Runs all parts and returns when they have ended. If a part throws an exception, the remaining parts do not run, and
     * that exception is thrown.
     *
     * @param expectedNanos the expected duration of all parts on one core; short work wakes no other thread
     */
    static void run(int parts, long expectedNanos, IntConsumer work) {
        new Workers(parts, work).run(expectedNanos);
    }

    private void run(long expectedNanos) {
        boolean mayCall = parts > 1 && HELPERS > 0;
        long callAt = System.nanoTime() + (expectedNanos > WORTH_HELP_NANOS ? 0 : WORTH_HELP_NANOS);
        List<ForkJoinTask<?>> helpers = List.of();
        do {
            if (mayCall && System.nanoTime() - callAt >= 0) {
                mayCall = false;
                helpers = callHelpers();
            }
        } while (takeOne());
        helpers.reversed().forEach(ForkJoinTask::tryUnfork);
        awaitOthers();
        switch (failure.get()) {
            case null -> {}
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    /** Spins for about as long as the last parts usually take, then parks. */
    private void awaitOthers() {
        for (int i = 0; i < SPINS && done.get() < parts; i++) {
            Thread.onSpinWait();
        }
        boolean interrupted = false;
        while (done.get() < parts) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // an interrupted thread does not park
        }
        if (interrupted) {
            caller.interrupt();
        }
    }

    private List<ForkJoinTask<?>> callHelpers() {
        List<ForkJoinTask<?>> helpers = new ArrayList<>();
        for (int i = 0; i < Math.min(HELPERS, parts - 1); i++) {
            helpers.add(ForkJoinTask.adapt(() -> {
                while (takeOne()) {}
            }).fork());
        }
        return helpers;
    }

    /** Runs the next part. Returns false if there is none. */
    private boolean takeOne() {
        int part = taken.getAndIncrement();
        if (part >= parts) {
            return false;
        }
        try {
            if (failure.get() == null) {
                work.accept(part);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        } finally {
            if (done.incrementAndGet() == parts) {
                LockSupport.unpark(caller);
            }
        }
        return true;
    }
}
