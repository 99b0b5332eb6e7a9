package io.github.tornadosort;

import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.StageGraphs;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A sort inside the caller's own {@link TornadoExecutionPlan}. One graph of the plan leaves keys, and values, on the device;
 * the stage sorts them there; a later graph uses them. Only a few words are copied to the host: a survey of the keys.
 *
 * <pre>{@code
 * try (SortStage sort = SortStage.builder("sort", "produce").keys(keys, KeyType.INT32).values(values).build()) {
 *     ImmutableTaskGraph[] graphs = sort.between(produce.snapshot(), consume.snapshot());
 *     try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
 *         sort.scheduleOn(plan, new GridScheduler());
 *         plan.withGraph(0).execute();
 *         sort.run(plan, 1, n);
 *         plan.withGraph(graphs.length - 1).execute();
 *     }
 * }
 * }</pre>
 *
 * <p>The producing graph names the arrays in {@code persistOnDevice}; the using graph names them in
 * {@code consumeFromDevice(sort.lastGraph(), …)}. The stage is compiled once, when it first runs, and sorts any number of
 * keys up to the arrays' size. It belongs to one plan, and is used by one thread at a time. Keys are of any type; those of 8
 * and 16 bits are sorted as ints, in buffers that the stage allocates.
 *
 * <p>Close the plan first, then the stage. Closing the plan frees the arrays on the device. Closing the stage gives back the
 * host's side of its buffers, which PTX and CUDA pin: later stages and sorters use that memory again. A closed stage throws
 * {@link IllegalStateException}.
 *
 * <p>On PTX, TornadoVM 5.2.0 pins the host's pages of each array, and a copy of an array that begins on another one's page, or
 * where a pinned one was freed, fails with no more than a line {@code cuMemcpy… -> Returned: 1}. There, give each array of your
 * graphs pages that no other array shares and that are never freed:
 *
 * <pre>{@code
 * long size = TornadoNativeArray.ARRAY_HEADER + 4L * n;
 * MemorySegment pages = Arena.global().allocate(Math.ceilDiv(size, 4096) * 4096, 4096);
 * IntArray keys = IntArray.fromSegmentShallow(pages.asSlice(0, size));
 * }</pre>
 */
public final class SortStage implements AutoCloseable {
    private static final int UNKNOWN = -1;

    private final TornadoNativeArray keys;
    private final SortOptions options;
    private StageGraphs graphs;
    private TornadoExecutionPlan plan;
    private GridScheduler grids;
    private int firstGraph = UNKNOWN;

    private SortStage(Builder builder) {
        this.keys = builder.keys;
        this.graphs = new StageGraphs(
                builder.name, builder.producer, builder.device, builder.policy(), keys, builder.type, builder.values,
                builder.replayed);
        this.options = builder.options;
    }

    /**
     * Returns a builder for a stage that takes its keys from another graph.
     *
     * @param name prefix of the names of the stage's graphs, different from all other names in the plan
     * @param producer name of the graph that leaves the keys on the device
     * @return a builder, which needs keys
     */
    public static Builder builder(String name, String producer) {
        return new Builder(Objects.requireNonNull(name, "name"), Objects.requireNonNull(producer, "producer"));
    }

    /**
     * Returns the stage's graphs, which must be consecutive in the plan.
     *
     * @return the graphs, in their order
     * @throws IllegalStateException if the stage is closed
     */
    public List<ImmutableTaskGraph> graphs() {
        return open().graphs();
    }

    /**
     * Returns the name of the graph that a graph which uses the result consumes from.
     *
     * @return the name of the stage's graph that runs last
     * @throws IllegalStateException if the stage is closed
     */
    public String lastGraph() {
        return open().lastGraph();
    }

    /**
     * Returns the graphs of a plan that has one graph before the stage and one after it.
     *
     * @param producer leaves the keys on the device
     * @param consumer uses the sorted keys
     * @return the producer, the stage's graphs, and the consumer
     * @throws IllegalStateException if the stage is closed
     */
    public ImmutableTaskGraph[] between(ImmutableTaskGraph producer, ImmutableTaskGraph consumer) {
        Objects.requireNonNull(producer, "producer");
        Objects.requireNonNull(consumer, "consumer");
        List<ImmutableTaskGraph> all = new ArrayList<>();
        all.add(producer);
        all.addAll(graphs());
        all.add(consumer);
        firstGraph = 1;
        return all.toArray(ImmutableTaskGraph[]::new);
    }

