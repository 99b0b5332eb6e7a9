package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.Copy;
import io.github.tornadosort.internal.host.Layouts;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Copies keys into and out of device buffers. Keys are stored unchanged; kernels compute their ordered bits when they read
 * them. Keys of 8 and 16 bits are zero-extended to 32 bits, so that no more bits vary than the narrow key has.
 */
public final class KeyCodec {
    private KeyCodec() {}

    /** Copies the keys of a column to the start of a buffer: an {@link IntArray} or a LongArray. */
    public static void load(Column from, TornadoNativeArray to) {
        long n = from.size();
        MemorySegment keys = from.segment();
        switch (from.type().bytes()) {
            case 1 -> {
                IntArray wide = (IntArray) to;
                ParallelRanges.ranges(n, (begin, end) -> {
                    for (int i = (int) begin; i < end; i++) {
                        wide.set(i, keys.get(ValueLayout.JAVA_BYTE, i) & 0xff);
                    }
                }, keys);
            }
            case 2 -> {
                IntArray wide = (IntArray) to;
                ParallelRanges.ranges(n, (begin, end) -> {
                    for (int i = (int) begin; i < end; i++) {
                        wide.set(i, keys.get(Layouts.SHORT, 2L * i) & 0xffff);
                    }
                }, keys);
            }
            default -> Copy.bytes(keys, to.getSegment());
        }
    }

    /** The inverse of {@link #load}: returns a loop that copies keys from the start of a buffer to a column when it runs. */
    public static Loop store(TornadoNativeArray from, Column to) {
        long n = to.size();
        MemorySegment keys = to.segment();
        return switch (to.type().bytes()) {
            case 1 -> {
                IntArray wide = (IntArray) from;
                yield ParallelRanges.loop(n, (begin, end) -> {
                    for (int i = (int) begin; i < end; i++) {
                        keys.set(ValueLayout.JAVA_BYTE, i, (byte) wide.get(i));
                    }
                }, keys);
            }
            case 2 -> {
                IntArray wide = (IntArray) from;
                yield ParallelRanges.loop(n, (begin, end) -> {
                    for (int i = (int) begin; i < end; i++) {
                        keys.set(Layouts.SHORT, 2L * i, (short) wide.get(i));
                    }
                }, keys);
            }
            default -> Copy.loop(from.getSegment().asSlice(0, keys.byteSize()), keys);
        };
    }
}
