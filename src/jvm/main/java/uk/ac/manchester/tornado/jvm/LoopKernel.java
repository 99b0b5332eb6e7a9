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
}
