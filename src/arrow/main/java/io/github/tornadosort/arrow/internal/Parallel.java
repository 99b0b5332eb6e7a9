package io.github.tornadosort.arrow.internal;

import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.Arena;

/** Distributes loops over rows among the cores. */
final class Parallel {
    private Parallel() {}

    /** The body of a loop, for the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    @FunctionalInterface
    interface Range {
        void run(int from, int to);
    }

    /**
     * Opens an arena whose memory loops over n rows may access. It is confined to the calling thread if that runs them alone: to close a
     * shared arena takes 20 µs.
     */
    static Arena arena(int n) {
        return ParallelRanges.parts(n) == 1 ? Arena.ofConfined() : Arena.ofShared();
    }

    /** Runs the body for ranges of rows that together are the rows from 0 to n - 1. The ranges start at multiples of 8. */
    static void ranges(int n, Range body) {
        int parts = ParallelRanges.parts(n);
        ParallelRanges.each(parts, part -> body.run(start(n, parts, part), start(n, parts, part + 1)));
    }

    private static int start(int n, int parts, int part) {
        return (int) Math.min(n, Byte.SIZE * ParallelRanges.start(Math.ceilDiv(n, Byte.SIZE), parts, part));
    }
}
