package uk.ac.manchester.tornado.jvm;

/** The arithmetic of splitting a parallel loop into parts. Rewritten kernels call it. */
public final class Iterations {
    private Iterations() {}

    /** Returns the number of iterations of {@code for (i = from; i < to + beyond; i += step)}. */
    public static int count(int from, int to, int beyond, int step) {
        long end = (long) to + beyond;
        return end <= from ? 0 : Math.toIntExact((end - from + step - 1) / step);
    }

    /** Returns the value of the loop variable where a part begins, which is where the previous part ends. */
    public static int begin(int from, int count, int step, int part, int parts) {
        return parts == 0 ? from : Math.toIntExact(from + step * ((long) count * part / parts));
    }
}
