package io.github.tornadosort.internal.host;

import java.lang.foreign.MemorySegment;

/**
 * A loop over rows. Few rows are processed by the calling thread, without any object for another thread; many rows by all
 * cores. The constructor allocates everything that the loop needs.
 */
final class RowLoop {
    private final int n;
    private final Body body;
    /** Null if there are few rows. */
    private final Loop loop;

    /** The body of a loop, for the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    @FunctionalInterface
    interface Body {
        /** @param thread index of the running thread, less than {@link #threads} */
        void run(int from, int to, int thread);
    }

    /** @param accessed memory that the body accesses; if a segment is confined to the calling thread, all rows run there */
    RowLoop(int n, Body body, MemorySegment... accessed) {
        this.n = n;
        this.body = body;
        this.loop = n < RadixSort64.PARALLEL_FROM ? null : loop(n, body, accessed);
    }

    private static Loop loop(int n, Body body, MemorySegment... accessed) {
        int parts = ParallelRanges.parts(n);
        return new Loop(parts, (part, thread) -> body.run((int) ParallelRanges.start(n, parts, part),
                (int) ParallelRanges.start(n, parts, part + 1), thread), accessed);
    }

    /** Runs the body for each part; on the calling thread if there is one part. */
    static void overParts(int parts, Loop.Body body) {
        if (parts == 1) {
            body.run(0, 0);
        } else {
            new Loop(parts, body).run();
        }
    }

    /** Returns the maximum number of threads that run a loop over n rows. */
    static int threads(int n) {
        return n < RadixSort64.PARALLEL_FROM ? 1 : Loop.threads(ParallelRanges.parts(n));
    }

    /** Runs the body for all rows. */
    void run() {
        if (loop == null) {
            body.run(0, n, 0);
        } else {
            loop.run();
        }
    }

    /** Writes results into the caller's memory, as {@link Loop#store} does. */
    void store() {
        if (loop == null) {
            body.run(0, n, 0);
        } else {
            Loop.store(loop);
        }
    }
}
