package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.Layouts;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Keys of 32 bits or less with 32 bits beside each, as words of 64 bits: the key, widened as {@link KeyCodec} does, above,
 * and what moves with it below. A CPU scatters one stream of such words much faster than two streams of half words, since
 * each digit value then keeps one page and one cache line busy instead of two.
 */
public final class PackedCodec {
    private PackedCodec() {}

    /**
     * Puts a column's keys into the first places of a buffer.
     *
     * @param values what moves with each key, 32 bits each; null for the key's own place
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

    /** Returns a loop that writes the keys of the first words into a column when it runs. */
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

    /** Returns a loop that writes what moved with the keys of the first words into memory for as many ints when it runs. */
    public static Loop storeValues(LongArray from, MemorySegment to) {
        return ParallelRanges.loop(to.byteSize() / Integer.BYTES, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                to.set(Layouts.INT, 4L * i, (int) from.get(i));
            }
        }, to);
    }
}
