package io.github.tornadosort.arrow;

import java.lang.foreign.Arena;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;
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

    /**
     * Opens an arena whose memory loops over n rows may access. It is confined to the calling thread if that runs them alone: to
     * close a shared arena takes 20 µs.
     */
    static Arena arena(int n) {
        return parts(n) == 1 ? Arena.ofConfined() : Arena.ofShared();
    }

    private static int parts(int n) {
        return Math.clamp(n / GRAIN, 1, PARTS_PER_THREAD * (ForkJoinPool.getCommonPoolParallelism() + 1));
    }

    /** Runs the body for ranges of rows that together are the rows from 0 to n - 1. The ranges start at multiples of 8. */
    static void ranges(int n, Range body) {
        int parts = parts(n);
        if (parts == 1) {
            body.run(0, n);
            return;
        }
        int rows = Math.ceilDiv(n, parts * Byte.SIZE) * Byte.SIZE;
        IntStream.range(0, Math.ceilDiv(n, rows)).parallel()
                .forEach(part -> body.run(part * rows, (int) Math.min(n, (part + 1L) * rows)));
    }

    /** Returns the sum of a number per row, for the rows from 0 to n - 1. */
    static long sum(int n, IntToLongFunction number) {
        LongAdder sum = new LongAdder();
        ranges(n, (from, to) -> {
            long some = 0;
            for (int i = from; i < to; i++) {
                some += number.applyAsLong(i);
            }
            sum.add(some);
        });
        return sum.sum();
    }
}
