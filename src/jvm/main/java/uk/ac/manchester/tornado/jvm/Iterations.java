package uk.ac.manchester.tornado.jvm;

/** The arithmetic of splitting a parallel loop into parts. Rewritten kernels call it. */
public final class Iterations {
    private Iterations() {}

    /** Returns the number of iterations of {@code for (i = from; i < to; i += step)}. */
    public static int exclusive(int from, int to, int step) {
        return count(from, to, step);
    }

    /** Returns the number of iterations of {@code for (i = from; i <= to; i += step)}. */
    public static int inclusive(int from, int to, int step) {
        return count(from, to + 1L, step);
    }

    private static int count(long from, long to, int step) {
        return to <= from ? 0 : Math.toIntExact((to - from + step - 1) / step);
    }

    /** Returns the value of the loop variable where a part begins, which is where the previous part ends. */
    public static int begin(int from, int count, int step, int part, int parts) {
        return parts == 0 ? from : Math.toIntExact(from + step * ((long) count * part / parts));
    }
}
