package io.github.tornadosort;

import io.github.tornadosort.graph.StageGraphs;
import io.github.tornadosort.policy.SortPolicies;
import io.github.tornadosort.selftest.SelfTests;
import java.util.List;
import java.util.Objects;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A sort inside another program's {@link TornadoExecutionPlan}: keys (and values) that one graph of the plan left on the
 * device are sorted there, for a later graph to use. Nothing is copied to the host but the survey's few words.
 *
 * <pre>{@code
 * SortStage sort = SortStage.builder("sort", "produce").keys(keys, KeyType.INT32).values(values).build();
 * ImmutableTaskGraph[] graphs = sort.between(produce.snapshot(), consume.snapshot());
 * try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
 *     GridScheduler grids = sort.scheduleOn(plan, new GridScheduler());
 *     plan.withGraph(0).execute();
 *     sort.run(plan, 1, n);
 *     plan.withGraph(graphs.length - 1).execute();
 * }
 * }</pre>
 *
 * <p>The producing graph names the arrays in {@code persistOnDevice}; the using graph names them in
 * {@code consumeFromDevice(sort.lastGraph(), …)}. The stage is compiled once, when it first runs, and sorts any number of
 * keys up to the arrays' size. It belongs to one plan, and is used by one thread at a time. Keys are of any type; those of 8
 * and 16 bits are sorted as ints, in buffers of the stage's own.
 *
 * <p>On PTX, TornadoVM 5.2.0 pins the host's pages of each array, and a copy of an array that begins on another one's page, or
 * where a pinned one was freed, fails with no more than a line {@code cuMemcpy… -> Returned: 1}. There, give each array of your
 * graphs pages of its own for good:
 *
 * <pre>{@code
 * long size = TornadoNativeArray.ARRAY_HEADER + 4L * n;
 * MemorySegment pages = Arena.global().allocate(Math.ceilDiv(size, 4096) * 4096, 4096);
 * IntArray keys = IntArray.fromSegmentShallow(pages.asSlice(0, size));
 * }</pre>
 */
public final class SortStage {
    private final StageGraphs graphs;
    private final TornadoNativeArray keys;
    private final SortOptions options;
    private GridScheduler grids = new GridScheduler();

    private SortStage(Builder builder) {
        this.keys = builder.keys;
        this.graphs = new StageGraphs(
                builder.name, builder.producer, builder.device, builder.policy(), keys, builder.type, builder.values,
                builder.replayed);
        this.options = builder.options;
    }

    /**
     * A stage that takes its keys from another graph.
     *
     * @param name prefix of the names of its graphs, unlike any other in the plan
     * @param producer name of the graph that leaves the keys on the device
     * @return a builder, which needs keys
     */
    public static Builder builder(String name, String producer) {
        return new Builder(Objects.requireNonNull(name, "name"), Objects.requireNonNull(producer, "producer"));
    }

    /** {@return the stage's graphs; they stand one after the other in the plan} */
    public List<ImmutableTaskGraph> graphs() {
        return graphs.graphs();
    }

    /** {@return the name that a graph which uses the result consumes from} */
    public String lastGraph() {
        return graphs.lastGraph();
    }

    /**
     * {@return the graphs of a plan: one, the stage's, and another}
     *
     * @param producer leaves the keys on the device
     * @param consumer uses the sorted ones
     */
    public ImmutableTaskGraph[] between(ImmutableTaskGraph producer, ImmutableTaskGraph consumer) {
        ImmutableTaskGraph[] all = new ImmutableTaskGraph[graphs().size() + 2];
        all[0] = producer;
        for (int i = 0; i < graphs().size(); i++) {
            all[i + 1] = graphs().get(i);
        }
        all[all.length - 1] = consumer;
        return all;
    }

    /**
     * Adds the stage's grids to the plan's, and gives them to the plan. Called once, before the first run, after the
     * caller's own grids have been added.
     *
     * @param plan made of these graphs, among others
     * @param planGrids the grids of the caller's own tasks; the stage's are added to it
     * @return planGrids
     */
    public GridScheduler scheduleOn(TornadoExecutionPlan plan, GridScheduler planGrids) {
        this.grids = planGrids;
        graphs.registerGrids(planGrids);
        plan.withGridScheduler(planGrids);
        return planGrids;
    }

