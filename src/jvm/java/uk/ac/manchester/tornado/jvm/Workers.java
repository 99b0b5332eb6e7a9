package uk.ac.manchester.tornado.jvm;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Spreads the parts of a kernel over the cores: the calling thread and the common pool's threads take the next part
 * each, until none is left.
 */
final class Workers {

    /** What runs one part. */
    interface Part {
        void run(int part);
    }

    /** Work shorter than this is done before another thread has woken up. */
    private static final long WORTH_HELP_NANOS = 20_000;

    private static final int HELPERS = Math.min(
            ForkJoinPool.getCommonPoolParallelism(), Runtime.getRuntime().availableProcessors() - 1);

    /** Some 10 µs: less than parking and waking cost. */
    private static final int SPINS = 1000;

    private final Thread caller = Thread.currentThread();
    private final int parts;
    private final Part work;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Workers(int parts, Part work) {
        this.parts = parts;
        this.work = work;
    }

    /** Threads that take parts. */
    static int count() {
        return HELPERS + 1;
    }

    /**
     * Runs all parts and returns when they have ended. A part that throws ends the whole, with that exception.
     *
     * @param expectedNanos how long all of it may take on one core, so that short work wakes no other thread
     */
    static void run(int parts, long expectedNanos, Part work) {
        new Workers(parts, work).run(expectedNanos);
    }

    private void run(long expectedNanos) {
        boolean alone = parts > 1 && HELPERS > 0;
        long callAt = System.nanoTime() + (expectedNanos > WORTH_HELP_NANOS ? 0 : WORTH_HELP_NANOS);
        do {
            if (alone && System.nanoTime() - callAt >= 0) {
                alone = false;
                callHelpers();
            }
        } while (takeOne());
        awaitOthers();
        switch (failure.get()) {
            case null -> {}
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    /** Spins for as long as a part in progress usually takes to end, then leaves the core to others. */
    private void awaitOthers() {
        for (int i = 0; i < SPINS && done.get() < parts; i++) {
            Thread.onSpinWait();
        }
        while (done.get() < parts) {
            LockSupport.park(this);
        }
    }

    private void callHelpers() {
        for (int i = 0; i < Math.min(HELPERS, parts - 1); i++) {
            ForkJoinPool.commonPool().execute(() -> {
                while (takeOne()) {}
            });
        }
    }

    /** Runs the next part; false if there is none. */
    private boolean takeOne() {
        int part = taken.getAndIncrement();
        if (part >= parts) {
            return false;
        }
        try {
            if (failure.get() == null) {
                work.run(part);
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
