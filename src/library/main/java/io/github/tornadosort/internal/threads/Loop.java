package io.github.tornadosort.internal.threads;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A loop whose parts run on the calling thread and on {@link Helpers}. Each thread takes the next part when it has finished
 * one. If there is no memory for helpers, {@link #store} runs all parts on the calling thread.
 *
 * <p>A loop runs once, by {@link #run} or by {@link #start} and {@link #finish}. {@code run} and {@code finish} return when no
 * part is running any more, even if a part has failed.
 *
 * <p>The caller waits only for parts that another thread has started. A parallel stream gives no such guarantee: it waits for
 * its queued tasks, and another thread may have queued tasks above them. If that thread then waits for the lock of the sorter
 * that runs this loop, the two threads deadlock.
 */
public final class Loop {
    /** A thread that is never started. It represents any thread other than the caller's. */
    private static final Thread OTHER_THREAD = new Thread();

    /** Ints in two cache lines, since processors fetch lines in pairs. */
    private static final int LINES = 32;

    /** Parts of a loop for each thread: enough of them to even out what one thread does faster than another. */
    public static final int PARTS_PER_THREAD = 4;

    /**
     * Nanoseconds. So long, in all, the calling thread runs new code alone: until it is compiled for good, the JVM counts each turn of
     * a loop in memory that all threads write, which takes longer the more threads there are. (16 cores, calls 2 to 10 of a program,
     * 10<sup>5</sup> ints: a sort takes 23.3 ms without, 15.7 with 8 ms alone, 5.1 with 30 ms; {@code parallelSort} takes 9.1. Call 3,
     * 777,344 ints in descending order: 43 ms, on one thread 1.)
     */
    private static final long ALONE = 20_000_000;

    /** How long the calling threads have run each code alone. */
    static final ClassValue<AtomicLong> NANOS_ALONE = new ClassValue<>() {
        @Override
        protected AtomicLong computeValue(Class<?> code) {
            return new AtomicLong();
        }
    };

    private static final ScopedValue<Integer> MOST_THREADS = ScopedValue.newInstance();

    private final int parts;
    /** Null after {@link #forgetBody}. */
    private Body body;
    private final int helpers;
    /** Null if there are no helpers. */
    private final Helpers.Work task;
    /** The next part, and the number of parts that have ended. If there are helpers, they share no cache line with each other. */
    private final AtomicIntegerArray counters;
    /** Null if there are no helpers. */
    private final AtomicLong nanosAlone;
    private final int next;
    private final int ended;
    private volatile Thread caller;
    private volatile Throwable failure;

    /** The body of a loop. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs one part.
         *
         * @param part index of the part
         * @param thread index of the running thread, less than {@link #threads}; 0 is the calling thread
         */
        void run(int part, int thread);
    }

    /**
     * Prepares a loop.
     *
     * @param accessed memory that the body accesses; if a segment is confined to the calling thread, all parts run there
     */
    public Loop(int parts, Body body, MemorySegment... accessed) {
        this(parts, body, body, areShared(accessed) ? threads(parts) - 1 : 0);
    }

    /**
     * Prepares a loop.
     *
     * @param code what the body runs: code that was not run for long is first run by the calling thread alone
     * @param helpers maximum number of helpers that run parts
     */
    Loop(int parts, Body body, Object code, int helpers) {
        this.parts = parts;
        this.body = body;
        this.helpers = helpers;
        this.task = helpers == 0 ? null : this::work;
        this.next = helpers == 0 ? 0 : LINES;
        this.ended = helpers == 0 ? 1 : 2 * LINES;
        this.counters = new AtomicIntegerArray(helpers == 0 ? 2 : 3 * LINES);
        this.nanosAlone = helpers == 0 ? null : NANOS_ALONE.get(code.getClass());
    }

    /**
     * Prepares a loop that runs while the calling thread copies data to or from a device, or runs kernels there. A quarter of the
     * cores is left to that thread and to the driver. (Host of an H200, 16 cores: 2^28 ints are sorted in 58 ms with 12 helpers, and
     * in 60 to 75 with 15.)
     *
     * @param accessed memory that the body accesses; if a segment is confined to the calling thread, all parts run there
     */
    public static Loop besideDevice(int parts, Body body, MemorySegment... accessed) {
        int most = Math.max(1, threads() * 3 / 4);
        return new Loop(parts, body, body, areShared(accessed) ? Math.min(Math.min(parts, threads() - 1), most) : 0);
    }

    /** Returns the number of threads that may run loops: the calling thread and its helpers. */
    public static int threads() {
        return Math.min(Helpers.max() + 1, MOST_THREADS.orElse(Integer.MAX_VALUE));
    }

    /** Runs a task whose loops have at most a number of threads, from 1 on, if the calling thread starts them. */
    public static <R, X extends Throwable> R withThreads(int most, ScopedValue.CallableOp<R, X> task) throws X {
        return ScopedValue.where(MOST_THREADS, most).call(task);
    }

    /** Returns the maximum number of threads that run a loop of the given number of parts. */
    public static int threads(int parts) {
        return Math.clamp(parts, 1, threads());
    }

    /**
     * Runs all parts. If a part fails, no further part is started, and the failure is thrown when all running parts have ended.
     */
    public void run() {
        if (workAlone()) {
            rethrow();
        } else {
            start();
            finish();
        }
    }

    /** Runs parts on the calling thread while their code is new; returns whether all have ended. */
    boolean workAlone() {
        long left = helpers == 0 ? 0 : ALONE - nanosAlone.get();
        if (left > 0) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < left && help(parts)) {
                // It has run a part.
            }
            nanosAlone.addAndGet(System.nanoTime() - start);
        }
        return hasEnded();
    }

    /**
     * Runs all parts while the calling thread does something else, and returns when both have ended, even if one has failed.
     */
    public void runDuring(Runnable other) {
        start();
        try {
            other.run();
        } finally {
            finish();
        }
    }

    /** Starts the loop on the other threads. The calling thread may then do something else before it calls {@link #finish}. */
    public void start() {
        caller = Thread.currentThread();
        if (task != null) {
            Helpers.start(task, helpers);
        }
    }

    /**
     * Runs the parts that no other thread has taken since {@link #start}, and returns when all parts have ended. Must be called
     * by the thread that called {@code start}.
     */
    public void finish() {
        work(0);
        if (task != null) {
            Helpers.cancel(task);
        }
        boolean interrupted = false;
        for (int spins = 0; !hasEnded(); spins++) {
            if (spins < Helpers.SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
                // An interrupted thread does not park.
                interrupted |= Thread.interrupted();
            }
        }
        restore(interrupted);
        rethrow();
    }

    /** Interrupts the calling thread again, if it was interrupted while it waited. */
    static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Throws the first failure of a part, if one has failed. */
    void rethrow() {
        if (failure != null) {
            rethrow(failure);
        }
    }

    /** Throws a failure unchanged. A caller's function may throw any exception, since not all languages make it declare them. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> void rethrow(Throwable failure) throws X {
        throw (X) failure;
    }

    boolean hasEnded() {
        return counters.get(ended) == parts;
    }

    /** Forgets the body, whose memory a helper would keep that still refers to this loop. All parts must have ended. */
    void forgetBody() {
        body = null;
    }

    private void runAll() {
        for (int part = 0; part < parts; part++) {
            body.run(part, 0);
        }
    }

    /**
     * Runs the next part on the calling thread, before {@link #finish}, if no other thread has taken it. Any thread may call this
     * method if the body does not depend on the index of the thread, even before {@link #start}.
     *
     * @param end index after the last part that may run
     * @return whether a part may be left below {@code end}
     */
    public boolean help(int end) {
        int part = counters.get(next);
        if (part >= Math.min(end, parts)) {
            return false;
        }
        if (counters.compareAndSet(next, part, part + 1)) {
            run(part, 0);
        }
        return true;
    }

    /**
     * Lets other threads run while a part waits for something that takes a fraction of a millisecond. Parking a thread and
     * waking it up would take as long.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Any schedule is right.
    public static void idle() {
        Thread.yield();
    }

    /** Runs parts until none is left. After a failure, parts are only counted, so that the loop ends. */
    void work(int thread) {
        while (counters.get(next) < parts && !Helpers.isWantedElsewhere(thread)) {
            int part = counters.getAndIncrement(next);
            if (part < parts) {
                run(part, thread);
            }
        }
    }

    private void run(int part, int thread) {
        try {
            if (failure == null) {
                body.run(part, thread);
            }
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
        if (counters.incrementAndGet(ended) == parts) {
            LockSupport.unpark(caller);
        }
    }

    /** Returns whether a part has failed. No further part is started then. */
    public boolean hasFailed() {
        return failure != null;
    }

    /**
     * Runs loops that write results into the caller's memory, one after the other. Their bodies allocate nothing, and read
     * nothing that they write. If a loop fails, all of its parts therefore run again on the calling thread, so that every
     * result is written.
     *
     * @throws PartlyStoredException if a part fails again; only some of the results are written then
     */
    public static void store(Loop... loops) {
        for (Loop loop : loops) {
            try {
                loop.run();
            } catch (Throwable e) {
                loop.repeat();
            }
        }
    }

    /** As {@link #repeat(Runnable)}, but allocates nothing: there may be no memory. */
    private void repeat() {
        try {
            runAll();
        } catch (Throwable e) {
            throw new PartlyStoredException(e);
        }
    }

    /**
     * Writes all results again on the calling thread, after a part has failed.
     *
     * @throws PartlyStoredException if that fails again; only some of the results are written then
     */
    public static void repeat(Runnable all) {
        try {
            all.run();
        } catch (Throwable e) {
            throw new PartlyStoredException(e);
        }
    }

    /** Says that the caller's memory holds a part of the results, so that nothing can be sorted again. */
    public static final class PartlyStoredException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        private PartlyStoredException(Throwable cause) {
            super("only some of the results could be written to the caller's memory", cause);
        }
    }

    /** Returns the number of threads that may run loops that access the memory. */
    public static int threads(MemorySegment... accessed) {
        return areShared(accessed) ? threads() : 1;
    }

    /** Returns whether any thread may access the memory; a segment of a confined arena is accessible by one thread only. */
    public static boolean areShared(MemorySegment... accessed) {
        for (MemorySegment segment : accessed) {
            if (!segment.isAccessibleBy(OTHER_THREAD)) {
                return false;
            }
        }
        return true;
    }
}
