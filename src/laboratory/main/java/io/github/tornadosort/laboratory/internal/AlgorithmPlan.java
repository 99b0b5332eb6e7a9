package io.github.tornadosort.laboratory.internal;

import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.plan.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The base class of all algorithms' plans. It owns two buffers of keys, two buffers of values and the parameter buffer, and
 * runs a first stage that transfers keys and values to the device.
 */
public abstract class AlgorithmPlan implements SortPlan {
    protected final KernelContext context = new KernelContext();
    protected final PlanShape shape;
    protected final Geometry geometry;
    /** The maximum number of keys per sort. */
    protected final int capacity;
    protected final DeviceArrays arrays;
    /** Two buffers; see {@link KeyWords} for their layout. */
    protected final IntArray[] keys;
    /** Two buffers of one word per key, or of a single word if nothing moves with the keys. */
    protected final IntArray[] values;
    /** The parameter buffer: see {@link PassParameters} and {@link AlgorithmParameters}. */
    protected final IntArray p;
    protected final AlgorithmGraphs graphs;
    /** The kind of the keys: see {@link KeyWords#rank}. */
    protected final int kind;
    /** 1 for 64-bit keys, 0 for 32-bit keys. */
    protected final int wide;
    /** 1 if values or indices move with the keys, otherwise 0. */
    protected final int withValues;
    private final AlgorithmGraphs.Stage load;

    protected AlgorithmPlan(PlanRequest request) {
        this.shape = request.shape();
        this.geometry = Geometry.of(request.policy());
        this.capacity = request.capacity();
        this.arrays = request.arrays();
        this.kind = shape.kind();
        this.wide = shape.bytes() == Long.BYTES ? 1 : 0;
        this.withValues = shape.withValues() ? 1 : 0;
        this.keys = new IntArray[] {arrays.ints(capacity << wide), arrays.ints(capacity << wide)};
        int valuesCapacity = shape.withValues() ? capacity : 1;
        this.values = new IntArray[] {arrays.ints(valuesCapacity), arrays.ints(valuesCapacity)};
        this.p = arrays.parameters(AlgorithmParameters.WORDS);
        this.graphs = new AlgorithmGraphs(request.device(), p, keys, values, request.checkpoint());
        this.load = load();
    }

    private AlgorithmGraphs.Stage load() {
        AlgorithmGraphs.Stage stage = graphs.emptyStage("load").transfer(keys[0]).use(keys[1], values[1]);
        if (shape.payload() == Payload.VALUES) {
            stage.transfer(values[0]);
        } else {
            stage.use(values[0]);
        }
        stage.touch();
        if (shape.payload() == Payload.INDICES) {
            stage.kernel("indices", geometry.workItems(),
                    (graph, task) -> graph.task(task, GroupValues::number, context, values[0], p, geometry.workItems()));
        }
        return stage.build();
    }

    /** Sorts the first {@code n} keys of the first buffer; {@code n} is at least 2. */
    protected abstract Outcome sort(int n, WordOrder order);

    @Override
    public final Outcome run(int n, WordOrder order, Consumer<TornadoExecutionResult> watcher) {
        graphs.begin(order.timed(), watcher);
        if (n < 2) {
            return graphs.outcome(0, 0);
        }
        p.set(PassParameters.N, n);
        p.set(PassParameters.SPAN, geometry.tile());
        order.writeTo(p);
        if (shape.payload() == Payload.INDICES) {
            load.run(Math.ceilDiv(n, geometry.tile()));
        } else {
            load.run();
        }
        return sort(n, order);
    }

    @Override
    public final IntArray keys() {
        return keys[0];
    }

    @Override
    public final IntArray values() {
        return values[0];
    }

    @Override
    public final IntArray sortedKeys(Outcome outcome, int n) {
        graphs.fetch(keys[outcome.buffer()], n << wide);
        return keys[outcome.buffer()];
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        graphs.fetch(values[outcome.buffer()], n);
        return values[outcome.buffer()];
    }

    /** {@return the number of groups of a kernel with one work-item per key} */
    protected final int groups(int n) {
        return Math.ceilDiv(n, geometry.workItems());
    }

    @Override
    public final void close() {
        try {
            graphs.close();
        } finally {
            arrays.release();
        }
    }
}
