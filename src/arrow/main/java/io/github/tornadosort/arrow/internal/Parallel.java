package io.github.tornadosort.arrow.internal;

import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** Distributes loops over rows among the cores. */
final class Parallel {
    /** Fewest rows that justify another part. */
    private static final int GRAIN = 1 << 14;
    private static final int PARTS_PER_THREAD = 4;

    private Parallel() {}

    /** The body of a loop, for the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    @FunctionalInterface
    interface Range {
        void run(int from, int to);
    }

    /** Runs the body for ranges of rows that together are the rows from 0 to n - 1. The ranges start at multiples of 8. */
    static void ranges(int n, Range body) {
        int parts = Math.clamp(n / GRAIN, 1, PARTS_PER_THREAD * (ForkJoinPool.getCommonPoolParallelism() + 1));
        if (parts == 1) {
            body.run(0, n);
            return;
        }
        int rows = Math.ceilDiv(n, parts * Byte.SIZE) * Byte.SIZE;
        IntStream.range(0, Math.ceilDiv(n, rows)).parallel()
                .forEach(part -> body.run(part * rows, (int) Math.min(n, (part + 1L) * rows)));
    }
}
