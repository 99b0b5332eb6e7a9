package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyFormats;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.table.Parts;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts files of keys in memory together with something else: values of any width, or the indices of the keys.
 *
 * @param folder the folder for temporary files
 */
public record ValuesSort(RawKeys files, Sorter sorter, Path folder, ProgressListener progress) {
    /** Sorts keys and their values. Both outputs are complete, or both are as they were. */
    public SortStats sort(List<Path> inputs, Path output, Path values, Path valuesOutput) throws IOException {
        KeyType type = files.order().type();
        try (KeyReader keys = files.open(inputs, folder);
                KeyReader bytes = KeyFormats.openValues(values, folder, files.input() != KeyFormat.RAW);
                OutputFile keyFile = OutputFile.create(output);
                OutputFile valueFile = OutputFile.create(valuesOutput);
                Arena arena = Arena.ofShared()) {
            long n = keys.count();
            Path name = Parts.name(inputs);
            int width = width(values, bytes.count(), n, name);
            KeyType direct = integerType(width);
            if (direct == null) {
                requireIndices(name, n);
            }
            KeyType movedWithKeys = direct == null ? KeyType.INT32 : direct;
            long gather = direct == null ? n * (Integer.BYTES + width) : 0;
            long scratch = Diagnostics.of(sorter).hostBytes(n, type, movedWithKeys);
            SystemMemory.require(
                    name, "sorting its " + n + " keys and their values", n * (type.bytes() + width) + gather + scratch);
            Column read = new Column(keys.readAll(type.bytes(), arena, progress), type);
            MemorySegment moved = bytes.readAll(1, arena, progress);
            SortStats stats;
            try (Step _ = progress.begin("sort", ProgressListener.UNKNOWN)) {
                MemorySegment indices = moved;
                if (direct == null) {
                    indices = NativeMemory.allocate(arena, Integer.BYTES * n);
                    Gather.number(indices);
                }
                stats = sorter.sort(read, files.order().sortOrder(), new Column(indices, movedWithKeys));
                if (direct == null) {
                    MemorySegment ordered = NativeMemory.allocate(arena, moved.byteSize());
                    Gather.rows(moved, indices, ordered, width);
                    moved = ordered;
                }
            }
            files.writer(keyFile, n).writeAll(read.segment(), progress);
            valueFile.writeAll(moved, progress);
            OutputFile.commitAll(keyFile, valueFile);
            return stats;
        }
    }

    /** Writes the indices that would sort keys. */
    public void argsort(List<Path> inputs, Path output) throws IOException {
        KeyType type = files.order().type();
        try (KeyReader keys = files.open(inputs, folder);
                OutputFile file = OutputFile.create(output);
                Arena arena = Arena.ofShared()) {
            long n = keys.count();
            Path name = Parts.name(inputs);
            requireIndices(name, n);
            long scratch = Diagnostics.of(sorter).hostBytes(n, type, KeyType.INT32);
            SystemMemory.require(
                    name, "computing the order of its " + n + " keys", n * (type.bytes() + 2 * Integer.BYTES) + scratch);
            Column read = new Column(keys.readAll(type.bytes(), arena, progress), type);
            MemorySegment indices;
            try (Step _ = progress.begin("sort", ProgressListener.UNKNOWN)) {
                indices = arena.allocateFrom(ValueLayout.JAVA_INT, sorter.argsort(read, files.order().sortOrder()));
            }
            KeyFormats.writer(files.output(), file, KeyType.INT32, n).writeAll(indices, progress);
            file.commit();
        }
    }

    /** Checks that every key has an int index. */
    private static void requireIndices(Path name, long keys) throws FileSortException {
        if (keys > Integer.MAX_VALUE) {
            throw new FileSortException(name, "expected at most " + Integer.MAX_VALUE
                    + " keys, the limit of int32 indices, found " + keys);
        }
    }

    private static int width(Path values, long bytes, long keys, Path name) throws FileSortException {
        long width = keys == 0 ? 1 : bytes / keys;
        if (width * keys != bytes || width < 1 || width > Integer.MAX_VALUE) {
            throw new FileSortException(values, "expected the same number of bytes, at least one, for each of the " + keys
                    + " keys of " + name + ", found " + bytes + " bytes");
        }
        return (int) width;
    }

    /** Returns the integer type of this width, whose values the sorter moves with the keys, or null if there is none. */
    private static KeyType integerType(int width) {
        return Arrays.stream(KeyType.values()).filter(type -> type.isUnsigned() && type.bytes() == width).findFirst()
                .orElse(null);
    }
}
