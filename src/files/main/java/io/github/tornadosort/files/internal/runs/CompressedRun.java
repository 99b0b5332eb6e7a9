package io.github.tornadosort.files.internal.runs;

import com.github.luben.zstd.Zstd;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.Compression;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;

/**
 * Reads a run that zstd has compressed block by block. Each block follows its compressed length, four bytes. No block needs those
 * before it, so that hundreds of runs are read in little memory.
 */
final class CompressedRun extends FilterKeyReader {
    private static final int BLOCK = 1 << 15;
    /** The fastest level: runs are read once. */
    private static final int LEVEL = 1;

    private final byte[] block = new byte[BLOCK];
    private final byte[] compressed;
    private final MemorySegment memory;
    private int at;
    private int end;

    CompressedRun(KeyReader stored) throws IOException {
        super(stored);
        this.compressed = compressedBlock();
        this.memory = MemorySegment.ofArray(compressed);
    }

    private static byte[] compressedBlock() throws IOException {
        try {
            return new byte[Integer.BYTES + Math.toIntExact(Zstd.compressBound(BLOCK))];
        } catch (LinkageError e) {
            throw Compression.missing(e);
        }
    }

    /** Returns what compresses rows before it passes them on. */
    static RowCursor.Sink into(RowCursor.Sink stored) throws IOException {
        byte[] block = new byte[BLOCK];
        byte[] compressed = compressedBlock();
        MemorySegment memory = MemorySegment.ofArray(compressed);
        return rows -> {
            for (long from = 0; from < rows.byteSize(); from += BLOCK) {
                int length = (int) Math.min(BLOCK, rows.byteSize() - from);
                MemorySegment.copy(rows, ValueLayout.JAVA_BYTE, from, block, 0, length);
                long size = Zstd.compressByteArray(
                        compressed, Integer.BYTES, compressed.length - Integer.BYTES, block, 0, length, LEVEL);
                memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, (int) size);
                stored.accept(memory.asSlice(0, Integer.BYTES + size));
            }
        };
    }

    @Override
    public void read(MemorySegment rows, LongConsumer progress) throws FileSortException {
        for (long to = 0; to < rows.byteSize();) {
            if (at == end) {
                readBlock();
            }
            int length = (int) Math.min(end - at, rows.byteSize() - to);
            MemorySegment.copy(block, at, rows, ValueLayout.JAVA_BYTE, to, length);
            at += length;
            to += length;
        }
        progress.accept(rows.byteSize());
    }

    private void readBlock() throws FileSortException {
        super.read(memory.asSlice(0, Integer.BYTES), _ -> {});
        int length = memory.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        super.read(memory.asSlice(0, length), _ -> {});
        at = 0;
        end = Math.toIntExact(Zstd.decompressByteArray(block, 0, BLOCK, compressed, 0, length));
    }
}