    /**
     * Adds the stage's grids to the plan's, and gives them to the plan. For a plan that was made of the graphs that
     * {@link #between} returned; see {@link #scheduleOn(TornadoExecutionPlan, ImmutableTaskGraph[], GridScheduler)} for any
     * other. Called once, before the first run, after the caller's own grids have been added.
     *
     * @param plan made of the graphs that {@link #between} returned
     * @param planGrids the grids of the caller's own tasks; the stage's are added to it
     * @return planGrids
     * @throws IllegalStateException if {@link #between} has not been called, or the stage is closed or belongs to a plan
     *     already
     */
    public GridScheduler scheduleOn(TornadoExecutionPlan plan, GridScheduler planGrids) {
        if (firstGraph == UNKNOWN) {
            throw new IllegalStateException("where the stage's graphs stand in the plan is not known; make the plan of the"
                    + " graphs that between returns, or pass the plan's graphs to scheduleOn");
        }
        return scheduleOn(plan, firstGraph, planGrids);
    }

    /**
     * Adds the stage's grids to the plan's, and gives them to the plan. Called once, before the first run, after the caller's
     * own grids have been added.
     *
     * @param plan made of these graphs
     * @param planGraphs all graphs of the plan, in their order, the stage's {@link #graphs} one after the other among them
     * @param planGrids the grids of the caller's own tasks; the stage's are added to it
     * @return planGrids
     * @throws IllegalArgumentException if the stage's graphs are not there one after the other
     * @throws IllegalStateException if the stage is closed or belongs to a plan already
     */
    public GridScheduler scheduleOn(
            TornadoExecutionPlan plan, ImmutableTaskGraph[] planGraphs, GridScheduler planGrids) {
        int first = Collections.indexOfSubList(List.of(planGraphs), graphs());
        if (first < 0) {
            throw new IllegalArgumentException("the plan's " + planGraphs.length + " graphs do not contain the stage's "
                    + graphs().size() + " graphs one after the other");
        }
        return scheduleOn(plan, first, planGrids);
    }

    private GridScheduler scheduleOn(TornadoExecutionPlan planOfStage, int first, GridScheduler planGrids) {
        StageGraphs mine = open();
        if (plan != null) {
            throw new IllegalStateException("this stage belongs to a plan already; build one for each plan");
        }
        mine.registerGrids(planGrids);
        planOfStage.withGridScheduler(planGrids);
        if (options.timed()) {
            planOfStage.withProfiler(ProfilerMode.SILENT);
        }
        plan = planOfStage;
        firstGraph = first;
        grids = planGrids;
        return planGrids;
    }

    /**
     * Sorts the first n keys, and the values with them, in place on the device. The first run compiles the kernels. A later run of
     * 65,536 uint32 keys takes 0.06 ms on an H200 with CUDA, 0.08 ms with PTX and 0.13 ms with OpenCL, the start of the kernels
     * included.
     *
     * @param planOfStage the plan that {@code scheduleOn} was given
     * @param indexInPlan index of the stage's first graph in the plan
     * @param n number of keys, from 0 to the size of the arrays
     * @return what was done
     * @throws IllegalArgumentException if the arrays hold fewer than n keys, the plan is another one, or the stage's graphs
     *     do not start at that index
     * @throws IllegalStateException if {@code scheduleOn} has not been called, or the stage is closed
     */
    public SortStats run(TornadoExecutionPlan planOfStage, int indexInPlan, int n) {
        StageGraphs mine = open();
        Objects.requireNonNull(planOfStage, "plan");
        if (plan == null) {
            throw new IllegalStateException("this stage belongs to no plan yet; call scheduleOn before the first run");
        }
        // TornadoVM's with… methods return other objects for the same plan.
        if (planOfStage.getId() != plan.getId()) {
            throw new IllegalArgumentException("this stage belongs to another plan");
        }
        if (indexInPlan != firstGraph) {
            throw new IllegalArgumentException("the stage's graphs are graphs " + firstGraph + " to "
                    + (firstGraph + mine.graphs().size() - 1) + " of the plan; they do not start at graph " + indexInPlan);
        }
        if (n < 0 || n > keys.getSize()) {
            throw new IllegalArgumentException(n + " keys of an array of " + keys.getSize());
        }
        return mine.run(plan, firstGraph, grids, n, options);
    }

    /** Frees the memory of the stage's buffers. Closing a stage twice has no effect. Close the plan first. */
    @Override
    public void close() {
        if (graphs != null) {
            graphs.close();
            graphs = null;
            plan = null;
            grids = null;
        }
    }

    private StageGraphs open() {
        if (graphs == null) {
            throw new IllegalStateException("this sort stage is closed");
        }
        return graphs;
    }

