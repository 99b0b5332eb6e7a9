package io.github.tornadosort.lab;

import io.github.tornadosort.graph.DeviceArrays;
import io.github.tornadosort.graph.PlanShape;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.graph.RadixGraphs.Outcome;
import io.github.tornadosort.graph.SortPlan;
import io.github.tornadosort.kernel.GroupValues;
import io.github.tornadosort.kernel.PassParameters;
import io.github.tornadosort.kernel.lab.Hold;
import io.github.tornadosort.kernel.lab.StepParameters;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * What all of the laboratory's algorithms have: two buffers of keys and of values, the parameters, and a first stage that
 * brings keys and values to the device.
 */
abstract class LaboratoryPlan implements SortPlan {
    final KernelContext context = new KernelContext();
    final PlanShape shape;
    final Geometry geometry;
    final int capacity;
    final DeviceArrays arrays;
    final IntArray[] keys;
    final IntArray[] values;
    final IntArray p;
    /** What a caller's comparison reads: of another type than this where there is one, see {@link KernelTemplates}. */
    final LongArray data;
    final Stages stages;
    /** As kernels have them: see {@link io.github.tornadosort.kernel.lab.Keys}. */
    final int kind;
    final int wide;
    final int withValues;
    private final Stages.Stage load;

    LaboratoryPlan(Setting setting) {
        this.shape = setting.shape();
        this.geometry = setting.geometry();
        this.capacity = setting.capacity();
        this.arrays = setting.arrays();
        this.kind = shape.kind();
        this.wide = shape.bytes() == Long.BYTES ? 1 : 0;
        this.withValues = shape.withValues() ? 1 : 0;
        this.keys = new IntArray[] {arrays.ints(capacity << wide), arrays.ints(capacity << wide)};
        int valuesCapacity = shape.withValues() ? capacity : 1;
        this.values = new IntArray[] {arrays.ints(valuesCapacity), arrays.ints(valuesCapacity)};
        this.data = (LongArray) setting.data();
        this.p = arrays.ints(StepParameters.WORDS);
        this.stages = new Stages(setting.device(), p, setting.checkpoint());
        this.load = load();
    }

    private Stages.Stage load() {
        Stages.Stage stage = stages.stage("load").send(keys[0], data).use(keys[1], values[1]);
        if (shape.payload() == Payload.VALUES) {
            stage.send(values[0]);
        } else {
            stage.use(values[0]);
        }
        touch(stage);
        if (shape.payload() == Payload.INDICES) {
            stage.kernel("places", geometry.workItems(),
                    (graph, task) -> graph.task(task, GroupValues::number, context, values[0], p, geometry.workItems()));
        }
        return stage.done();
    }

    private Stages.Stage touch(Stages.Stage stage) {
        return stage.loop("hold",
                (graph, task) -> graph.task(task, Hold::buffers, keys[0], keys[1], values[0], values[1], data));
    }

    /** A stage whose kernels do not use all of these, but hand them on to the next. */
    final Stages.Stage holding(String name) {
        return touch(stage(name));
    }

    /** Sorts at least two keys, which are in the first buffer. */
    abstract Outcome sort(int n, Order order);

    @Override
    public final Outcome run(int n, Order order, Consumer<TornadoExecutionResult> watcher) {
        stages.begin(order.timed(), watcher);
        if (n < 2) {
            return stages.outcome(0, 0);
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
    public IntArray keys() {
        return keys[0];
    }

    @Override
    public IntArray values() {
        return values[0];
    }

    @Override
    public IntArray sortedKeys(Outcome outcome, int n) {
        stages.fetch(keys[outcome.buffer()], n << wide);
        return keys[outcome.buffer()];
    }

    @Override
    public IntArray sortedValues(Outcome outcome, int n) {
        stages.fetch(values[outcome.buffer()], n);
        return values[outcome.buffer()];
    }

    /** A stage whose kernels use both buffers of keys and of values, and the data. */
    final Stages.Stage stage(String name) {
        return stages.stage(name).use(keys[0], keys[1], values[0], values[1], data);
    }

    /** Groups for one work-item a key. */
    final int groups(int n) {
        return Math.ceilDiv(n, geometry.workItems());
    }

    @Override
    public void close() {
        try {
            stages.close();
        } finally {
            arrays.release();
        }
    }
}
