package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.WorkerGrid;

/**
 * Runs a kernel's parallel loop on all cores. Grids do not matter: they say how many threads share the same iterations.
 */
final class LoopLaunch implements Launch {

    /**
     * Parts per core. More than one, because cores are not equally fast; many, because a kernel is compiled by the JVM
     * sooner and better if it is called often than if it loops long.
     */
    private static final int PARTS_PER_WORKER = 8;

    private final LoopKernel kernel;
    private final Object[] arguments;
    private long lastNanos = Long.MAX_VALUE;

    LoopLaunch(LoopKernel kernel, Object[] arguments) {
        this.kernel = kernel;
        this.arguments = arguments;
    }

    @Override
    public void run(WorkerGrid grid) {
        long start = System.nanoTime();
        int parts = Math.min(kernel.run(0, 0, arguments), PARTS_PER_WORKER * Workers.count());
        if (parts > 0) {
            Workers.run(parts, lastNanos, part -> kernel.run(part, parts, arguments));
        }
        lastNanos = System.nanoTime() - start;
    }
}
