package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.stage.Stage;
import io.github.tornadosort.stage.StageDevices;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;

/** This library's stages on a device: the time of their kernels. {@link StageJob} has the operations. */
final class StageContender implements AutoCloseable {
    /** Runs before one that counts: kernels on an idle device take longer. */
    private static final int WARM_UPS = 5;

    private final SortDevice device;
    private BenchCase current;
    private DeviceArrays memory;
    private StageJob job;
    private Stage stage;
    private TornadoExecutionPlan plan;

    StageContender(SortDevice device) {
        this.device = device;
    }

    /** Times a stage, and verifies its results. */
    Reply measure(Request request) {
        if (request.type() != KeyType.INT32) {
            return Reply.skipped("has no " + request.operation() + " of " + request.type().label());
        }
        if (current == null || !current.isLike(request.one())) {
            close();
            open(request);
        }
        int[] keys;
        try (Arena arena = Arena.ofConfined()) {
            keys = request.mapped(arena).segment().toArray(ValueLayout.JAVA_INT);
        }
        job.load(keys);
        for (int i = 0; i < WARM_UPS; i++) {
            stage.run(job.length());
        }
        long nanos = stage.run(job.length()).getProfilerResult().getDeviceKernelTime();
        String wrong = job.verify(keys);
        return wrong == null ? Reply.measured(Reply.KERNEL, nanos) : Reply.failed(wrong);
    }

    private void open(Request request) {
        current = request.one();
        memory = DeviceArrays.on(device);
        job = new StageJob(request.operation(), request.n(), memory);
        stage = job.stage(device);
        ImmutableTaskGraph[] graphs = stage.graphs().toArray(ImmutableTaskGraph[]::new);
        plan = new TornadoExecutionPlan(graphs);
        plan.withDevice(StageDevices.of(device));
        plan.withProfiler(ProfilerMode.SILENT);
        stage.scheduleOn(plan, graphs, new GridScheduler());
    }

    @Override
    public void close() {
        if (current == null) {
            return;
        }
        current = null;
        try {
            plan.close();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
        stage.close();
        memory.release();
    }
}
