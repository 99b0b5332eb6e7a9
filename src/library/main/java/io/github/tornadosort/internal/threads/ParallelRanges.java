package io.github.tornadosort.internal.threads;

import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;

/** Distributes loops over large data among the cores of the host. */
public final class ParallelRanges {
    /** Smallest number of elements that justifies another part: about ten microseconds of work. */
    public static final long GRAIN = 1 << 14;

    private ParallelRanges() {}

    /** The body of a loop, for the indices from {@code from} (inclusive) to {@code to} (exclusive). */
    @FunctionalInterface
    public interface Range {
        void run(long from, long to);
    }

    /** Returns the number of ranges that {@link #ranges} splits n elements into. */
    public static int parts(long n) {
        return Math.clamp(n / GRAIN, 1, Loop.PARTS_PER_THREAD * Loop.threads(Integer.MAX_VALUE));
    }

    /** Returns the index of the first element of part {@code part} when n elements are split into parts. */
    public static long start(long n, int parts, int part) {
        return n / parts * part + Math.min(part, n % parts);
    }

    /**
     * Returns a loop that runs the body for ranges that together cover the indices from 0 to n - 1.
     *
     * @param accessed memory that the body accesses; if a segment is confined to the calling thread, all ranges run there
     */
    public static Loop loop(long n, Range body, MemorySegment... accessed) {
        return loop(n, parts(n), body, accessed);
    }

    static Loop loop(long n, int parts, Range body, MemorySegment... accessed) {
        return loopOf(parts, (part, thread) -> body.run(start(n, parts, part), start(n, parts, part + 1)), body, accessed);
    }

    /** Runs the body for ranges that together cover the indices from 0 to n - 1, and returns when all ranges have ended. */
    public static void ranges(long n, Range body, MemorySegment... accessed) {
        loop(n, body, accessed).run();
    }

    /** Runs the body for each index from 0 to {@code parts - 1}, and returns when all have ended. */
    public static void each(int parts, IntConsumer body, MemorySegment... accessed) {
        if (parts == 1) {
            body.accept(0);
        } else {
            loopOf(parts, (part, thread) -> body.accept(part), body, accessed).run();
        }
    }

    private static Loop loopOf(int parts, Loop.Body body, Object code, MemorySegment... accessed) {
        return new Loop(parts, body, code, Loop.areShared(accessed) ? Loop.threads(parts) - 1 : 0);
    }
}
