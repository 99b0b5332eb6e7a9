package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.BlockRadix32;
import io.github.tornadosort.internal.kernel.BlockRadix64;
import io.github.tornadosort.internal.kernel.BlockScan;
import io.github.tornadosort.internal.kernel.BlockSurvey32;
import io.github.tornadosort.internal.kernel.BlockSurvey64;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task5;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task6;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Tasks of block kernels. Each work-group has one work-item. Without this, an OpenCL driver for CPUs may put all blocks into one
 * work-group, and thus run them on one core.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
final class BlockTasks extends RadixTasks {
    private static final String UPSWEEP = "upsweep";
    private static final String SCAN = "scan";
    private static final String DOWNSWEEP = "downsweep";

    private final int radix;
    private final int blocks;
    private final IntArray counts;

    BlockTasks(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        super(shape, policy, buffers);
        this.radix = policy.radix();
        this.blocks = buffers.maxBlocks();
        this.counts = buffers.counts();
    }

    @Override
    KernelTask surveyKeys() {
        Task5 kernel = wide ? UntypedKernel.of(BlockSurvey64::survey) : UntypedKernel.of(BlockSurvey32::survey);
        return perBlock(SURVEY, graph -> graph.task(SURVEY, kernel, keys(0), buffers.words(), p, kind, blocks));
    }

    @Override
    public List<KernelTask> pass(int from) {
        IntArray[] values = buffers.values();
        int withValues = shape.withValues() ? 1 : 0;
        Task6 upsweep = wide ? UntypedKernel.of(BlockRadix64::upsweep) : UntypedKernel.of(BlockRadix32::upsweep);
        Task10 downsweep = wide ? UntypedKernel.of(BlockRadix64::downsweep) : UntypedKernel.of(BlockRadix32::downsweep);
        return List.of(
                perBlock(UPSWEEP, graph -> graph.task(UPSWEEP, upsweep, keys(from), counts, p, kind, radix, blocks)),
                new KernelTask(SCAN, graph -> graph.task(SCAN, BlockScan::scan, counts, radix, blocks), size -> 1, 1),
                perBlock(
                        DOWNSWEEP,
                        graph -> graph.task(DOWNSWEEP, downsweep, keys(from), keys(1 - from), values[from], values[1 - from],
                                counts, p, kind, withValues, radix, blocks)));
    }

    private static KernelTask perBlock(String name, Consumer<TaskGraph> adder) {
        return KernelTask.perBlock(name, 1, adder);
    }
}
