package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.io.KeyFileException;
import io.github.tornadosort.cli.io.KeyFormat;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.io.KeyWriter;
import io.github.tornadosort.cli.io.OutputFile;
import io.github.tornadosort.cli.io.Progress;
import io.github.tornadosort.cli.runs.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Reads and writes files that fit in memory. */
final class WholeFile {
    private WholeFile() {}

    static Column readKeys(KeyReader reader, KeyType type, Arena arena) throws KeyFileException {
        return new Column(read(reader, type.bytes(), arena), type);
    }

    static MemorySegment read(KeyReader reader, int width, Arena arena) throws KeyFileException {
        MemorySegment rows = NativeMemory.allocate(arena, reader.count() * width);
        try (Progress progress = Progress.of("read", reader.bytes())) {
            reader.read(rows, progress);
        }
        return rows;
    }

    /** Writes keys to a file and commits it. */
    static void writeKeys(Column keys, KeyFormat format, OutputFile file) throws KeyFileException {
        write(keys.segment(), format.writer(file, keys.type(), keys.size()));
        file.commit();
    }

    /** Writes indices of keys to a file and commits it. */
    static void writeIndices(int[] indices, KeyFormat format, OutputFile file) throws KeyFileException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom(java.lang.foreign.ValueLayout.JAVA_INT, indices);
            writeKeys(new Column(memory, KeyType.INT32), format, file);
        }
    }

    static void write(MemorySegment rows, KeyWriter writer) throws KeyFileException {
        try (Progress progress = Progress.of("write", rows.byteSize())) {
            writer.write(rows, progress);
        }
    }
}
