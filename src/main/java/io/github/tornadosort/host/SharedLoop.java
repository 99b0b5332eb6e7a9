package io.github.tornadosort.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * A loop that several cores share: the calling thread and helpers in the fork-join pool each take the next iteration, until
 * none is left.
 *
 * <p>Helpers are optional. The caller can run all iterations itself, and waits only for those that a helper has begun. A
 * parallel stream gives no such promise: it waits for its queued tasks, and another thread may have queued its own above
 * them. If that thread then waits for the lock of the sorter that runs this loop, neither thread ever goes on. For the same
 * reason, helpers that have not started are removed from the queue before the loop ends.
 */
final class SharedLoop {
    private static final int HELPERS = poolThreads();

    private final Thread caller = Thread.currentThread();
    private final int end;
    private final IntConsumer body;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private SharedLoop(int end, IntConsumer body) {
        this.end = end;
        this.body = body;
    }

    /**
     * Runs the body for each number from 0 up to, not including, {@code end}, and returns when all have ended. After an
     * iteration that throws, no other begins, and the exception is thrown to the caller.
     */
    static void run(int end, IntConsumer body) {
        new SharedLoop(end, body).run();
    }

    /** Threads of the common pool. The pool itself reports a parallelism of 1 if it was told to have no threads. */
    private static int poolThreads() {
        return Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) == 0
                ? 0
                : ForkJoinPool.getCommonPoolParallelism();
    }

    private void run() {
        List<ForkJoinTask<?>> helpers = new ArrayList<>();
        for (int i = 0; i < Math.min(HELPERS, end - 1); i++) {
            helpers.add(ForkJoinTask.adapt(this::takeAll).fork());
        }
        takeAll();
        helpers.reversed().forEach(ForkJoinTask::tryUnfork);
        while (done.get() < end) {
            LockSupport.park(this);
        }
        switch (failure.get()) {
            case null -> {}
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private void takeAll() {
        for (int i = taken.getAndIncrement(); i < end; i = taken.getAndIncrement()) {
            try {
                if (failure.get() == null) {
                    body.accept(i);
                }
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            } finally {
                if (done.incrementAndGet() == end) {
                    LockSupport.unpark(caller);
                }
            }
        }
    }
}