    /**
     * Sorts the first n keys, and the values with them, where they are on the device.
     *
     * @param plan the one that {@link #scheduleOn} was given
     * @param firstGraph index of the stage's first graph in the plan
     * @param n keys, from 0 to the size of the arrays
     * @return what was done
     * @throws IllegalArgumentException if the arrays hold fewer than n
     */
    public SortStats run(TornadoExecutionPlan plan, int firstGraph, int n) {
        if (n < 0 || n > keys.getSize()) {
            throw new IllegalArgumentException(n + " keys of an array of " + keys.getSize());
        }
        return graphs.run(plan, firstGraph, grids, n, options);
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
         * Where the plan runs; the default device unless told otherwise.
         *
         * @param where a device of the plan's backend
         * @return this builder
         */
        public Builder device(SortDevice where) {
            this.device = Objects.requireNonNull(where, "device");
            return this;
        }

        /**
         * How to sort; by the device's family unless told otherwise.
         *
         * @param how which kernels run, and with what sizes
         * @return this builder
         */
        public Builder policy(SortPolicy how) {
            this.policy = Objects.requireNonNull(how, "policy");
            return this;
        }

        /**
         * The keys, of the array's type; chars are unsigned numbers.
         *
         * @param array as many as a sort can have at most
         * @return this builder
         * @throws IllegalArgumentException if its elements are of no key type
         */
        public Builder keys(TornadoNativeArray array) {
            return keys(array, Column.of(array).type());
        }

        /**
         * The keys, read as another type of the same width: unsigned numbers, for instance.
         *
         * @param array as many as a sort can have at most
         * @param of how to read and order them
         * @return this builder
         * @throws IllegalArgumentException if its elements are of no key type, or of another width
         */
        public Builder keys(TornadoNativeArray array, KeyType of) {
            this.type = Column.of(array).as(of).type();
            this.keys = array;
            return this;
        }

        /**
         * Values that move with the keys, as many as there are keys.
         *
         * @param array at least one a key
         * @return this builder
         */
        public Builder values(IntArray array) {
            this.values = Objects.requireNonNull(array, "values");
            return this;
        }

        /**
         * How to order.
         *
         * @param how direction, and which bits count
         * @return this builder
         * @throws IllegalArgumentException if the result is to be verified: there is no copy of the keys to sort instead
         */
        public Builder options(SortOptions how) {
            if (how.verified()) {
                throw new IllegalArgumentException("a stage cannot verify what it sorts: the host has no copy of the keys to"
                        + " sort if the device goes wrong; use a Sorter for that");
            }
            this.options = how;
            return this;
        }

        /**
         * Has TornadoVM record the stage's kernels as CUDA graphs when they first run, on the backends that have such (PTX and
         * CUDA), and replay them from then on: the host has to launch each of them no more. A recorded kernel finds the keys and
         * values where they were on the device, so this is for plans in which one and the same graph puts them there, and
         * in which nothing frees device memory between two runs. While the stage first runs, no other thread may use the
         * device.
         *
         * @return this builder
         */
        public Builder withCUDAGraph() {
            this.replayed = true;
            return this;
        }

        private SortPolicy policy() {
            return policy == null ? SortPolicies.forDevice(device) : policy;
        }

        /**
         * {@return the stage}
         *
         * @throws IllegalArgumentException if there are fewer values than keys, or the device has not the memory for them
         * @throws IllegalStateException if there are no keys, or if the kernels are to be replayed and timed as well
         */
        public SortStage build() {
            if (keys == null) {
                throw new IllegalStateException("a sort stage needs keys");
            }
            if (values != null && values.getSize() < keys.getSize()) {
                throw new IllegalArgumentException(values.getSize() + " values for " + keys.getSize() + " keys");
            }
            if (replayed && options.timed()) {
                throw new IllegalStateException("a stage cannot be both timed and withCUDAGraph: the device's clock does not"
                        + " tell the kernels of a replayed graph apart");
            }
            if (device == null) {
                device = SortDevice.preferred();
            } else {
                SelfTests.ofUser().warnOf(device);
            }
            return new SortStage(this);
        }
    }
}
