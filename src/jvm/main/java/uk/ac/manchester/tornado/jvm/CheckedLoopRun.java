package uk.ac.manchester.tornado.jvm;

/**
 * Runs a kernel's parallel loop on the checked device. Each iteration is a separate call of the kernel, as it is a separate
 * thread on a GPU. If parallel loops are nested, a call runs all iterations of the inner loops; these iterations are not
 * ordered with each other.
 */
public final class CheckedLoopRun extends CheckedRun {
    private static final ThreadLocal<CheckedLoopRun> RUNNING = new ThreadLocal<>();

    private final LoopKernel kernel;
    private final EpochClock clock = new EpochClock();
    private int[] order = {};
    private boolean inFirstIteration;

    CheckedLoopRun(Task task, LoopKernel kernel) {
        super(task);
        this.kernel = kernel;
        arrays().forEach(array -> array.beginLaunch(clock, null));
    }

    /** Called by the kernel when it begins an inner parallel loop. */
    public static void beginInnerLoop() {
        RUNNING.get().inFirstIteration = true;
    }

    /**
     * Called by the kernel when it begins an iteration of an inner parallel loop. The first iteration belongs to the same
     * thread as the code outside the inner loop.
     */
    public static void beginInnerIteration() {
        CheckedLoopRun run = RUNNING.get();
        if (!run.inFirstIteration) {
            run.clock.beginActor();
        }
        run.inFirstIteration = false;
    }

    void run() {
        RUNNING.set(this);
        try {
            clock.beginLaunch(1);
            clock.beginGroup();
            int iterations = run(0, 0);
            order = schedule.order(iterations);
            clock.beginLaunch(iterations);
            for (int i : order) {
                clock.beginGroup();
                run(i, iterations);
            }
            endEpoch();
        } finally {
            RUNNING.remove();
        }
    }

    /** Returns the number of iterations of the loop, or 0 after a fault. */
    private int run(int part, int parts) {
        try {
            return kernel.run(part, parts, arguments);
        } catch (AccessFault fault) {
            report(fault);
            return 0;
        }
    }

    @Override
    String currentActor() {
        return order.length == 0 ? "outside the @Parallel loop" : name(clock.stamp());
    }

    @Override
    String actorOf(CheckedArray array, long stamp) {
        return name(stamp);
    }

    private String name(long stamp) {
        int inner = clock.epochInGroup(stamp);
        return "iteration " + order[clock.group(stamp)] + " of the @Parallel loop"
                + (inner == 0 ? "" : " (iteration " + inner + " of the inner loop)");
    }

    @Override
    String whyUnordered(CheckedArray array, long stamp) {
        return "and iterations are not ordered";
    }
}
