package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.WorkerGrid;

/**
 * Runs a kernel's parallel loop on the checked device. Each iteration is a separate call of the kernel, as it is a separate
 * thread on a GPU. If parallel loops are nested, a call runs all iterations of the inner loops; these iterations are not
 * ordered with each other.
 */
public final class CheckedLoopLaunch implements Launch {
    private static final ThreadLocal<Run> RUNNING = new ThreadLocal<>();

    private final String task;
    private final LoopKernel kernel;
    private final CheckedArguments arguments;

    CheckedLoopLaunch(String task, LoopKernel kernel, CheckedArguments arguments) {
        this.task = task;
        this.kernel = kernel;
        this.arguments = arguments;
    }

    @Override
    public void run(WorkerGrid grid) {
        Run run = new Run();
        RUNNING.set(run);
        try {
            run.run();
        } finally {
            RUNNING.remove();
        }
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
        Run run = RUNNING.get();
        if (!run.inFirstIteration) {
            run.clock.beginActor();
        }
        run.inFirstIteration = false;
    }

    /** One run of the loop. */
    private final class Run implements FaultContext {
        private final EpochClock clock = new EpochClock();
        private final Schedule schedule = Schedule.fromProperty(task);
        private final Object[] deviceArguments = arguments.begin(clock, null);
        private int[] order = {};
        private boolean inFirstIteration;

        void run() {
            EpochFaults faults = new EpochFaults(arguments, this, schedule);
            clock.beginLaunch(1);
            clock.beginGroup();
            int iterations = run(0, 0, faults);
            order = schedule.order(iterations);
            clock.beginLaunch(iterations);
            for (int i : order) {
                clock.beginGroup();
                run(i, iterations, faults);
            }
            faults.end();
        }

        /** Returns the number of iterations of the loop, or 0 after a fault. */
        private int run(int part, int parts, EpochFaults faults) {
            try {
                return kernel.run(part, parts, deviceArguments);
            } catch (AccessFault fault) {
                faults.add(fault);
                return 0;
            }
        }

        @Override
        public String currentActor() {
            return order.length == 0 ? "outside the @Parallel loop" : name(clock.stamp());
        }

        @Override
        public String actorOf(CheckedArray array, long stamp) {
            return name(stamp);
        }

        private String name(long stamp) {
            int inner = clock.epochInGroup(stamp);
            return "iteration " + order[clock.group(stamp)] + " of the @Parallel loop"
                    + (inner == 0 ? "" : " (iteration " + inner + " of the inner loop)");
        }

        @Override
        public String whyUnordered(CheckedArray array, long stamp) {
            return "and iterations are not ordered";
        }
    }
}
