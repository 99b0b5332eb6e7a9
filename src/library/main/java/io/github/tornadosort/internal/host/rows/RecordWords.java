package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Records;
import io.github.tornadosort.internal.memory.Layouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The keys of records, eight bytes a word. Depths are numbers of bytes. */
public final class RecordWords extends WordSource {
    private static final ValueLayout.OfLong BIG_ENDIAN = Layouts.LONG.withOrder(ByteOrder.BIG_ENDIAN);

    private final Records records;
    private final MemorySegment memory;

    public RecordWords(Records records) {
        this.records = records;
        this.memory = records.segment();
    }

    @Override
    public int size() {
        return records.size();
    }

    @Override
    public MemorySegment[] accessed() {
        return new MemorySegment[] {memory};
    }

    @Override
    public long word(int row, long depth) {
        long start = (long) row * records.width() + records.keyOffset() + depth;
        long left = Math.min(records.keyLength() - depth, Long.BYTES);
        long mask = left <= 0 ? 0 : -1L << Long.SIZE - Byte.SIZE * left;
        // The last bytes of the memory are fewer than a word.
        long before = Math.max(0, start + Long.BYTES - memory.byteSize());
        if (before == 0) {
            return memory.get(BIG_ENDIAN, start) & mask;
        }
        return start < before ? ofFewBytes(start, left) : memory.get(BIG_ENDIAN, start - before) << Byte.SIZE * before & mask;
    }

    /** Returns a word of memory that has fewer bytes than a word. */
    private long ofFewBytes(long start, long bytes) {
        long word = 0;
        for (long i = 0; i < bytes; i++) {
            word |= (memory.get(ValueLayout.JAVA_BYTE, start + i) & 0xffL) << Long.SIZE - Byte.SIZE * (i + 1);
        }
        return word;
    }

    @Override
    public long next(long word, long depth) {
        return depth + Long.BYTES < records.keyLength() ? depth + Long.BYTES : EQUAL;
    }

    @Override
    public long inside(long word, long depth, int bytes) {
        return Math.min(depth + bytes, records.keyLength());
    }
}
