package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.WorkerGrid;

/**
 * Runs a kernel's parallel loop on the checked device: every iteration as a call of its own, as a thread of a GPU
 * would.
 */
final class CheckedLoopLaunch implements Launch {

    private final LoopKernel kernel;
    private final CheckedArguments arguments;

    CheckedLoopLaunch(LoopKernel kernel, CheckedArguments arguments) {
        this.kernel = kernel;
        this.arguments = arguments;
    }

    @Override
    public void run(WorkerGrid grid) {
        Object[] now = arguments.now();
        int iterations = run(0, 0, now, "outside the @Parallel loop");
        for (int i = 0; i < iterations; i++) {
            run(i, iterations, now, "iteration " + i + " of the @Parallel loop");
        }
    }

    private int run(int part, int parts, Object[] now, String worker) {
        try {
            return kernel.run(part, parts, now);
        } catch (AccessFault fault) {
            throw arguments.fault(fault, worker);
        }
    }
}
