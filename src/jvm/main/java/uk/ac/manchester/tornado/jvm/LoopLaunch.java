package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.WorkerGrid;

/** Runs a kernel's parallel loop on all cores. It ignores grids, which only say how many threads share the iterations. */
final class LoopLaunch implements Launch {
    /**
     * The number of parts per core. There are more parts than cores, because cores are not equally fast, and because the
     * JVM compiles a method sooner and better if it is called often than if it contains a long loop.
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
