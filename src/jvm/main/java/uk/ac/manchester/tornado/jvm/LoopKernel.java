package uk.ac.manchester.tornado.jvm;

/** A rewritten kernel whose {@code @Parallel} loop can run in parts. */
public interface LoopKernel {
    /**
     * Runs one of {@code parts} equal parts of the iterations of the loop, or no iteration if {@code parts} is 0.
     *
     * @param arguments the arguments of the kernel, with boxed scalars
     * @return the number of iterations of the whole loop; 0 if the kernel has no such loop, in which case the whole kernel
     *     has run
     */
    int run(int part, int parts, Object[] arguments);

    /** Returns the number of iterations of {@code for (i = from; i < to + beyond; i += step)}. */
    static int count(int from, int to, int beyond, int step) {
        long end = (long) to + beyond;
        return end <= from ? 0 : Math.toIntExact((end - from + step - 1) / step);
    }

    /** Returns the value of the loop variable where a part begins, which is where the previous part ends. */
    static int begin(int from, int count, int step, int part, int parts) {
        return parts == 0 ? from : Math.toIntExact(from + step * ((long) count * part / parts));
    }
}
