package uk.ac.manchester.tornado.jvm;

/** A rewritten kernel whose {@code @Parallel} loop can run in parts. */
public interface LoopKernel {

    /**
     * Runs one of {@code parts} equal parts of the loop's iterations; none of them if {@code parts} is 0.
     *
     * @param arguments the kernel's, scalars boxed
     * @return how many iterations the whole loop has; 0 for a kernel without such a loop, which then has run
     */
    int run(int part, int parts, Object[] arguments);
}
