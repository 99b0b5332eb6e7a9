package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Strings;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Byte strings with offsets, as Arrow has them. Depths are numbers of bytes. */
final class ByteStrings extends StringSource {
    private static final ValueLayout.OfLong BIG_ENDIAN = Layouts.LONG.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment offsets;
    private final boolean wide;
    private final MemorySegment bytes;
    /** Null if no string is null. */
    private final MemorySegment validity;
    private final int size;

    ByteStrings(Strings strings) {
        this.offsets = strings.offsets().segment();
        this.wide = strings.offsets().type() == KeyType.INT64;
        this.bytes = strings.bytes();
        this.validity = strings.validity();
        this.size = strings.size();
        checkOffsets();
    }

    private void checkOffsets() {
        if (offset(0) < 0 || offset(size) > bytes.byteSize()) {
            throw new ArrayIndexOutOfBoundsException("offsets from " + offset(0) + " to " + offset(size)
                    + ", there are " + bytes.byteSize() + " bytes");
        }
        ParallelRanges.ranges(size, (first, end) -> {
            long previous = offset(first);
            for (long i = first; i < end; i++) {
                long next = offset(i + 1);
                if (next < previous) {
                    throw new IllegalArgumentException("offsets[" + (i + 1) + "] is " + next + ", before offsets[" + i
                            + "], which is " + previous);
                }
                previous = next;
            }
        }, offsets);
    }

    /** Returns the offset of the first byte of a string. */
    long offset(long row) {
        return wide ? offsets.get(Layouts.LONG, Long.BYTES * row) : offsets.get(Layouts.INT, Integer.BYTES * row);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public MemorySegment[] accessed() {
        return new MemorySegment[] {offsets, bytes, validity == null ? MemorySegment.NULL : validity};
    }

    @Override
    public boolean isNull(int row) {
        return validity != null && (validity.get(ValueLayout.JAVA_BYTE, row / Byte.SIZE) >>> row % Byte.SIZE & 1) == 0;
    }

    @Override
    public long length(int row) {
        return offset(row + 1L) - offset(row);
    }

    @Override
    public long word(int row, long depth) {
        long start = offset(row) + depth;
        long left = offset(row + 1L) - start;
        if (left <= 0) {
            return 0;
        }
        return withLength(start + Long.BYTES <= bytes.byteSize() ? bytes.get(BIG_ENDIAN, start) : lastBytes(start), left);
    }

    /** Returns the bytes from an offset to the end of the memory. */
    private long lastBytes(long start) {
        long word = 0;
        for (long at = start; at < bytes.byteSize(); at++) {
            word |= (bytes.get(ValueLayout.JAVA_BYTE, at) & 0xffL) << Long.SIZE - Byte.SIZE * (at - start + 1);
        }
        return word;
    }
}
