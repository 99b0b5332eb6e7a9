package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.Records;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The keys of records, eight bytes a word. Depths are numbers of bytes. */
public final class RecordWords extends WordSource {
    private static final ValueLayout.OfLong BIG_ENDIAN = Layouts.LONG.withOrder(ByteOrder.BIG_ENDIAN);

    /** Bytes of few records: they stay in the second-level cache. */
    private static final long MAX_BYTES = Long.BYTES * (long) HostPolicy.CACHED;

    private final Records records;
    private final MemorySegment memory;
    /** The bytes of few records, or null: before its code is compiled, an access to a memory segment takes half a microsecond. */
    private final byte[] bytes;

    public RecordWords(Records records) {
        this.records = records;
        this.memory = records.segment();
        this.bytes = records.size() < HostPolicy.FEW && memory.byteSize() <= MAX_BYTES ? bytes(memory) : null;
    }

    private static byte[] bytes(MemorySegment memory) {
        byte[] bytes = HostMemory.array((int) memory.byteSize(), Byte.BYTES, byte[]::new);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
        return bytes;
    }

    /** Returns a loop that moves the records to the order of these indices, or null if they are many. */
    public Loop inOrder(int[] order) {
        if (bytes == null) {
            return null;
        }
        int width = records.width();
        byte[] sorted = HostMemory.array(bytes.length, Byte.BYTES, byte[]::new);
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(bytes, order[i] * width, sorted, i * width, width);
        }
        return new Loop(1, (part, thread) -> MemorySegment.copy(sorted, 0, memory, ValueLayout.JAVA_BYTE, 0, sorted.length));
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
        if (bytes != null) {
            return word(bytes, (int) start, (int) left);
        }
        long mask = left <= 0 ? 0 : -1L << Long.SIZE - Byte.SIZE * left;
        // The last bytes of the memory are fewer than a word.
        long before = Math.max(0, start + Long.BYTES - memory.byteSize());
        if (before == 0) {
            return memory.get(BIG_ENDIAN, start) & mask;
        }
        // Memory of fewer bytes than a word belongs to few records.
        return memory.get(BIG_ENDIAN, start - before) << Byte.SIZE * before & mask;
    }

    private static long word(byte[] bytes, int start, int count) {
        long word = 0;
        for (int i = 0; i < count; i++) {
            word = word << Byte.SIZE | bytes[start + i] & 0xff;
        }
        return count <= 0 ? 0 : word << Long.SIZE - Byte.SIZE * count;
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
