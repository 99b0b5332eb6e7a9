package io.github.tornadosort.internal.host;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A loop whose parts run on the calling thread and on the pool's threads. Each thread takes the next part when it has
 * finished one. The constructor allocates all that the loop needs, and {@link #run} allocates nothing: where the pool
 * cannot take a task, because memory has run out or for any other reason, the calling thread runs the parts itself.
 *
 * <p>A loop runs once. {@link #run} returns when no part is running any more, even if one has failed.
 *
 * <p>The caller waits only for parts that another thread has begun. A parallel stream gives no such promise: it waits for its
 * queued tasks, and another thread may have queued its own above them. If that thread then waits for the lock of the sorter that
 * runs this loop, neither thread ever goes on. For the same reason, helpers that have not started are removed from the queue
 * before the loop ends.
 */
public final class Loop {
    /** Never started: stands for any thread other than the caller's. */
    private static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

    private static final int POOL_THREADS = poolThreads();

    private final int parts;
    private final Body body;
    private final ForkJoinTask<?>[] helpers;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile Thread caller;
    private volatile Throwable failure;

    /** What a loop does. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs one part.
         *
         * @param part index of the part
         * @param thread index of the running thread, 0 for the calling one; at most {@link #threads} threads run at a time
         */
        void run(int part, int thread);
    }

    /**
     * Makes a loop ready to run.
     *
     * @param touched memory that the body uses: where it belongs to this thread alone, the body runs on this thread
     */
    public Loop(int parts, Body body, MemorySegment... touched) {
        this.parts = parts;
        this.body = body;
        this.helpers = new ForkJoinTask<?>[areShared(touched) ? threads(parts) - 1 : 0];
        for (int i = 0; i < helpers.length; i++) {
            int thread = i + 1;
            helpers[i] = ForkJoinTask.adapt(() -> work(thread));
        }
    }

    /** Threads that run a loop of that many parts at most. */
    public static int threads(int parts) {
        return Math.clamp(parts, 1, POOL_THREADS + 1);
    }

    /** Threads of the common pool. The pool itself reports a parallelism of 1 if it was told to have no threads. */
    private static int poolThreads() {
        return Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) == 0
                ? 0
                : ForkJoinPool.getCommonPoolParallelism();
    }

    /** Runs all parts. If one fails, no other one is begun, and the failure is thrown when those that run have ended. */
    public void run() {
        caller = Thread.currentThread();
        try {
            for (ForkJoinTask<?> helper : helpers) {
                helper.fork();
            }
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // This thread runs what no helper does.
        }
        work(0);
        for (int i = helpers.length - 1; i >= 0; i--) {
            helpers[i].tryUnfork();
        }
        while (ended.get() < parts) {
            LockSupport.park(this);
        }
        switch (failure) {
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            case null, default -> {}
        }
    }

    private void work(int thread) {
        for (int part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
            try {
                if (failure == null) {
                    body.run(part, thread);
                }
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            if (ended.incrementAndGet() == parts) {
                LockSupport.unpark(caller);
            }
        }
    }

    /**
     * Runs loops that write results into the caller's memory, one after the other. Their bodies allocate nothing and read
     * nothing that they write. So if one fails, all of its parts run again on this thread alone: either every result is
     * written, or, before the call, none.
     *
     * @throws IllegalStateException if a part fails again; some results are written then, and some are not
     */
    public static void store(Loop... loops) {
        for (Loop loop : loops) {
            try {
                loop.run();
            } catch (RuntimeException | Error e) {
                loop.repeat();
            }
        }
    }

    private void repeat() {
        try {
            for (int part = 0; part < parts; part++) {
                body.run(part, 0);
            }
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("only some of the results could be written to the caller's memory", e);
        }
    }

    /** A segment of a confined arena is accessible by one thread only. */
    private static boolean areShared(MemorySegment... touched) {
        for (MemorySegment segment : touched) {
            if (!segment.isAccessibleBy(STRANGER)) {
                return false;
            }
        }
        return true;
    }
}
