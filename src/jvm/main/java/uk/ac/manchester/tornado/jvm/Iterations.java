package uk.ac.manchester.tornado.jvm;

/** The arithmetic of a parallel loop's parts; rewritten kernels call it. */
public final class Iterations {

    private Iterations() {}

    /** Iterations of {@code for (i = from; i < to; i += step)}. */
    public static int exclusive(int from, int to, int step) {
        return count(from, to, step);
    }

    /** Iterations of {@code for (i = from; i <= to; i += step)}. */
    public static int inclusive(int from, int to, int step) {
        return count(from, to + 1L, step);
    }

    private static int count(long from, long to, int step) {
        return to <= from ? 0 : Math.toIntExact((to - from + step - 1) / step);
    }

    /** The loop variable where a part begins, which is where the part before it ends. */
    public static int begin(int from, int count, int step, int part, int parts) {
        return parts == 0 ? from : Math.toIntExact(from + step * ((long) count * part / parts));
    }

    /** Checked kernels say so where an inner parallel loop begins. */
    public static void beginInnerLoop() {
        CheckedLoopLaunch.beginInnerLoop();
    }

    /** Checked kernels say so where an iteration of an inner parallel loop begins. */
    public static void beginInnerIteration() {
        CheckedLoopLaunch.beginInnerIteration();
    }
}
