package io.github.tornadosort.internal.host;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;

/** Spreads loops over large data over the host's cores. */
public final class ParallelRanges {
    /** Elements that are worth another core: some ten microseconds of work. */
    private static final long GRAIN = 1 << 14;
    /** Parts for each core, so that one that is held up does not hold up the others for long. */
    private static final int PARTS_PER_CORE = 4;

    private ParallelRanges() {}

    /** A loop's body, for the indexes from {@code from} up to, not including, {@code to}. */
    @FunctionalInterface
    public interface Range {
        void run(long from, long to);
    }

    /** Ranges that {@link #ranges} cuts n elements into. */
    public static int parts(long n) {
        int most = PARTS_PER_CORE * (ForkJoinPool.getCommonPoolParallelism() + 1);
        return Math.clamp(n / GRAIN, 1, most);
    }

    /** Where part {@code part} of n elements starts. */
    public static long start(long n, int parts, int part) {
        return n / parts * part + Math.min(part, n % parts);
    }

    /**
     * Makes a loop that runs the body for ranges that together are 0 to n.
     *
     * @param touched memory that the body uses: where it belongs to this thread alone, the body runs on this thread
     */
    public static Loop loop(long n, Range body, MemorySegment... touched) {
        int parts = parts(n);
        return new Loop(
                parts, (part, thread) -> body.run(start(n, parts, part), start(n, parts, part + 1)), touched);
    }

    /** Runs such a loop, and returns when all ranges have ended. */
    public static void ranges(long n, Range body, MemorySegment... touched) {
        loop(n, body, touched).run();
    }

    /** Runs the body for each number from 0 up to, not including, {@code parts}, and returns when all have ended. */
    public static void each(int parts, IntConsumer body, MemorySegment... touched) {
        new Loop(parts, (part, thread) -> body.accept(part), touched).run();
    }
}
