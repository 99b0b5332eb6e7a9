package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

/** Reads big-endian keys and reverses their bytes. */
final class BigEndianReader extends FilterKeyReader {
    private final int width;

    /** @param width bytes per key: 2, 4 or 8 */
    BigEndianReader(KeyReader keys, int width) {
        super(keys);
        this.width = width;
    }

    @Override
    public void read(MemorySegment target, LongConsumer progress) throws FileSortException {
        super.read(target, progress);
        long n = target.byteSize() / width;
        int parts = ParallelRanges.parts(n);
        ParallelRanges.each(parts, part -> {
            for (long i = ParallelRanges.start(n, parts, part); i < ParallelRanges.start(n, parts, part + 1); i++) {
                reverse(target, i * width);
            }
        }, target);
    }

    private void reverse(MemorySegment target, long offset) {
        switch (width) {
            case Short.BYTES -> target.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset,
                    Short.reverseBytes(target.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset)));
            case Integer.BYTES -> target.set(ValueLayout.JAVA_INT_UNALIGNED, offset,
                    Integer.reverseBytes(target.get(ValueLayout.JAVA_INT_UNALIGNED, offset)));
            case Long.BYTES -> target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset,
                    Long.reverseBytes(target.get(ValueLayout.JAVA_LONG_UNALIGNED, offset)));
            default -> throw new IllegalStateException(width + " bytes");
        }
    }
}
