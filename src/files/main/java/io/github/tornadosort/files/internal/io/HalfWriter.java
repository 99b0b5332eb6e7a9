package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

/**
 * Writes floats that were read from half floats as half floats.
 *
 * @param halves writes the half floats
 */
record HalfWriter(KeyWriter halves) implements KeyWriter {
    private static final int PIECE = 1 << 20;

    @Override
    public void write(MemorySegment keys, LongConsumer progress) throws FileSortException {
        long n = keys.byteSize() / Float.BYTES;
        byte[] piece = new byte[(int) Math.min(PIECE, Short.BYTES * n)];
        for (long from = 0; from < n; from += PIECE / Short.BYTES) {
            MemorySegment some = MemorySegment.ofArray(piece).asSlice(0, Math.min(PIECE, Short.BYTES * (n - from)));
            for (long i = 0; i < some.byteSize() / Short.BYTES; i++) {
                float key = keys.get(ValueLayout.JAVA_FLOAT_UNALIGNED, Float.BYTES * (from + i));
                some.set(ValueLayout.JAVA_SHORT_UNALIGNED, Short.BYTES * i, Float.floatToFloat16(key));
            }
            halves.write(some, _ -> {});
            progress.accept(2 * some.byteSize());
        }
    }
}
