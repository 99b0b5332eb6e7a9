package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Packs keys of 32 bits or less, each with a 32-bit payload, into 64-bit words. The upper half holds the key, widened as by
 * {@link KeyCodec}; the lower half holds the payload. A CPU scatters one stream of 64-bit words much faster than two streams
 * of 32-bit words, because each digit value then occupies one page and one cache line instead of two.
 */
public final class PackedCodec {
    private PackedCodec() {}

    /**
     * Packs the keys of a column, and their payload, into the start of a buffer.
     *
     * @param values 32-bit values, or null for the indices of the keys
     */
    public static void load(Column from, MemorySegment values, LongArray to) {
        MemorySegment keys = from.segment();
        ParallelRanges.Range load = switch (from.type().bytes()) {
            case 1 -> (begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    to.set(i, word(keys.get(ValueLayout.JAVA_BYTE, i) & 0xff, values, i));
                }
            };
            case 2 -> (begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    to.set(i, word(keys.get(Layouts.SHORT, 2L * i) & 0xffff, values, i));
                }
            };
            default -> (begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    to.set(i, word(keys.get(Layouts.INT, 4L * i), values, i));
                }
            };
        };
        ParallelRanges.ranges(from.size(), load,
                values == null ? new MemorySegment[] {keys} : new MemorySegment[] {keys, values});
    }

    private static long word(int key, MemorySegment values, int i) {
        return (long) key << 32 | Integer.toUnsignedLong(values == null ? i : values.get(Layouts.INT, 4L * i));
    }

    /** Returns a loop that copies the keys of the first words to a column when it runs. */
    public static Loop storeKeys(LongArray from, Column to) {
        MemorySegment keys = to.segment();
        ParallelRanges.Range store = switch (to.type().bytes()) {
            case 1 -> (begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    keys.set(ValueLayout.JAVA_BYTE, i, (byte) (from.get(i) >>> 32));
                }
            };
            case 2 -> (begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    keys.set(Layouts.SHORT, 2L * i, (short) (from.get(i) >>> 32));
                }
            };
            default -> (begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    keys.set(Layouts.INT, 4L * i, (int) (from.get(i) >>> 32));
                }
            };
        };
        return ParallelRanges.loop(to.size(), store, keys);
    }

    /** Returns a loop that fills memory with the payload of the first words, as ints, when it runs. */
    public static Loop storeValues(LongArray from, MemorySegment to) {
        return ParallelRanges.loop(to.byteSize() / Integer.BYTES, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                to.set(Layouts.INT, 4L * i, (int) from.get(i));
            }
        }, to);
    }
}
