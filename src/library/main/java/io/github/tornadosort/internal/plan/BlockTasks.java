package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.kernel.BlockScan;
import io.github.tornadosort.internal.kernel.BlockValues;
import java.util.List;
import java.util.function.Consumer;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Tasks of block kernels. Each work-group has one work-item. Without this, an OpenCL driver for CPUs may put all blocks into
 * one work-group, and thus run them on one core.
 *
 * @param <K> type of the arrays of keys
 */
final class BlockTasks<K> extends RadixTasks {
    private static final String ORDER = "order";

    private final BlockKernels<K> kernels;
    private final int kind;
    private final int radix;
    private final int blocks;
    private final IntArray counts;
    private final IntArray p;

    BlockTasks(BlockKernels<K> kernels, PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        super(shape, policy, buffers);
        this.kernels = kernels;
        this.kind = shape.kind();
        this.radix = policy.radix();
        this.blocks = buffers.maxBlocks();
        this.counts = buffers.counts();
        this.p = buffers.p();
    }

    @Override
    boolean countsInSurvey() {
        return false;
    }

    @Override
    KernelTask surveyKeys() {
        K keys = keys(0);
        return perBlock(SURVEY, graph -> graph.task(SURVEY, kernels.survey(), keys, buffers.words(), p, kind, blocks));
    }

    @Override
    KernelTask numberValues() {
        IntArray values = buffers.values()[0];
        return perBlock(PAYLOAD, graph -> graph.task(PAYLOAD, BlockValues::number, values, p, blocks));
    }

    @Override
    public List<KernelTask> pass(int from) {
        K source = keys(from);
        K target = keys(1 - from);
        IntArray[] values = buffers.values();
        int withValues = shape.withValues() ? 1 : 0;
        return List.of(
                upsweep(from),
                scan(),
                perBlock(
                        DOWNSWEEP,
                        graph -> graph.task(DOWNSWEEP, kernels.downsweep(), source, target, values[from], values[1 - from],
                                counts, p, kind, withValues, radix, blocks)));
    }

    private KernelTask upsweep(int from) {
        K source = keys(from);
        return perBlock(UPSWEEP, graph -> graph.task(UPSWEEP, kernels.upsweep(), source, counts, p, kind, radix, blocks));
    }

    private KernelTask scan() {
        return new KernelTask(SCAN, graph -> graph.task(SCAN, BlockScan::scan, counts, radix, blocks), size -> 1, 1);
    }

    @Override
    List<KernelTask> checksum(int buffer) {
        return List.of(checksumOf(buffer));
    }

    private KernelTask checksumOf(int buffer) {
        K keys = keys(buffer);
        IntArray values = buffers.values()[buffer];
        return perBlock(
                CHECKSUM,
                graph -> graph.task(CHECKSUM, kernels.checksum(), keys, values, buffers.checks(), p, payload(shape),
                        blocks));
    }

    @Override
    public List<KernelTask> check(int buffer) {
        K keys = keys(buffer);
        IntArray values = buffers.values()[buffer];
        KernelTask order = perBlock(
                ORDER,
                graph -> graph.task(
                        ORDER, kernels.order(), keys, keys, values, buffers.checks(), p, kind, payload(shape), blocks));
        return List.of(checksumOf(buffer), order);
    }

    @Override
    <F, T> KernelTask move(String name, MoveKernels<F, T> moves, F from, T to) {
        return perBlock(name, graph -> graph.task(name, moves.onBlocks(), from, to, p, blocks));
    }

    private K keys(int buffer) {
        return as(buffers.keys()[buffer]);
    }

    private static KernelTask perBlock(String name, Consumer<TaskGraph> adder) {
        return KernelTask.perBlock(name, 1, adder);
    }
}
