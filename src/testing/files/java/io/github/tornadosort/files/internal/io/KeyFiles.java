package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** Reads and writes whole files of keys in tests. */
public final class KeyFiles {
    private KeyFiles() {}

    public static Column column(KeyType type, long n) {
        return new Column(Arena.ofAuto().allocate(n * type.bytes(), Long.BYTES), type);
    }

    public static Column column(int... keys) {
        MemorySegment memory = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, keys);
        return new Column(memory, KeyType.INT32);
    }

    public static void write(Path path, KeyFormat format, Column keys) throws FileSortException {
        try (OutputFile file = OutputFile.create(path)) {
            KeyFormats.writer(format, file, keys.type(), keys.size()).write(keys.segment(), _ -> {});
            file.commit();
        }
    }

    public static Column read(Path path, KeyFormat format, KeyType type) throws FileSortException {
        try (KeyReader reader = KeyFormats.open(format, path, type, path.getParent(), ProgressListener.NONE)) {
            Column keys = column(type, reader.count());
            reader.read(keys.segment(), _ -> {});
            return keys;
        }
    }
}