    /** Builds a {@link SortStage}. */
    public static final class Builder {
        private final String name;
        private final String producer;
        private SortDevice device;
        private SortPolicy policy;
        private TornadoNativeArray keys;
        private KeyType type;
        private IntArray values;
        private SortOptions options = SortOptions.ascending();
        private boolean replayed;

        private Builder(String name, String producer) {
            this.name = name;
            this.producer = producer;
        }

        /**
         * Sets the device that the plan runs on. The default is the first device that passes its self-test.
         *
         * @param where a device of the plan's backend
         * @return this builder
         */
        public Builder device(SortDevice where) {
            this.device = Objects.requireNonNull(where, "device");
            return this;
        }

        /**
         * Sets the policy. The default is that of the device's family.
         *
         * @param how the kernels to run, and their sizes
         * @return this builder
         */
        public Builder policy(SortPolicy how) {
            this.policy = Objects.requireNonNull(how, "policy");
            return this;
        }

        /**
         * Sets the keys. Their type is that of the array; chars are unsigned numbers.
         *
         * @param array an array of the largest number of keys of a sort
         * @return this builder
         * @throws IllegalArgumentException if there is no key type for its elements
         */
        public Builder keys(TornadoNativeArray array) {
            return keys(array, Column.of(array).type());
        }

        /**
         * Sets the keys, read as another type of the same width, for example as unsigned numbers.
         *
         * @param array an array of the largest number of keys of a sort
         * @param of how to read and order them
         * @return this builder
         * @throws IllegalArgumentException if there is no key type for its elements, or its width differs
         */
        public Builder keys(TornadoNativeArray array, KeyType of) {
            this.type = Column.of(array).as(of).type();
            this.keys = array;
            return this;
        }

        /**
         * Sets the values that move with the keys.
         *
         * @param array at least one value per key
         * @return this builder
         */
        public Builder values(IntArray array) {
            this.values = Objects.requireNonNull(array, "values");
            return this;
        }

        /**
         * Sets the options. A timed stage turns on the plan's profiler, in silent mode, when it is scheduled.
         *
         * @param how the order, and whether to take times
         * @return this builder
         * @throws IllegalArgumentException if the result is to be verified, since the host has no copy of the keys to sort
         *     instead; or if an algorithm is named, since the policy determines how a stage sorts
         */
        public Builder options(SortOptions how) {
            how.requireAutomatic("a stage");
            if (how.verified()) {
                throw new IllegalArgumentException("a stage cannot verify what it sorts: the host has no copy of the keys to"
                        + " sort if the device goes wrong; use a Sorter for that");
            }
            this.options = how;
            return this;
        }

        /**
         * Lets TornadoVM record the stage's kernels as CUDA graphs at their first run, on the backends PTX and CUDA, and replay
         * them at later runs, so that the host no longer launches each kernel. A recorded kernel reads the keys and values at
         * the same addresses on the device. Use this only in plans in which one graph always produces them, and in which
         * nothing frees device memory between two runs. During the first run, no other thread may use the device.
         *
         * @return this builder
         */
        public Builder withCUDAGraph() {
            this.replayed = true;
            return this;
        }

        private static boolean overlap(MemorySegment a, MemorySegment b) {
            return a.asOverlappingSlice(b).isPresent();
        }

        private SortPolicy policy() {
            return policy == null ? SortPolicies.forDevice(device) : policy;
        }

        /**
         * Creates the stage.
         *
         * @return the stage, to be closed by the caller
         * @throws IllegalArgumentException if there are fewer values than keys, keys and values overlap in memory, the options
         *     name bits that the keys do not have, or the device has too little memory
         * @throws IllegalStateException if no keys were set, or the kernels are to be both replayed and timed
         */
        public SortStage build() {
            if (keys == null) {
                throw new IllegalStateException("a sort stage needs keys");
            }
            if (values != null && values.getSize() < keys.getSize()) {
                throw new IllegalArgumentException(values.getSize() + " values for " + keys.getSize() + " keys");
            }
            if (values != null && overlap(keys.getSegmentWithHeader(), values.getSegmentWithHeader())) {
                throw new IllegalArgumentException("the keys and the values overlap in memory; give each its own array");
            }
            options.bitMask(type);
            if (replayed && options.timed()) {
                throw new IllegalStateException("a stage cannot be both timed and withCUDAGraph: the device's clock does not"
                        + " tell the kernels of a replayed graph apart");
            }
            PlanShape shape = PlanShape.of(type, values == null ? Payload.NONE : Payload.VALUES);
            if (device == null) {
                device = SelfTests.ofUser().firstPassing(SortDevice.all(), shape);
            } else {
                SelfTests.ofUser().warnIfFailed(device, shape);
            }
            return new SortStage(this);
        }
    }
}
