package io.github.tornadosort.internal.threads;

import java.lang.foreign.MemorySegment;

/** Copies memory on all cores, since one core cannot use the full memory bandwidth. */
public final class Copy {
    /**
     * Parts from this size on are copied about 1.5 times as fast: from 2.5 MiB on, the JVM writes past the caches. (Host of an
     * H200, 8 threads: parts of 1 MiB 32 GB/s, of 16 MiB 48 GB/s.)
     */
    private static final long LARGE_PART = 11L << 18;

    private Copy() {}

    /** Copies all of {@code from} to the start of {@code to}. The segments must not overlap. */
    public static void bytes(MemorySegment from, MemorySegment to) {
        loop(from, to).run();
    }

    /** Returns a loop that copies all of {@code from} to the start of {@code to} when it runs. */
    public static Loop loop(MemorySegment from, MemorySegment to) {
        return loop(from.byteSize(), 1, (begin, end) -> MemorySegment.copy(from, begin, to, begin, end - begin), from, to);
    }

    /**
     * Returns a loop that copies n elements.
     *
     * @param width bytes per element
     * @param body copies a range of elements
     * @param accessed memory that the body accesses; if a segment is confined to the calling thread, all ranges run there
     */
    public static Loop loop(long n, int width, ParallelRanges.Range body, MemorySegment... accessed) {
        int parts = parts(n * width);
        return ParallelRanges.loop(n, parts, body, accessed);
    }

    /** Returns the number of parts of a copy. */
    public static int parts(long bytes) {
        return parts(bytes, Loop.threads(Integer.MAX_VALUE));
    }

    /**
     * Returns the number of parts of a copy. If the parts are large, all threads except the caller's get the same number of
     * them; the caller's may do something else while the loop runs.
     *
     * @param threads number of threads, including the caller's
     */
    public static int parts(long bytes, int threads) {
        int helpers = Math.max(1, threads - 1);
        long large = helpers * Math.min(Loop.PARTS_PER_THREAD, bytes / (LARGE_PART * helpers));
        return large >= Loop.PARTS_PER_THREAD
                ? (int) large
                : Math.clamp(bytes / (Integer.BYTES * ParallelRanges.GRAIN), 1, Loop.PARTS_PER_THREAD * threads);
    }
}
