package io.github.tornadosort.graph;

import io.github.tornadosort.kernel.BlockBuckets32;
import io.github.tornadosort.kernel.BlockBuckets64;
import io.github.tornadosort.kernel.BlockCheck32;
import io.github.tornadosort.kernel.BlockCheck64;
import io.github.tornadosort.kernel.BlockFill;
import io.github.tornadosort.kernel.BlockRadix32;
import io.github.tornadosort.kernel.BlockRadix64;
import io.github.tornadosort.kernel.BlockScan;
import io.github.tornadosort.kernel.BlockSurvey32;
import io.github.tornadosort.kernel.BlockSurvey64;
import io.github.tornadosort.kernel.Checksum;
import io.github.tornadosort.kernel.PassParameters;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The steps of a radix sort as the JVM does them: block kernels are plain Java, called with one block that is all keys. What
 * a device makes of the same keys is the same, whichever kernels and blocks it has.
 *
 * @param buffers with room for one block
 * @param radix counters
 */
record BlockReference(PlanShape shape, RadixBuffers buffers, int radix) {

    /** Tells the kernels what a device's were told, but for the blocks. */
    void tell(IntArray p) {
        for (int i = 0; i < PassParameters.WORDS; i++) {
            buffers.p().set(i, p.get(i));
        }
        buffers.p().set(PassParameters.BLOCKS, 1);
        buffers.p().set(PassParameters.SPAN, p.get(PassParameters.N));
    }

    Survey survey() {
        if (wide()) {
            BlockSurvey64.survey(longs(0), buffers.words(), buffers.p(), shape.kind(), 1);
        } else {
            BlockSurvey32.survey(ints(0), buffers.words(), buffers.p(), shape.kind(), 1);
        }
        return Survey.of(buffers.words(), 1);
    }

    /** Leaves each digit's first place in the counters. */
    private void count() {
        if (wide()) {
            BlockRadix64.upsweep(longs(0), buffers.counts(), buffers.p(), shape.kind(), radix, 1);
        } else {
            BlockRadix32.upsweep(ints(0), buffers.counts(), buffers.p(), shape.kind(), radix, 1);
        }
        BlockScan.scan(buffers.counts(), radix, 1);
    }

    /** One pass from the first buffer to the second. */
    void pass() {
        count();
        IntArray[] values = buffers.values();
        IntArray counts = buffers.counts();
        IntArray p = buffers.p();
        int withValues = shape.withValues() ? 1 : 0;
        if (wide()) {
            BlockRadix64.downsweep(
                    longs(0), longs(1), values[0], values[1], counts, p, shape.kind(), withValues, radix, 1);
        } else {
            BlockRadix32.downsweep(
                    ints(0), ints(1), values[0], values[1], counts, p, shape.kind(), withValues, radix, 1);
        }
    }

    /** Sorts the first buffer's keys by their counts. */
    void fill() {
        count();
        if (wide()) {
            BlockFill.fill64(longs(0), buffers.counts(), buffers.p(), 1);
        } else {
            BlockFill.fill32(ints(0), buffers.counts(), buffers.p(), 1);
        }
    }

    /** Sorts the second buffer's buckets after a pass. */
    void buckets() {
        if (wide()) {
            BlockBuckets64.sort(longs(1), longs(0), buffers.counts(), buffers.p(), shape.kind(), radix, 1);
        } else {
            BlockBuckets32.sort(ints(1), ints(0), buffers.counts(), buffers.p(), shape.kind(), radix, 1);
        }
    }

    /** Sums up the first buffer's keys; returns whether they are in order. */
    boolean check() {
        int payload = RadixTasks.payload(shape);
        LongArray checks = buffers.checks();
        IntArray values = buffers.values()[0];
        IntArray p = buffers.p();
        if (wide()) {
            BlockCheck64.checksum(longs(0), values, checks, p, payload, 1);
            BlockCheck64.order(longs(0), longs(0), values, checks, p, shape.kind(), payload, 1);
        } else {
            BlockCheck32.checksum(ints(0), values, checks, p, payload, 1);
            BlockCheck32.order(ints(0), ints(0), values, checks, p, shape.kind(), payload, 1);
        }
        return checks.get(Checksum.DESCENTS) == 0;
    }

    private boolean wide() {
        return shape.bytes() == Long.BYTES;
    }

    private IntArray ints(int buffer) {
        return (IntArray) keys(buffer);
    }

    private LongArray longs(int buffer) {
        return (LongArray) keys(buffer);
    }

    TornadoNativeArray keys(int buffer) {
        return buffers.keys()[buffer];
    }
}
