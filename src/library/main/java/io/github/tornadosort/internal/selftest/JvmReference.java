package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.internal.kernel.BlockScan;
import io.github.tornadosort.internal.kernel.Checksum;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.BlockKernels;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.RadixBuffers;
import io.github.tornadosort.internal.plan.RadixTasks;
import io.github.tornadosort.internal.plan.Survey;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The steps of a radix sort as plain Java on the JVM: calls block kernels with a single block that holds all keys. Every device
 * must compute the same results from the same keys, whatever its kernels and blocks.
 *
 * @param <K> the type of the arrays of keys
 * @param kernels the block kernels
 * @param shape the keys and values
 * @param buffers with room for one block
 * @param radix the number of counters
 */
public record JvmReference<K>(BlockKernels<K> kernels, PlanShape shape, RadixBuffers buffers, int radix) {

    /** {@return a reference for keys of the shape's width} */
    static JvmReference<?> of(PlanShape shape, RadixBuffers buffers, int radix) {
        return new JvmReference<>(BlockKernels.of(shape), shape, buffers, radix);
    }

    /** Copies the parameters of a device's kernels, except for the blocks. */
    void setParameters(IntArray p) {
        for (int i = 0; i < PassParameters.WORDS; i++) {
            buffers.p().set(i, p.get(i));
        }
        buffers.p().set(PassParameters.BLOCKS, 1);
        buffers.p().set(PassParameters.SPAN, p.get(PassParameters.N));
    }

    /** Surveys the first buffer's keys. */
    Survey survey() {
        kernels.survey().apply(array(0), buffers.words(), buffers.p(), shape.kind(), 1);
        return Survey.of(buffers.words(), 1);
    }

    /** Runs one pass from the first buffer to the second. */
    void pass() {
        kernels.upsweep().apply(array(0), buffers.counts(), buffers.p(), shape.kind(), radix, 1);
        BlockScan.scan(buffers.counts(), radix, 1);
        IntArray[] values = buffers.values();
        int withValues = shape.withValues() ? 1 : 0;
        kernels.downsweep().apply(
                array(0), array(1), values[0], values[1], buffers.counts(), buffers.p(), shape.kind(), withValues, radix, 1);
    }

    /** Computes the checksums of the first buffer's keys; returns whether the keys are in order. */
    boolean check() {
        int payload = RadixTasks.payload(shape);
        LongArray checks = buffers.checks();
        IntArray values = buffers.values()[0];
        IntArray p = buffers.p();
        kernels.checksum().apply(array(0), values, checks, p, payload, 1);
        kernels.order().apply(array(0), array(0), values, checks, p, shape.kind(), payload, 1);
        return checks.get(Checksum.DESCENTS) == 0;
    }

    private K array(int buffer) {
        return RadixTasks.as(buffers.keys()[buffer]);
    }
}
