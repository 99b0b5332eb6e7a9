package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyFormats;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads and writes files that fit in memory. */
public final class WholeFile {
    private WholeFile() {}

    public static Column readKeys(KeyReader reader, KeyType type, Arena arena, ProgressListener progress)
            throws FileSortException {
        return new Column(read(reader, type.bytes(), arena, progress), type);
    }

    public static MemorySegment read(KeyReader reader, int width, Arena arena, ProgressListener progress)
            throws FileSortException {
        MemorySegment rows = NativeMemory.allocate(arena, reader.count() * width);
        try (Step step = progress.begin("read", reader.bytes())) {
            reader.read(rows, step);
        }
        return rows;
    }

    /** Writes indices of keys to a file and commits it. */
    public static void writeIndices(int[] indices, KeyFormat format, OutputFile file, ProgressListener progress)
            throws FileSortException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_INT, indices);
            write(memory, KeyFormats.writer(format, file, KeyType.INT32, indices.length), progress);
        }
        file.commit();
    }

    public static void write(MemorySegment rows, KeyWriter writer, ProgressListener progress) throws FileSortException {
        try (Step step = progress.begin("write", rows.byteSize())) {
            writer.write(rows, step);
        }
    }
}
