package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.BlockRadix${W};
import io.github.tornadosort.internal.kernel.BlockScan;
import io.github.tornadosort.internal.kernel.BlockSurvey${W};
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Tasks of block kernels for ${W}-bit keys. Each work-group has one work-item. Without this, an OpenCL driver for CPUs may put
 * all blocks into one work-group, and thus run them on one core.
 */
@SuppressWarnings("unchecked")
final class BlockTasks${W} extends RadixTasks {
    private static final String UPSWEEP = "upsweep";
    private static final String SCAN = "scan";
    private static final String DOWNSWEEP = "downsweep";

    private final int kind;
    private final int radix;
    private final int blocks;
    private final IntArray counts;
    private final IntArray p;

    BlockTasks${W}(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        super(shape, policy, buffers);
        this.kind = shape.kind();
        this.radix = policy.radix();
        this.blocks = buffers.maxBlocks();
        this.counts = buffers.counts();
        this.p = buffers.p();
    }

    @Override
    KernelTask surveyKeys() {
        return perBlock(SURVEY, graph -> graph.task(
                SURVEY, UntypedKernel.of(BlockSurvey${W}::survey), keys(0), buffers.words(), p, kind, blocks));
    }

    @Override
    public List<KernelTask> pass(int from) {
        IntArray[] values = buffers.values();
        int withValues = shape.withValues() ? 1 : 0;
        return List.of(
                perBlock(
                        UPSWEEP,
                        graph -> graph.task(UPSWEEP, UntypedKernel.of(BlockRadix${W}::upsweep), keys(from), counts, p, kind,
                                radix, blocks)),
                new KernelTask(SCAN, graph -> graph.task(SCAN, BlockScan::scan, counts, radix, blocks), size -> 1, 1),
                perBlock(
                        DOWNSWEEP,
                        graph -> graph.task(DOWNSWEEP, UntypedKernel.of(BlockRadix${W}::downsweep), keys(from),
                                keys(1 - from), values[from], values[1 - from], counts, p, kind, withValues, radix, blocks)));
    }

    private TornadoNativeArray keys(int buffer) {
        return buffers.keys()[buffer];
    }

    private static KernelTask perBlock(String name, Consumer<TaskGraph> adder) {
        return KernelTask.perBlock(name, 1, adder);
    }
}
