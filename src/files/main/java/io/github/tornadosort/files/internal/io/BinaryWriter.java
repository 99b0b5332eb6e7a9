package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Writes rows directly from memory, without conversion. */
record BinaryWriter(OutputFile file) implements KeyWriter {
    @Override
    public void write(MemorySegment keys, LongConsumer progress) throws FileSortException {
        for (long from = 0; from < keys.byteSize(); from += BinaryReader.CHUNK) {
            long size = Math.min(BinaryReader.CHUNK, keys.byteSize() - from);
            file.write(keys.asSlice(from, size).asByteBuffer());
            progress.accept(size);
        }
    }

    @Override
    public KeySink sink(int width, LongConsumer progress) {
        return file.isWrittenAnywhere() ? new FileSink(file, width, progress) : null;
    }
}
