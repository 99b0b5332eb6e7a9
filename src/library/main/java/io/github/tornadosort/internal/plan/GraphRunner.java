package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.driver.DriverCalls;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Runs a plan's graphs for one sort, and adds up the times that their executions report. */
public class GraphRunner {
    private final TornadoExecutionPlan plan;
    private final Checkpoint checkpoint;
    private final IntArray p;
    private final boolean timed;
    private final boolean recorded;
    private long kernelNanos;
    private long copyInNanos;
    private long compileNanos;
    private TornadoExecutionResult last;

    /**
     * Makes a runner for one sort.
     *
     * @param checkpoint called before each execution
     * @param p the parameters of the kernels
     * @param timed whether to add up the times of the plan's profiler, which must be on
     * @param recorded whether graphs are recorded on their first run and replayed afterwards; CUDA and PTX only
     */
    public GraphRunner(
            TornadoExecutionPlan plan,
            Checkpoint checkpoint,
            IntArray p,
            boolean timed,
            boolean recorded) {
        this.plan = plan;
        this.checkpoint = checkpoint;
        this.p = p;
        this.timed = timed;
        this.recorded = recorded;
    }

    /** Runs one graph, and returns the result of its execution. */
    public final TornadoExecutionResult execute(int graph) {
        return DriverCalls.call(() -> {
            checkpoint.check(p);
            return run(graph);
        });
    }

    private TornadoExecutionResult run(int graph) {
        long start = System.nanoTime();
        TornadoExecutionPlan one = plan.withGraph(graph);
        last = (recorded ? one.withCUDAGraph() : one).execute();
        if (timed) {
            TornadoProfilerResult profile = last.getProfilerResult();
            kernelNanos += profile.getDeviceKernelTime();
            copyInNanos += profile.getDeviceWriteTime();
            compileNanos += profile.getCompileTime();
        } else {
            kernelNanos += System.nanoTime() - start;
        }
        return last;
    }

    /** Returns the result of the last execution. */
    final TornadoExecutionResult last() {
        return last;
    }

    /**
     * Copies the elements of an array from index {@code first} to {@code end - 1}, which an execution left there, to the host.
     *
     * @param p the parameters of the kernels that ran
     */
    public static void fetch(
            TornadoExecutionResult left, TornadoNativeArray array, int first, int end, Checkpoint checkpoint, IntArray p) {
        DriverCalls.call(() -> {
            checkpoint.check(p);
            return left.transferToHost(new DataRange(array).withOffset(first).withSize(end - first));
        });
    }

    /** Returns the outcome of all executions so far. */
    public final Outcome outcome(int buffer, int passes) {
        return new Outcome(buffer, passes, kernelNanos, copyInNanos, compileNanos, last);
    }
}
