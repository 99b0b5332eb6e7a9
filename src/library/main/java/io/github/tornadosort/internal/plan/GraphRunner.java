package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;

/** Runs a plan's graphs for one sort, and sums up what their executions report. */
public final class GraphRunner {
    private final TornadoExecutionPlan plan;
    private final boolean timed;
    private final boolean recorded;
    private final Consumer<TornadoExecutionResult> watcher;
    private long kernelNanos;
    private long copyInNanos;
    private long compileNanos;
    private TornadoExecutionResult last;

    /**
     * Nothing run yet.
     *
     * @param timed whether the plan's profiler is on and its times are wanted
     * @param recorded whether graphs are recorded when they first run, and replayed from then on: for CUDA and PTX
     * @param watcher sees each execution's result while its profile is there to be read
     */
    public GraphRunner(
            TornadoExecutionPlan plan, boolean timed, boolean recorded, Consumer<TornadoExecutionResult> watcher) {
        this.plan = plan;
        this.timed = timed;
        this.recorded = recorded;
        this.watcher = watcher;
    }

    /** Runs one graph; returns what TornadoVM does. */
    public TornadoExecutionResult execute(int graph) {
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
        watcher.accept(last);
        return last;
    }

    /** What was done so far. */
    public Outcome outcome(int buffer, int passes) {
        return new Outcome(buffer, passes, kernelNanos, copyInNanos, compileNanos, last);
    }
}
