package io.github.tornadosort.internal.threads;

import java.util.ArrayDeque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that help a calling thread with a loop. All loops share them; there are as many as in the common pool. They start
 * when they are first needed, and end when they have been idle for a while.
 *
 * <p>These are not the threads of the common pool, because the pool wakes one thread at a time: each thread wakes the next one
 * when it has found a task. If a thread takes 100 microseconds to wake up, as on many virtual machines, the last one of 15
 * threads starts 1.5 milliseconds after the first one; in this time, 16 cores can sort a million keys. Here the calling thread
 * wakes all of them.
 */
final class Helpers {
    /** Time after which an idle thread ends. */
    private static final long KEEP_ALIVE_NANOS = 30_000_000_000L;
    /**
     * Spins before a thread that waits for others parks: about ten microseconds, so that it need not be woken for an operation's
     * next loop, or at the end of one.
     */
    static final int SPINS = 2_000;

    /** Helpers that a thread wakes: to wake one takes some microseconds, so the calling thread does not wake all of them. */
    private static final int WAKES = 4;

    private static final int MAX_THREADS = maxThreads();
    /** Has room for all threads, so that a thread can always become idle. */
    private static final ArrayDeque<Helper> IDLE = new ArrayDeque<>(MAX_THREADS + 1);
    /** Requests for which no thread was idle. */
    private static final ArrayDeque<Request> WAITING = new ArrayDeque<>();
    /** Number of helper threads; guarded by {@link #IDLE}, as both queues are. */
    private static int threads;
    /** Whether {@link #WAITING} has requests. */
    private static volatile boolean someWait;
    /** Number of calls of {@link #start} that {@link #cancel} has not followed yet. */
    private static final AtomicInteger CALLERS = new AtomicInteger();

    private Helpers() {}

    /** Work to share. It may be called after all of it is done, and must then return at once. It throws nothing. */
    interface Work {
        /** @param thread index of the running thread; 0 is the calling thread */
        void run(int thread);
    }

    /**
     * One helper's share of work.
     *
     * @param team the helpers that were given a share, in the order of waking
     * @param position the helper's index in the team
     */
    private record Request(Work work, int thread, Helper[] team, int position) {
        /** Wakes the helpers that this one is responsible for. */
        private void wakeOthers() {
            wake(team, WAKES * (position + 1));
        }
    }

    /** Returns the maximum number of threads that help. */
    static int max() {
        return MAX_THREADS;
    }

    /** Returns the number of threads of the common pool, which reports a parallelism of 1 even if it has no thread. */
    private static int maxThreads() {
        return Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", 1) == 0
                ? 0
                : ForkJoinPool.getCommonPoolParallelism();
    }

    /**
     * Returns whether a helper should leave its work, since another caller waits for helpers and the helper's own caller has more
     * than its share of them. Without this, the copies of one GPU would keep all helpers busy while those of another GPU run on one
     * thread.
     *
     * @param thread index of the running thread; the calling thread, 0, never leaves
     */
    static boolean isWantedElsewhere(int thread) {
        return someWait && thread > 0 && thread > MAX_THREADS / Math.max(1, CALLERS.get());
    }

    /**
     * Starts work on helpers that have nothing else to do. {@link #cancel} must follow.
     *
     * @param helpers the number of helpers that would be useful
     */
    static void start(Work work, int helpers) {
        CALLERS.incrementAndGet();
        Helper[] team = {};
        try {
            team = new Helper[helpers];
            Request[] requests = new Request[helpers];
            for (int i = 0; i < helpers; i++) {
                requests[i] = new Request(work, i + 1, team, i);
            }
            give(requests, team);
        } catch (OutOfMemoryError e) {
            // The calling thread does the work of helpers that there is no memory for.
        }
        wake(team, 0);
    }

    /** Gives requests to idle and to new threads, the team. Requests that are left wait for a thread. */
    private static void give(Request[] requests, Helper[] team) {
        synchronized (IDLE) {
            int given = 0;
            try {
                while (given < team.length && (!IDLE.isEmpty() || threads < MAX_THREADS)) {
                    Helper helper = IDLE.poll();
                    if (helper == null) {
                        helper = new Helper();
                        threads++;
                    }
                    team[given++] = helper;
                }
                for (int i = given; i < requests.length; i++) {
                    WAITING.add(requests[i]);
                    someWait = true;
                }
            } finally {
                // A helper that spins begins at once, and may look for those that it wakes. So the team is complete by now.
                for (int i = 0; i < given; i++) {
                    team[i].request = requests[i];
                }
            }
        }
    }

    /** Wakes some helpers of a team, from an index on. */
    private static void wake(Helper[] team, int first) {
        for (int i = first; i < Math.min(team.length, first + WAKES) && team[i] != null; i++) {
            team[i].wake();
        }
    }

    /** Removes the requests that no thread has taken. */
    static void cancel(Work work) {
        CALLERS.decrementAndGet();
        if (!someWait) {
            return; // The helpers that leave now take the lock one after another.
        }
        synchronized (IDLE) {
            // Without an iterator: this allocates nothing.
            for (int left = WAITING.size(); left > 0; left--) {
                Request request = WAITING.poll();
                if (request.work != work) {
                    WAITING.add(request);
                }
            }
            someWait = !WAITING.isEmpty();
        }
    }

    private static final class Helper extends Thread {
        private volatile Request request;
        private volatile boolean isParked;

        private Helper() {
            super(null, null, "tornado-sort", 0, false);
            setDaemon(true);
            setContextClassLoader(ClassLoader.getSystemClassLoader());
        }

        /** Wakes or starts this thread, which has a request. */
        private void wake() {
            try {
                if (getState() == State.NEW) {
                    start();
                } else if (isParked) {
                    LockSupport.unpark(this);
                }
            } catch (OutOfMemoryError e) {
                Request lost = request;
                synchronized (IDLE) {
                    threads--;
                }
                lost.wakeOthers();
            }
        }

        @Override
        public void run() {
            do {
                runRequest();
            } while (awaitRequest());
        }

        /** A separate method, so that no variable of a waiting thread refers to the work and its memory. */
        private void runRequest() {
            Request mine = request;
            request = null;
            mine.wakeOthers();
            mine.work.run(mine.thread);
        }

        /** Returns false if there was no request for a while. This thread must then end. */
        private boolean awaitRequest() {
            synchronized (IDLE) {
                request = WAITING.poll();
                someWait = !WAITING.isEmpty();
                if (request == null) {
                    IDLE.push(this);
                }
            }
            for (int spins = 0; request == null && spins < SPINS; spins++) {
                Thread.onSpinWait();
            }
            isParked = true;
            long start = System.nanoTime();
            while (request == null) {
                LockSupport.parkNanos(this, KEEP_ALIVE_NANOS);
                Thread.interrupted();
                if (System.nanoTime() - start >= KEEP_ALIVE_NANOS && isUnused()) {
                    return false;
                }
            }
            isParked = false;
            return true;
        }

        /** Removes this thread from the idle ones, unless it has been given a request. */
        private boolean isUnused() {
            synchronized (IDLE) {
                boolean removed = IDLE.remove(this);
                threads -= removed ? 1 : 0;
                return removed;
            }
        }
    }
}
