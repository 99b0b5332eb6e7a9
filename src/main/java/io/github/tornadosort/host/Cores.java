package io.github.tornadosort.host;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Spreads loops over large data over the host's cores. */
public final class Cores {
    /** Elements that are worth another core: some ten microseconds of work. */
    private static final long GRAIN = 1 << 14;
    /** Parts for each core, so that one that is held up does not hold up the others for long. */
    private static final int PARTS_PER_CORE = 4;
    /** Never started: stands for any thread but the caller's. */
    private static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

    private Cores() {}

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

    /**
     * Runs the body for ranges that together are 0 to n, and returns when all have ended.
     *
     * @param touched memory that the body uses: where it belongs to this thread alone, the body runs on this thread
     */
    public static void ranges(long n, Range body, MemorySegment... touched) {
        int parts = parts(n);
        each(parts, part -> body.run(start(n, parts, part), start(n, parts, part + 1)), touched);
    }

    /** Where part {@code part} of n elements starts. */
    public static long start(long n, int parts, int part) {
        return n / parts * part + Math.min(part, n % parts);
    }

    /** Runs the body for each number from 0 up to, not including, {@code parts}, and returns when all have ended. */
    public static void each(int parts, IntConsumer body, MemorySegment... touched) {
        if (parts > 1 && areShared(touched)) {
            SharedLoop.run(parts, body);
        } else {
            IntStream.range(0, parts).forEach(body);
        }
    }

    /** A segment of a confined arena is its thread's own. */
    private static boolean areShared(MemorySegment... touched) {
        for (MemorySegment segment : touched) {
            if (!segment.isAccessibleBy(STRANGER)) {
                return false;
            }
        }
        return true;
    }
}
