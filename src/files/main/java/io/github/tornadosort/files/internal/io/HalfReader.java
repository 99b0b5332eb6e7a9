package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

/** Reads half floats as floats, which hold them exactly. */
final class HalfReader extends FilterKeyReader {
    /** @param halves reads the half floats */
    HalfReader(KeyReader halves) {
        super(halves);
    }

    @Override
    public void read(MemorySegment target, LongConsumer progress) throws FileSortException {
        long n = target.byteSize() / Float.BYTES;
        MemorySegment upper = target.asSlice(Short.BYTES * n, Short.BYTES * n);
        super.read(upper, progress);
        // A float overwrites no half float after its own.
        for (long i = 0; i < n; i++) {
            short half = upper.get(ValueLayout.JAVA_SHORT_UNALIGNED, Short.BYTES * i);
            target.set(ValueLayout.JAVA_FLOAT_UNALIGNED, Float.BYTES * i, Float.float16ToFloat(half));
        }
    }
}
