package io.github.tornadosort.stage;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.Graphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A part of the caller's own {@link TornadoExecutionPlan} that works on arrays on the device.
 *
 * <pre>{@code
 * try (ScanStage scan = ScanStage.builder("scan").after("produce").sums(counts, offsets).build()) {
 *     ImmutableTaskGraph[] graphs = scan.between(produce.snapshot(), consume.snapshot());
 *     try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
 *         scan.scheduleOn(plan, grids);
 *         plan.withGraph(0).execute();
 *         scan.run(n);
 *         plan.withGraph(2).execute();
 *     }
 * }
 * }</pre>
 *
 * <p>The producing graph names the stage's input arrays in {@code persistOnDevice}. The using graph names results in
 * {@code consumeFromDevice(stage.lastGraph(), …)}; it can also consume the inputs. Without a producing graph, the inputs are
 * copied from the host in each run, and {@link Builder#toHost} copies results back.
 *
 * <p>A stage is compiled once, when it first runs. The number of elements varies from run to run, up to the length of the
 * arrays. It is an argument of {@link #run}, or comes from an array on the device ({@code length} of its builder). Its kernels'
 * grids are the same for all lengths, so that TornadoVM can record them ({@link Builder#withCUDAGraph}).
 *
 * <p>A stage belongs to one plan, and is used by one thread at a time. Close the plan first, then the stage. A closed stage
 * throws {@link IllegalStateException}.
 *
 * <p>On PTX and CUDA, TornadoVM 5.2.0 pins the host's pages of each array. A copy of an array that begins on another one's
 * page, or where a pinned one was freed, fails with no more than a line {@code cuMemcpy… -> Returned: 1}. There, give each
 * array of your graphs pages that no other array shares and that are never freed:
 *
 * <pre>{@code
 * long size = TornadoNativeArray.ARRAY_HEADER + 4L * n;
 * MemorySegment pages = Arena.global().allocate(Math.ceilDiv(size, 4096) * 4096, 4096);
 * IntArray keys = IntArray.fromSegmentShallow(pages.asSlice(0, size));
 * }</pre>
 */
public abstract sealed class Stage implements AutoCloseable
        permits Chain, HistogramStage, MergeStage, ReduceByKeyStage, RunLengthStage, ScanStage, SearchStage,
        SegmentedSortStage, SelectStage, SortStage,
        TopKStage, UniqueStage {
    private static final int UNKNOWN = -1;

    private Graphs graphs;
    private TornadoExecutionPlan plan;
    private int firstGraph = UNKNOWN;

    Stage(Graphs graphs) {
        this.graphs = graphs;
        graphs.graphs();
    }

    /**
     * Returns the stage's graphs, which must be consecutive in the plan.
     *
     * @return the graphs, in their order
     * @throws IllegalStateException if the stage is closed
     */
    public final List<ImmutableTaskGraph> graphs() {
        return open().graphs();
    }

    /**
     * Returns the name of the graph that a graph which uses the result consumes from.
     *
     * @return the name of the stage's graph that runs last
     * @throws IllegalStateException if the stage is closed
     */
    public final String lastGraph() {
        return open().lastGraph();
    }

    /**
     * Returns the memory of the stage beside the caller's arrays. It is the same for all lengths.
     *
     * @return bytes on the device
     * @throws IllegalStateException if the stage is closed
     */
    public final long scratchBytes() {
        return open().scratchBytes();
    }

    /**
     * Returns the graphs of a plan that has one graph before the stage and one after it.
     *
     * @param producer leaves the inputs on the device
     * @param consumer uses the results
     * @return the producer, the stage's graphs, and the consumer
     * @throws IllegalStateException if the stage is closed
     */
    public final ImmutableTaskGraph[] between(ImmutableTaskGraph producer, ImmutableTaskGraph consumer) {
        List<ImmutableTaskGraph> all = new ArrayList<>();
        all.add(Objects.requireNonNull(producer, "producer"));
        all.addAll(graphs());
        all.add(Objects.requireNonNull(consumer, "consumer"));
        if (plan == null) {
            firstGraph = 1;
        }
        return all.toArray(ImmutableTaskGraph[]::new);
    }

    /**
     * Adds the stage's grids to the plan's, and gives them to the plan. For a plan of the graphs that {@link #between}
     * returned.
     *
     * @param planOfStage made of the graphs that {@link #between} returned
     * @param planGrids the grids of the caller's own tasks; the stage's are added to it
     * @return planGrids
     * @throws IllegalStateException if {@link #between} has not been called, or the stage is closed or belongs to a plan
     *     already
     */
    public final GridScheduler scheduleOn(TornadoExecutionPlan planOfStage, GridScheduler planGrids) {
        if (firstGraph == UNKNOWN) {
            throw new IllegalStateException("where the stage's graphs stand in the plan is not known; make the plan of the"
                    + " graphs that between returns, or pass the plan's graphs to scheduleOn");
        }
        return scheduleOn(planOfStage, firstGraph, planGrids);
    }

    /**
     * Adds the stage's grids to the plan's, and gives them to the plan. Called once, before the first run.
     *
     * @param planOfStage made of these graphs
     * @param planGraphs all graphs of the plan, in their order
     * @param planGrids the grids of the caller's own tasks; the stage's are added to it
     * @return planGrids
     * @throws IllegalArgumentException if the stage's graphs are not there one after the other
     * @throws IllegalStateException if the stage is closed or belongs to a plan already
     */
    public final GridScheduler scheduleOn(
            TornadoExecutionPlan planOfStage, ImmutableTaskGraph[] planGraphs, GridScheduler planGrids) {
        int first = Collections.indexOfSubList(List.of(planGraphs), graphs());
        if (first < 0) {
            throw new IllegalArgumentException("the plan's " + planGraphs.length + " graphs do not contain the stage's");
        }
        return scheduleOn(planOfStage, first, planGrids);
    }

    private GridScheduler scheduleOn(TornadoExecutionPlan planOfStage, int first, GridScheduler planGrids) {
        Graphs mine = open();
        if (plan != null) {
            throw new IllegalStateException("this stage belongs to a plan already; build one for each plan");
        }
        mine.addTo(planOfStage, planGrids);
        // Parallel loops have no grid, and TornadoVM refuses a scheduler without any.
        if (!planGrids.keySet().isEmpty()) {
            planOfStage.withGridScheduler(planGrids);
        }
        plan = planOfStage;
        firstGraph = first;
        return planGrids;
    }

    /**
     * Runs the stage in its plan.
     *
     * @param n the number of elements, from 0 to the length of the arrays. A chain takes one for each of its stages that does
     *     not take its length from an array, or one for all of them
     * @return TornadoVM's result, for times and for copies on demand
     * @throws IllegalArgumentException if the arrays hold fewer elements, or the number of lengths is wrong
     * @throws IllegalStateException if {@code scheduleOn} has not been called, or the stage is closed
     */
    public final TornadoExecutionResult run(int... n) {
        Graphs mine = open();
        if (plan == null) {
            throw new IllegalStateException("this stage belongs to no plan yet; call scheduleOn before the first run");
        }
        return mine.run(plan, firstGraph, n);
    }

    /**
     * Frees the stage's memory. Memory of the host that a GPU's driver has pinned is kept for later stages with arrays of at
     * least a quarter of its size, since TornadoVM 5.2.0 cannot unpin it. Closing twice has no effect. Close the plan first.
     */
    @Override
    public final void close() {
        if (graphs != null) {
            graphs.close();
            graphs = null;
            plan = null;
        }
    }

    private Graphs open() {
        if (graphs == null) {
            throw new IllegalStateException("this stage is closed");
        }
        return graphs;
    }

    /**
     * Builds a stage.
     *
     * @param <S> the type of the stage
     * @param <B> the type of the builder
     */
    public abstract static sealed class Builder<S extends Stage, B extends Builder<S, B>>
            permits PartBuilder, SortStage.Builder {
        private final String name;
        private String producer;
        private SortDevice device;
        private final List<TornadoNativeArray> toHost = new ArrayList<>();
        private boolean recorded;

        Builder(String name) {
            this.name = Objects.requireNonNull(name, "name");
        }

        @SuppressWarnings("unchecked")
        final B self() {
            return (B) this;
        }

        /**
         * Takes the inputs from another graph. Without it, they are copied from the host in each run.
         *
         * @param graph name of the graph that leaves the inputs on the device
         * @return this builder
         */
        public final B after(String graph) {
            this.producer = Objects.requireNonNull(graph, "graph");
            return self();
        }

        /**
         * Sets the device that the plan runs on. The default is TornadoVM's first device.
         *
         * @param where a device of the plan's backend
         * @return this builder
         */
        public final B device(SortDevice where) {
            this.device = Objects.requireNonNull(where, "device");
            return self();
        }

        /**
         * Copies arrays of the stage to the host after each run.
         *
         * @param results arrays that the stage reads or writes
         * @return this builder
         */
        public final B toHost(TornadoNativeArray... results) {
            toHost.addAll(Arrays.asList(results));
            return self();
        }

        /**
         * Lets TornadoVM record the kernels as a CUDA graph when they first run, on the backends PTX and CUDA, and replay them
         * in later runs. Use this only in plans in which one graph always produces the inputs, and in which nothing frees
         * device memory between two runs. During the first run, no other thread may use the device.
         *
         * @return this builder
         */
        public final B withCUDAGraph() {
            this.recorded = true;
            return self();
        }

        final String name() {
            return name;
        }

        /** Returns the graph that leaves the inputs on the device, or null if they are on the host. */
        final String producer() {
            return producer;
        }

        /** Returns the device, or null if none was set. */
        final SortDevice device() {
            return device;
        }

        final List<TornadoNativeArray> toHost() {
            return toHost;
        }

        /** Returns whether something is set that a chain sets for all of its parts. */
        final boolean hasSettings() {
            return producer != null || device != null || !toHost.isEmpty() || recorded;
        }

        final boolean isRecorded() {
            return recorded;
        }

        /**
         * Creates the stage.
         *
         * @return the stage, to be closed by the caller
         * @throws IllegalArgumentException if an array is too short, two arrays overlap in memory, or the device has too little
         *     memory
         * @throws IllegalStateException if an array is missing
         */
        public abstract S build();
    }
}
